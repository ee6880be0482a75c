/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A {@link ReentrantLock} for each variable, taken in ascending order, so there is no circular wait.
 */
final class OrderedLocksSubject implements ReservationSubject
{
    private final PlainVariables variables;
    private final ReentrantLock[] locks;

    OrderedLocksSubject(final int total)
    {
        variables = new PlainVariables(total);
        locks = new ReentrantLock[total];
        Arrays.setAll(locks, i -> new ReentrantLock());
    }

    @Override
    public Worker worker(final int[][] groups, final Body body)
    {
        final long[] read = new long[groups[0].length];
        return new Walk(groups.length)
        {
            @Override
            void act(final int group)
            {
                final int[] variablesOfGroup = groups[group];
                for (final int variable : variablesOfGroup)
                {
                    locks[variable].lock();
                }
                try
                {
                    variables.act(variablesOfGroup, read, body);
                }
                finally
                {
                    for (final int variable : variablesOfGroup)
                    {
                        locks[variable].unlock();
                    }
                }
            }
        };
    }

    @Override
    public long[] values()
    {
        for (final ReentrantLock lock : locks)
        {
            lock.lock();
        }
        try
        {
            return variables.values();
        }
        finally
        {
            for (final ReentrantLock lock : locks)
            {
                lock.unlock();
            }
        }
    }

    @Override
    public void close()
    {
    }
}
