/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.Arrays;

/**
 * Median and range of measurements: an average would hide that cores are near at some times and far at others.
 *
 * @param median of all.
 * @param min    the smallest.
 * @param max    the largest.
 */
record Summary(double median, double min, double max)
{
    static Summary of(final double... values)
    {
        if (0 == values.length)
        {
            throw new IllegalArgumentException("no values");
        }
        final double[] sorted = values.clone();
        Arrays.sort(sorted);
        final int half = sorted.length / 2;
        final double median = 1 == sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Summary(median, sorted[0], sorted[sorted.length - 1]);
    }
}
