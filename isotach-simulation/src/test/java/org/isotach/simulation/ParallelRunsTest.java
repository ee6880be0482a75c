/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Failures that were found are told, whatever happens to the threads that look for them.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParallelRunsTest
{
    private static final int FIRST = 10;
    private static final Error DEATH = new OutOfMemoryError("no memory for another run");

    private static FailedRun failed(final long seed)
    {
        return new FailedRun(
            new Simulation(seed, FailedRun.NO_LIMIT, false), new Violation("Always", "in run " + seed, null));
    }

    private static ParallelRuns simulate(final int threads, final LongFunction<FailedRun> run)
    {
        final ParallelRuns runs = new ParallelRuns(FIRST, Long.MAX_VALUE, run);
        runs.simulate(threads);
        return runs;
    }

    /**
     * All three runs are under way when the first of them ends.
     */
    private static FailedRun ofThree(final CountDownLatch begun, final CountDownLatch found, final long seed)
    {
        begun.countDown();
        await(begun);
        if (FIRST == seed)
        {
            await(found);
            throw DEATH;
        }
        found.countDown();
        return failed(seed);
    }

    private static void await(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static void awaitEnd(final Thread thread)
    {
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    @Test
    void shouldTellAllFailuresWhenAThreadDies()
    {
        final CountDownLatch begun = new CountDownLatch(3);
        final CountDownLatch found = new CountDownLatch(2);
        final ParallelRuns runs = simulate(3, seed -> ofThree(begun, found, seed));
        assertEquals(FIRST + 1, runs.first().seed());
        final SimulationFailure failure =
            runs.complete(new SimulationFailure("the first one", "Always", FIRST + 1, 1, 0, null));
        assertEquals(1, failure.getSuppressed().length);
        final Throwable incomplete = failure.getSuppressed()[0];
        assertEquals(
            "not all runs were simulated; -Dsimulation.seed=12 violates Always: in run 12", incomplete.getMessage());
        assertSame(DEATH, incomplete.getCause());
    }

    @Test
    void shouldSayThatAThreadHasDiedWhenNothingElseIsFound()
    {
        final ParallelRuns runs = simulate(2, seed ->
        {
            if (seed > FIRST + 5)
            {
                throw DEATH;
            }
            return null;
        });
        final IllegalStateException incomplete = assertThrows(IllegalStateException.class, runs::first);
        assertEquals("not all runs were simulated", incomplete.getMessage());
        assertSame(DEATH, incomplete.getCause());
    }

    /**
     * One run fails, and the other one interrupts who waits for both.
     */
    @Test
    void shouldTellAllFailuresWhenItIsInterrupted()
    {
        final Thread waiting = Thread.currentThread();
        final AtomicReference<Thread> failing = new AtomicReference<>();
        final CountDownLatch begun = new CountDownLatch(2);
        final CountDownLatch isOver = new CountDownLatch(1);
        final ParallelRuns runs = new ParallelRuns(FIRST, 2, seed ->
        {
            if (FIRST == seed)
            {
                failing.set(Thread.currentThread());
            }
            begun.countDown();
            await(begun);
            if (FIRST == seed)
            {
                return failed(seed);
            }
            awaitEnd(failing.get());
            waiting.interrupt();
            await(isOver);
            return null;
        });
        final IllegalStateException ex = assertThrows(IllegalStateException.class, () -> runs.simulate(2));
        isOver.countDown();
        assertTrue(Thread.interrupted());
        assertEquals("interrupted while simulating runs; -Dsimulation.seed=10 violates Always: in run 10",
            ex.getMessage());
    }

    @Test
    void shouldAddNothingToAFailureWhenAllRunsWereSimulated()
    {
        final ParallelRuns runs = simulate(2, ParallelRunsTest::failed);
        assertEquals(FIRST, runs.first().seed());
        final SimulationFailure failure = new SimulationFailure("the first one", "Always", FIRST, 1, 0, null);
        assertEquals(0, runs.complete(failure).getSuppressed().length);
        final ParallelRuns none = new ParallelRuns(FIRST, 5, seed -> null);
        none.simulate(2);
        assertNull(none.first());
    }
}
