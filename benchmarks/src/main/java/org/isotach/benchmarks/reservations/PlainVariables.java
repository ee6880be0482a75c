/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

/**
 * Variables in an array, for the holder of the lock.
 */
final class PlainVariables
{
    private final long[] values;

    PlainVariables(final int total)
    {
        values = new long[total];
    }

    /**
     * An action: reads, runs the body, writes.
     *
     * @param group  the variables.
     * @param read   room for their values.
     */
    void act(final int[] group, final long[] read, final Body body)
    {
        for (int i = 0; i < group.length; i++)
        {
            read[i] = values[group[i]];
        }
        body.run();
        for (int i = 0; i < group.length; i++)
        {
            values[group[i]] = read[i] + 1;
        }
    }

    long[] values()
    {
        return values.clone();
    }
}
