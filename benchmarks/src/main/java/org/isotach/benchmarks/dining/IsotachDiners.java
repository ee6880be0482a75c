/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import org.isotach.memory.Padded;

/**
 * Philosophers of one thread where no thread blocks: the thread lets the next one eat whose forks are there.
 * <p>
 * A philosopher whose forks arrive while its thread is away, because an iteration has ended or the operating system has
 * suspended the thread, would keep its neighbours waiting. So a thread that has failed for long lets any philosopher
 * eat whose forks are there.
 */
final class IsotachDiners extends Padded implements Diners
{
    // Some microseconds: a working thread looks after its philosophers itself.
    private static final int HELP_THRESHOLD = 100;

    private final IsotachPhilosopher[] own;
    private final IsotachPhilosopher[] all;
    private int current;

    /**
     * Seats the philosophers {@code thread}, {@code thread + threads}, and so on.
     *
     * @param all     philosophers at the table.
     * @param thread  number of the thread.
     * @param threads number of threads.
     */
    IsotachDiners(final IsotachPhilosopher[] all, final int thread, final int threads)
    {
        this.all = all;
        own = new IsotachPhilosopher[(all.length - thread + threads - 1) / threads];
        for (int i = 0; i < own.length; i++)
        {
            own[i] = all[thread + i * threads];
        }
    }

    @Override
    public void meal()
    {
        int attempts = 0;
        while (!tryNext())
        {
            attempts++;
            if (attempts > HELP_THRESHOLD)
            {
                if (tryAny())
                {
                    return;
                }
                // The eating thread may have been suspended.
                Thread.yield();
            }
        }
    }

    private boolean tryNext()
    {
        final IsotachPhilosopher philosopher = own[current];
        current = current + 1 == own.length ? 0 : current + 1;
        return philosopher.tryEat();
    }

    private boolean tryAny()
    {
        for (final IsotachPhilosopher philosopher : all)
        {
            if (philosopher.tryEat())
            {
                return true;
            }
        }
        return false;
    }
}
