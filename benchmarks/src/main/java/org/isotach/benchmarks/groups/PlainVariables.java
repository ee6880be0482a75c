/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

/**
 * Variables in an array, for the holder of the lock.
 */
final class PlainVariables
{
    private final long[] values;

    PlainVariables(final Groups groups)
    {
        values = new long[groups.of()];
    }

    void write(final int[] group, final long value)
    {
        for (final int variable : group)
        {
            values[variable] = value;
        }
    }

    void increment(final int[] group)
    {
        for (final int variable : group)
        {
            values[variable]++;
        }
    }

    long sum(final int[] group)
    {
        long sum = 0;
        for (final int variable : group)
        {
            sum += values[variable];
        }
        return sum;
    }

    long[] values()
    {
        return values.clone();
    }
}
