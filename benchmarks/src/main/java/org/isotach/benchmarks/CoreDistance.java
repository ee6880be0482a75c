/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.TimeUnit;

/**
 * The distance of two processors: the baseline of two words, without JMH and in a moment.
 */
public final class CoreDistance
{
    private static final int ROUND_TRIPS_AT_A_TIME = 64;

    private CoreDistance()
    {
    }

    /**
     * Measures a round trip between two threads. On a machine with one processor, where there is no distance, it is 1.
     *
     * @param durationMs of the measurement, after as long to warm up.
     * @return mean in nanoseconds.
     * @throws InterruptedException when interrupted.
     */
    public static double measureNs(final int durationMs) throws InterruptedException
    {
        if (1 == Runtime.getRuntime().availableProcessors())
        {
            return 1;
        }
        final BaselineBenchmark.Words words = new BaselineBenchmark.Words();
        words.start();
        try
        {
            measureNs(words, durationMs);
            return measureNs(words, durationMs);
        }
        finally
        {
            words.stop();
        }
    }

    private static double measureNs(final BaselineBenchmark.Words words, final int durationMs)
    {
        final long duration = TimeUnit.MILLISECONDS.toNanos(durationMs);
        final long begin = System.nanoTime();
        long roundTrips = 0;
        long elapsed = 0;
        while (elapsed < duration)
        {
            for (int i = 0; i < ROUND_TRIPS_AT_A_TIME; i++)
            {
                words.roundTrip();
            }
            roundTrips += ROUND_TRIPS_AT_A_TIME;
            elapsed = System.nanoTime() - begin;
        }
        return (double)elapsed / roundTrips;
    }
}
