/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Repeats a measurement: the first half of the rounds is not counted, the others give the median.
 */
final class Rounds
{
    private final int count;
    private final Progress progress;

    /**
     * @param count    of rounds, at least 2.
     * @param progress stepped by each round.
     */
    Rounds(final int count, final Progress progress)
    {
        this.count = count;
        this.progress = progress;
    }

    /**
     * @param round makes one measurement of one or more quantities, always the same number.
     * @return the median of each quantity.
     */
    double[] medians(final Supplier<double[]> round)
    {
        final double[][] counted = new double[count - count / 2][];
        for (int i = 0; i < count; i++)
        {
            final double[] quantities = round.get();
            if (i >= count / 2)
            {
                counted[i - count / 2] = quantities;
            }
            progress.step();
        }
        final double[] medians = new double[counted[0].length];
        Arrays.setAll(medians, quantity ->
            median(Arrays.stream(counted).mapToDouble(quantities -> quantities[quantity]).toArray()));
        return medians;
    }

    /**
     * Returns the median of the rounds that count.
     *
     * @param values one for each round.
     */
    static double medianOfLaterHalf(final double[] values)
    {
        return median(Arrays.copyOfRange(values, values.length / 2, values.length));
    }

    /**
     * Returns the least value of the rounds that count. Whatever else runs on the machine makes times only longer.
     *
     * @param values one for each round.
     */
    static double leastOfLaterHalf(final double[] values)
    {
        return Arrays.stream(values, values.length / 2, values.length).min().orElseThrow();
    }

    /**
     * Describes the rounds that count, for people.
     *
     * @param count of rounds, at least 2.
     */
    static String describe(final int count)
    {
        final int first = count / 2 + 1;
        return first == count ? "round " + count : "rounds " + first + " to " + count;
    }

    static double median(final double[] values)
    {
        final double[] sorted = values.clone();
        Arrays.sort(sorted);
        final int middle = sorted.length / 2;
        return 0 == sorted.length % 2 ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle];
    }
}
