/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

/**
 * Variables behind one monitor.
 */
final class SynchronizedSubject implements GroupSubject, GroupAccess
{
    private final PlainVariables variables;

    SynchronizedSubject(final Groups groups)
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
        synchronized (variables)
        {
            variables.write(group, value);
        }
    }

    @Override
    public boolean tryUpdate(final int[] group)
    {
        synchronized (variables)
        {
            variables.increment(group);
        }
        return true;
    }

    @Override
    public long snapshot(final int[] group)
    {
        synchronized (variables)
        {
            return variables.sum(group);
        }
    }

    @Override
    public long[] values()
    {
        synchronized (variables)
        {
            return variables.values();
        }
    }

    @Override
    public void close()
    {
    }
}
