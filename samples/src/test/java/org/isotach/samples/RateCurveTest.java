/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

final class RateCurveTest
{
    private static final double EXACT = 1e-9;

    @Test
    void shouldFindHalfOfThePeakBetweenTwoLengths()
    {
        final RateCurve curve = new RateCurve(new int[]{ 8, 16, 32 }, new double[]{ 10, 40, 60 });
        assertEquals(60, curve.peak());
        assertEquals(8 + 8 * 20 / 30.0, curve.halfPowerLength(), EXACT);
    }

    @Test
    void shouldFindHalfOfThePeakAtALength()
    {
        assertEquals(16, new RateCurve(new int[]{ 8, 16, 32 }, new double[]{ 10, 30, 60 }).halfPowerLength(), EXACT);
    }

    @Test
    void shouldFindHalfOfThePeakBelowTheFirstLength()
    {
        assertEquals(4.8, new RateCurve(new int[]{ 8, 16 }, new double[]{ 50, 60 }).halfPowerLength(), EXACT);
    }

    @Test
    void shouldTakeThePeakAndTheFirstHalfOfItWhenTheRateFallsAgain()
    {
        final RateCurve curve = new RateCurve(new int[]{ 8, 16, 32, 64 }, new double[]{ 10, 80, 30, 70 });
        assertEquals(80, curve.peak());
        assertEquals(8 + 8 * 30 / 70.0, curve.halfPowerLength(), EXACT);
    }

    /**
     * Packets that take 10 us and 0.08 us for each byte have half of the last rate with 117.8 bytes. The straight line
     * between 64 and 128 bytes says a little more.
     */
    @Test
    void shouldFindTheHalfPowerPointOfAFixedTimeAndATimeForEachByte()
    {
        final int[] lengths = HpamSizes.lengths(4096);
        final double[] rates = new double[lengths.length];
        for (int i = 0; i < rates.length; i++)
        {
            rates[i] = lengths[i] / (10 + 0.08 * lengths[i]);
        }
        assertEquals(120.1, new RateCurve(lengths, rates).halfPowerLength(), 0.1);
    }
}
