/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import org.isotach.memory.Padded;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The work of a thread in the middle of its actions, between reading and writing. It is counted, because a
 * transactional memory repeats it when it has to. Belongs to one thread.
 */
final class Body extends Padded
{
    private static final int NS_PER_US = 1000;
    private static final int CALIBRATION_TOKENS = 100_000;
    private static final int CALIBRATIONS = 50;

    private final BodyTime time;
    private final long tokens;
    private final Answers answers;
    private long runs;

    /**
     * @param time        duration of the body.
     * @param tokensPerUs see {@link #tokensPerUs()}.
     * @param answers     service that it waits for.
     */
    Body(final BodyTime time, final double tokensPerUs, final Answers answers)
    {
        this.time = time;
        this.answers = answers;
        tokens = Math.round(time.us() * tokensPerUs);
    }

    /**
     * Measures the work of a microsecond: work, and not time, so that a thread without a processor does nothing in the
     * meantime. The best of several tries: other programs may be running.
     *
     * @return tokens of {@link Blackhole#consumeCPU}.
     */
    static double tokensPerUs()
    {
        long bestNs = Long.MAX_VALUE;
        for (int i = 0; i < CALIBRATIONS; i++)
        {
            final long startNs = System.nanoTime();
            Blackhole.consumeCPU(CALIBRATION_TOKENS);
            bestNs = Math.min(bestNs, System.nanoTime() - startNs);
        }
        return (double)CALIBRATION_TOKENS * NS_PER_US / bestNs;
    }

    void run()
    {
        runs++;
        if (time.waits())
        {
            answers.await(time.us());
        }
        else if (tokens > 0)
        {
            Blackhole.consumeCPU(tokens);
        }
    }

    long runs()
    {
        return runs;
    }
}
