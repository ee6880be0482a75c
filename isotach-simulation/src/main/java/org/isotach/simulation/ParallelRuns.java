/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * Does runs with successive seeds on several threads, until one fails. It owns the rule that no failure is lost that
 * was found, whatever else goes wrong.
 */
final class ParallelRuns
{
    private static final String INCOMPLETE = "not all runs were simulated";

    private final LongFunction<FailedRun> run;
    private final long firstSeed;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong end;

    // Both guarded by this.
    private final List<FailedRun> failures = new ArrayList<>();
    private final List<Throwable> thrown = new ArrayList<>();

    /**
     * @param firstSeed seed of the first run.
     * @param count     number of runs.
     * @param run       does the run with a seed, and returns the failure, null if there is none. Called on all threads.
     */
    ParallelRuns(final long firstSeed, final long count, final LongFunction<FailedRun> run)
    {
        this.firstSeed = firstSeed;
        this.run = run;
        end = new AtomicLong(count);
    }

    /**
     * Does the runs.
     *
     * @param threads number of threads.
     * @throws IllegalStateException when the calling thread is interrupted; the runs end soon.
     */
    void simulate(final int threads)
    {
        final List<Thread> workers = new ArrayList<>();
        try
        {
            for (int i = 0; i < threads; i++)
            {
                final Thread worker = new Thread(this::work, "simulation-" + i);
                worker.setDaemon(true);
                worker.start();
                workers.add(worker);
            }
        }
        catch (final OutOfMemoryError ex)
        {
            // The machine has no more threads. Those that work may have found something.
            stop(ex);
        }
        try
        {
            for (final Thread worker : workers)
            {
                worker.join();
            }
        }
        catch (final InterruptedException ex)
        {
            end.set(0);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while simulating runs" + text(0), ex);
        }
    }

    private void work()
    {
        try
        {
            long number = next.getAndIncrement();
            while (number < end.get())
            {
                final FailedRun failure = run.apply(firstSeed + number);
                if (null != failure)
                {
                    // The thread with a smaller seed finishes it.
                    end.accumulateAndGet(number, Math::min);
                    add(failure);
                }
                number = next.getAndIncrement();
            }
        }
        catch (final Throwable ex)
        {
            stop(ex);
        }
    }

    private synchronized void add(final FailedRun failure)
    {
        failures.add(failure);
        failures.sort(Comparator.comparingLong(failed -> failed.seed() - firstSeed));
    }

    private void stop(final Throwable ex)
    {
        end.set(0);
        synchronized (this)
        {
            thrown.add(ex);
        }
    }

    /**
     * Returns the failed run with the smallest seed.
     *
     * @return null if none has failed.
     * @throws IllegalStateException if none has failed, and not all runs could be done.
     */
    synchronized FailedRun first()
    {
        if (failures.isEmpty() && !thrown.isEmpty())
        {
            throw incomplete();
        }
        return failures.isEmpty() ? null : failures.get(0);
    }

    /**
     * If not all runs could be done, one with a smaller seed may fail, too: adds what is known to a failure.
     *
     * @param failure of the first run.
     * @return the failure.
     */
    synchronized SimulationFailure complete(final SimulationFailure failure)
    {
        if (!thrown.isEmpty())
        {
            failure.addSuppressed(incomplete());
        }
        return failure;
    }

    private IllegalStateException incomplete()
    {
        final IllegalStateException incomplete = new IllegalStateException(INCOMPLETE + text(1), thrown.get(0));
        thrown.subList(1, thrown.size()).forEach(incomplete::addSuppressed);
        return incomplete;
    }

    /**
     * @param known number of failures that are told elsewhere.
     */
    private synchronized String text(final int known)
    {
        return failures.stream().skip(known)
            .map(failure -> "; -D" + Simulations.SEED_PROPERTY + '=' + failure.name() + " violates " +
                failure.invariant() + ": " + failure.message())
            .collect(Collectors.joining());
    }

    @Override
    public String toString()
    {
        return "ParallelRuns{from " + firstSeed + ", next " + next.get() + " of " + end.get() + '}';
    }
}
