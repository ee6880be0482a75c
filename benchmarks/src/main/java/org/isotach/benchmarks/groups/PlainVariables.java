/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

/**
 * Variables in an array, for whoever holds the lock.
 */
final class PlainVariables
{
    private final Groups groups;
    private final long[] values;

    PlainVariables(final Groups groups)
    {
        this.groups = groups;
        values = new long[groups.of()];
    }

    void write(final int first, final long value)
    {
        int variable = first;
        for (int i = 0; i < groups.size(); i++)
        {
            values[variable] = value;
            variable = groups.next(variable);
        }
    }

    void increment(final int first)
    {
        int variable = first;
        for (int i = 0; i < groups.size(); i++)
        {
            values[variable]++;
            variable = groups.next(variable);
        }
    }

    long sum(final int first)
    {
        long sum = 0;
        int variable = first;
        for (int i = 0; i < groups.size(); i++)
        {
            sum += values[variable];
            variable = groups.next(variable);
        }
        return sum;
    }

    long[] values()
    {
        return values.clone();
    }
}
