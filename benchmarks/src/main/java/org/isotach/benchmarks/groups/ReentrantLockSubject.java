/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Variables behind one unfair lock.
 */
final class ReentrantLockSubject implements GroupSubject, GroupAccess
{
    private final PlainVariables variables;
    private final ReentrantLock lock = new ReentrantLock();

    ReentrantLockSubject(final Groups groups)
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
        lock.lock();
        try
        {
            variables.write(group, value);
        }
        finally
        {
            lock.unlock();
        }
    }

    @Override
    public boolean tryUpdate(final int[] group)
    {
        lock.lock();
        try
        {
            variables.increment(group);
        }
        finally
        {
            lock.unlock();
        }
        return true;
    }

    @Override
    public long snapshot(final int[] group)
    {
        lock.lock();
        try
        {
            return variables.sum(group);
        }
        finally
        {
            lock.unlock();
        }
    }

    @Override
    public long[] values()
    {
        lock.lock();
        try
        {
            return variables.values();
        }
        finally
        {
            lock.unlock();
        }
    }

    @Override
    public void close()
    {
    }
}
