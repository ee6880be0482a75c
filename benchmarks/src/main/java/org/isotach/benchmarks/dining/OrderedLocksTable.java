/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import java.util.concurrent.locks.ReentrantLock;

import org.isotach.memory.Padded;

/**
 * A lock for each fork; the fork with the lower number is taken first, so there is no circular wait.
 */
final class OrderedLocksTable extends BlockingTable
{
    private final Fork[] forks;

    OrderedLocksTable(final Dinner dinner, final int threads)
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
        for (int fork = 0; fork < forks.length; fork++)
        {
            if (forks[fork].lock.isLocked())
            {
                throw new IllegalStateException("fork " + fork + " has not been put back: " + forks[fork].lock);
            }
        }
    }

    @Override
    void dine(final int philosopher)
    {
        final int left = dinner().leftFork(philosopher);
        final int right = dinner().rightFork(philosopher);
        final ReentrantLock first = forks[Math.min(left, right)].lock;
        final ReentrantLock second = forks[Math.max(left, right)].lock;
        first.lock();
        try
        {
            second.lock();
            try
            {
                dinner().eat(philosopher);
            }
            finally
            {
                second.unlock();
            }
        }
        finally
        {
            first.unlock();
        }
    }

    // Made before its lock, so that there is padding between any two locks.
    private static final class Fork extends Padded
    {
        private final ReentrantLock lock = new ReentrantLock();
    }
}
