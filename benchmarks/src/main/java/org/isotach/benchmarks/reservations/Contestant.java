/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.memory.Padded;

/**
 * A thread that acts until it is told to end. It counts its actions, and remembers the longest batch of them.
 */
final class Contestant extends Padded implements Runnable
{
    private final Contest contest;
    private final Worker worker;
    private final CyclicBarrier start;
    private final int batch;
    private final AtomicLong actions = new AtomicLong();
    private long longestNs;
    private Throwable failure;

    /**
     * @param contest says when it ends.
     * @param worker  that acts.
     * @param start   of all threads.
     * @param batch   actions for each look at the clock.
     */
    Contestant(final Contest contest, final Worker worker, final CyclicBarrier start, final int batch)
    {
        this.contest = contest;
        this.worker = worker;
        this.start = start;
        this.batch = batch;
    }

    @Override
    public void run()
    {
        try
        {
            start.await();
            compete();
        }
        catch (final Throwable ex)
        {
            failure = ex;
        }
    }

    private void compete()
    {
        boolean isMeasured = false;
        long lastNs = System.nanoTime();
        while (!contest.isOver())
        {
            for (int i = 0; i < batch; i++)
            {
                worker.act();
            }
            final long nowNs = System.nanoTime();
            if (!isMeasured && contest.isMeasured())
            {
                // An action that began before counts, too, with all of its time: it may be the one that starves.
                isMeasured = true;
                longestNs = 0;
            }
            longestNs = Math.max(longestNs, nowNs - lastNs);
            lastNs = nowNs;
            // Ordered. Partner: the contest, which may read an old number.
            actions.lazySet(actions.getPlain() + batch);
        }
    }

    long actions()
    {
        return actions.get();
    }

    /**
     * Called after the thread has ended.
     */
    long longestNs()
    {
        return longestNs;
    }

    /**
     * Called after the thread has ended.
     *
     * @throws IllegalStateException when it has failed.
     */
    void check()
    {
        if (null != failure)
        {
            throw new IllegalStateException("a thread has failed: " + failure, failure);
        }
    }
}
