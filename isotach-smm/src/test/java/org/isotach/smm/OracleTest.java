/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.stream.IntStream;

import org.isotach.niu.ThreadingMode;
import org.isotach.smm.SequentialMemory.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Random programs on random clusters against a memory that executes one operation after the other. A failure names its
 * seed; a simulated run can be repeated with it.
 */
final class OracleTest
{
    // A build runs these three times.
    private static final int SIMULATED_RUNS = Integer.getInteger("isotach.test.simulatedRuns", 700);
    private static final int THREADED_RUNS = Integer.getInteger("isotach.test.threadedRuns", 70);
    private static final int MUTANT_RUNS = 400;

    @Test
    void shouldBeSequentiallyConsistentWhoeverWorksWhen()
    {
        final long base = System.nanoTime();
        for (int i = 0; i < SIMULATED_RUNS; i++)
        {
            assertNull(simulate(base + i).findMistake(Rules.RIGHT));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeSequentiallyConsistentWithThreads(final ThreadingMode mode) throws InterruptedException
    {
        final long base = System.nanoTime();
        for (int i = 0; i < THREADED_RUNS; i++)
        {
            try (RandomRun run = new RandomRun(base + i, mode))
            {
                run.runThreads();
                assertNull(run.history().findMistake(Rules.RIGHT));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = Rules.class, names = "RIGHT", mode = EnumSource.Mode.EXCLUDE)
    void shouldFindWrongRules(final Rules wrong)
    {
        assertTrue(
            IntStream.range(0, MUTANT_RUNS).anyMatch(seed -> null != simulate(seed).findMistake(wrong)),
            "no run differs from " + wrong);
    }

    @Test
    void shouldFindHostsThatExecuteInAnotherOrder()
    {
        int swaps = 0;
        for (int seed = 0; swaps < 100; seed++)
        {
            final History history = simulate(seed);
            final int index = indexOfTwoRemoteIsochrons(history);
            if (index >= 0)
            {
                swaps++;
                assertNotNull(history.withSwappedEntries(0, index).findMistake(Rules.RIGHT), "seed " + seed);
            }
        }
    }

    private static int indexOfTwoRemoteIsochrons(final History history)
    {
        return IntStream.range(0, history.log(0).size() - 1)
            .filter(i -> !history.isPurelyLocal(history.log(0).get(i).id()) &&
                !history.isPurelyLocal(history.log(0).get(i + 1).id()) &&
                !isOrderedByHost0Alone(history.log(0).get(i), history.log(0).get(i + 1)))
            .findFirst().orElse(-1);
    }

    /**
     * Isochrons of two programs of host 0, in one pulse: what it has executed first it has issued first.
     */
    private static boolean isOrderedByHost0Alone(final ExecutionLog.Entry one, final ExecutionLog.Entry other)
    {
        return 0 == one.sender() && 0 == other.sender() && one.timestamp() == other.timestamp();
    }

    private static History simulate(final long seed)
    {
        try (RandomRun run = new RandomRun(seed, ThreadingMode.INVOKER))
        {
            run.simulate();
            return run.history();
        }
    }
}
