/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.Arrays;

/**
 * A count per host that one unit keeps for itself, on cache lines of its own.
 */
final class HostCounters
{
    private static final int PADDING = 16;

    private final long[] values;

    HostCounters(final int hostCount, final long initialValue)
    {
        values = new long[hostCount + 2 * PADDING];
        Arrays.fill(values, initialValue);
    }

    long get(final int host)
    {
        return values[host + PADDING];
    }

    void set(final int host, final long value)
    {
        values[host + PADDING] = value;
    }

    void increment(final int host)
    {
        values[host + PADDING]++;
    }
}
