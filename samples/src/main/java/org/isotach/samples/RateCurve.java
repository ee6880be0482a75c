/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * The rate of a stream over the length of its packets. Half of the peak rate, which R. Hockney calls the half-power
 * point, says how long packets have to be until bytes, and not packets, take the time.
 */
final class RateCurve
{
    private final int[] lengths;
    private final double[] rates;

    /**
     * @param lengths growing, the first one positive.
     * @param rates   one for each length.
     */
    RateCurve(final int[] lengths, final double[] rates)
    {
        this.lengths = lengths.clone();
        this.rates = rates.clone();
    }

    /**
     * Returns the largest rate.
     */
    double peak()
    {
        double peak = 0;
        for (final double rate : rates)
        {
            peak = Math.max(peak, rate);
        }
        return peak;
    }

    /**
     * Returns the shortest length with half of the largest rate, on straight lines from nothing for a length of 0 to
     * the first rate, and from each one to the next.
     */
    double halfPowerLength()
    {
        final double half = peak() / 2;
        double shorter = 0;
        double below = 0;
        for (int i = 0; i < lengths.length; i++)
        {
            if (rates[i] >= half)
            {
                return shorter + (lengths[i] - shorter) * (half - below) / (rates[i] - below);
            }
            shorter = lengths[i];
            below = rates[i];
        }
        throw new IllegalStateException("no rate is at least half of the largest one");
    }
}
