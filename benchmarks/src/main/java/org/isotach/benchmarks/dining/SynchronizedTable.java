/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import org.isotach.memory.Padded;

/**
 * A monitor for each fork; the fork with the lower number is taken first, so there is no circular wait.
 */
final class SynchronizedTable extends BlockingTable
{
    private final Fork[] forks;

    SynchronizedTable(final Dinner dinner, final int threads)
    {
        super(dinner, threads);
        forks = new Fork[dinner.seats()];
        for (int fork = 0; fork < forks.length; fork++)
        {
            forks[fork] = new Fork();
        }
    }

    @Override
    public void close()
    {
        // A monitor is left with its block: there is nothing to check.
    }

    @Override
    void dine(final int philosopher)
    {
        final int left = dinner().leftFork(philosopher);
        final int right = dinner().rightFork(philosopher);
        synchronized (forks[Math.min(left, right)])
        {
            synchronized (forks[Math.max(left, right)])
            {
                dinner().eat(philosopher);
            }
        }
    }

    private static final class Fork extends Padded
    {
    }
}
