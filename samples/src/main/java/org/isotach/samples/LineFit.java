/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * The straight line with the smallest squares of distances: a fixed part, and one for each unit.
 */
record LineFit(double fixed, double slope)
{
    /**
     * @param x at least two different values.
     * @param y one for each of them.
     */
    static LineFit of(final int[] x, final double[] y)
    {
        double meanX = 0;
        double meanY = 0;
        for (int i = 0; i < x.length; i++)
        {
            meanX += (double)x[i] / x.length;
            meanY += y[i] / x.length;
        }
        double products = 0;
        double squares = 0;
        for (int i = 0; i < x.length; i++)
        {
            products += (x[i] - meanX) * (y[i] - meanY);
            squares += (x[i] - meanX) * (x[i] - meanX);
        }
        final double slope = products / squares;
        return new LineFit(meanY - slope * meanX, slope);
    }
}
