/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

final class RoundsTest
{
    @Test
    void shouldNotCountFirstHalf()
    {
        final AtomicInteger round = new AtomicInteger();
        try (Progress progress = Progress.onTerminal("rounds", 5))
        {
            final double[] medians = new Rounds(5, progress).medians(() ->
            {
                final int number = round.getAndIncrement();
                return new double[]{ number, -number };
            });
            assertEquals(5, round.get());
            // Rounds 2, 3 and 4 count.
            assertArrayEquals(new double[]{ 3, -3 }, medians);
        }
    }

    @ParameterizedTest
    @CsvSource({ "'5', 5", "'5 1', 3", "'9 1 4', 4", "'9 1 4 100', 6.5" })
    void shouldFindMedian(final String values, final double median)
    {
        final String[] words = values.split(" ");
        final double[] numbers = new double[words.length];
        for (int i = 0; i < words.length; i++)
        {
            numbers[i] = Double.parseDouble(words[i]);
        }
        assertEquals(median, Rounds.median(numbers));
    }

    @Test
    void shouldFindMedianOfLaterHalf()
    {
        assertEquals(2, Rounds.medianOfLaterHalf(new double[]{ 100, 2 }));
        assertEquals(3, Rounds.medianOfLaterHalf(new double[]{ 100, 200, 4, 1, 3 }));
    }

    @Test
    void shouldFindTheLeastOfLaterHalf()
    {
        assertEquals(5, Rounds.leastOfLaterHalf(new double[]{ 5 }));
        assertEquals(2, Rounds.leastOfLaterHalf(new double[]{ 1, 2 }));
        assertEquals(3, Rounds.leastOfLaterHalf(new double[]{ 1, 2, 4, 5, 3 }));
    }

    @Test
    void shouldNameTheRoundsThatCount()
    {
        assertEquals("round 2", Rounds.describe(2));
        assertEquals("rounds 2 to 3", Rounds.describe(3));
        assertEquals("rounds 26 to 50", Rounds.describe(50));
    }

    @ParameterizedTest
    @CsvSource({ "0, 0 reads", "1, 1 read", "2, 2 reads" })
    void shouldCountInTheRightNumber(final long count, final String text)
    {
        assertEquals(text, Plural.of(count, "read"));
    }
}
