/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.concurrent.locks.StampedLock;

/**
 * One {@link StampedLock} for all variables, held for writing.
 */
final class StampedLockSubject implements ReservationSubject
{
    private final PlainVariables variables;
    private final StampedLock lock = new StampedLock();

    StampedLockSubject(final int total)
    {
        variables = new PlainVariables(total);
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
                final long stamp = lock.writeLock();
                try
                {
                    variables.act(groups[group], read, body);
                }
                finally
                {
                    lock.unlockWrite(stamp);
                }
            }
        };
    }

    @Override
    public long[] values()
    {
        final long stamp = lock.readLock();
        try
        {
            return variables.values();
        }
        finally
        {
            lock.unlockRead(stamp);
        }
    }

    @Override
    public void close()
    {
    }
}
