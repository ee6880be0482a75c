/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random programs on random clusters against what logical time promises. A failure names its seed; a simulated run can
 * be repeated with it.
 */
final class RandomProgramTest
{
    // A build runs these three times.
    private static final int SIMULATED_RUNS = Integer.getInteger("isotach.test.simulatedRuns", 150);
    private static final int THREADED_RUNS = Integer.getInteger("isotach.test.threadedRuns", 30);

    @Test
    void shouldKeepThePromisesOfLogicalTimeWhoeverWorksWhen()
    {
        final long base = System.nanoTime();
        for (int i = 0; i < SIMULATED_RUNS; i++)
        {
            try (RandomRun run = new RandomRun(base + i, ThreadingMode.INVOKER))
            {
                run.simulate();
                new History(run).check();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepThePromisesOfLogicalTimeWithThreads(final ThreadingMode mode) throws InterruptedException
    {
        final long base = System.nanoTime();
        for (int i = 0; i < THREADED_RUNS; i++)
        {
            try (RandomRun run = new RandomRun(base + i, mode))
            {
                run.runThreads();
                new History(run).check();
            }
        }
    }
}
