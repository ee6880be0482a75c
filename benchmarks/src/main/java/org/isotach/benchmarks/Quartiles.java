/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.openjdk.jmh.util.ListStatistics;

/**
 * Median and quartiles: half of all values lie between the quartiles, so a few outliers do not matter.
 *
 * @param lower  quartile.
 * @param median of all.
 * @param upper  quartile.
 */
public record Quartiles(double lower, double median, double upper)
{
    private static final double LOWER = 25;
    private static final double MEDIAN = 50;
    private static final double UPPER = 75;

    /**
     * Computes the quartiles of values.
     *
     * @param values at least one.
     * @return their quartiles.
     */
    public static Quartiles of(final double... values)
    {
        if (0 == values.length)
        {
            throw new IllegalArgumentException("no values");
        }
        final ListStatistics statistics = new ListStatistics(values);
        return new Quartiles(
            statistics.getPercentile(LOWER), statistics.getPercentile(MEDIAN), statistics.getPercentile(UPPER));
    }

    /**
     * Computes the quartiles of the ratios of each value to the one at the same place.
     *
     * @param above numerators.
     * @param below denominators, as many.
     * @return quartiles of the ratios.
     */
    public static Quartiles ofRatios(final double[] above, final double[] below)
    {
        if (above.length != below.length)
        {
            throw new IllegalArgumentException(
                "values without a partner: " + above.length + " and " + below.length + " (expected: equally many)");
        }
        final double[] ratios = new double[above.length];
        for (int i = 0; i < ratios.length; i++)
        {
            ratios[i] = above[i] / below[i];
        }
        return of(ratios);
    }
}
