/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.concurrent.locks.StampedLock;

/**
 * Variables behind one lock; a snapshot is an optimistic read, and takes the read lock when that fails.
 */
final class StampedLockSubject implements GroupSubject, GroupAccess
{
    private final PlainVariables variables;
    private final StampedLock lock = new StampedLock();

    StampedLockSubject(final Groups groups)
    {
        variables = new PlainVariables(groups);
    }

    @Override
    public GroupAccess access(final int thread, final int threads)
    {
        return this;
    }

    @Override
    public void write(final int[] group, final long value)
    {
        final long stamp = lock.writeLock();
        try
        {
            variables.write(group, value);
        }
        finally
        {
            lock.unlockWrite(stamp);
        }
    }

    @Override
    public boolean tryUpdate(final int[] group)
    {
        final long stamp = lock.writeLock();
        try
        {
            variables.increment(group);
        }
        finally
        {
            lock.unlockWrite(stamp);
        }
        return true;
    }

    @Override
    public long snapshot(final int[] group)
    {
        final long optimistic = lock.tryOptimisticRead();
        if (0 != optimistic)
        {
            final long sum = variables.sum(group);
            if (lock.validate(optimistic))
            {
                return sum;
            }
        }
        final long stamp = lock.readLock();
        try
        {
            return variables.sum(group);
        }
        finally
        {
            lock.unlockRead(stamp);
        }
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
