/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * A point of isotach logical time, ordered lexicographically by pulse, then issuer, then issue order
 * (V1 section 2.1.1).
 *
 * @param pulse the pulse, counted from 0; 64 bits that never wrap.
 * @param pid   number of the issuing host.
 * @param rank  issue order at that host.
 */
public record LogicalTime(long pulse, int pid, long rank) implements Comparable<LogicalTime>
{
    @Override
    public int compareTo(final LogicalTime other)
    {
        int order = Long.compare(pulse, other.pulse);
        if (0 == order)
        {
            order = Integer.compare(pid, other.pid);
        }
        return 0 == order ? Long.compare(rank, other.rank) : order;
    }

    @Override
    public String toString()
    {
        return "(" + pulse + ", " + pid + ", " + rank + ')';
    }
}
