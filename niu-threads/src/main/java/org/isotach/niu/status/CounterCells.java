/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;

/**
 * Counters of one thread, or of the owner of a unit: an increment is a load and a store, and no other thread writes to
 * the same cache line. Any thread may read; it sees a recent value.
 */
public final class CounterCells extends Padded
{
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int PADDING = 16;
    private static final int COUNTERS = Counter.values().length;

    private final long[] cells = new long[PADDING + COUNTERS + PADDING];

    /**
     * Creates cells, all zero.
     */
    public CounterCells()
    {
    }

    /**
     * Counts one.
     *
     * @param counter the counter.
     */
    public void increment(final Counter counter)
    {
        add(counter, 1);
    }

    /**
     * Adds to a counter.
     *
     * @param counter the counter.
     * @param count   number to add.
     */
    public void add(final Counter counter, final long count)
    {
        final int index = PADDING + counter.ordinal();
        // Opaque: becomes visible eventually, and is never torn. Partner: get(). It publishes nothing else.
        CELL.setOpaque(cells, index, cells[index] + count);
    }

    long get(final Counter counter)
    {
        // Opaque. Partner: add().
        return (long)CELL.getOpaque(cells, PADDING + counter.ordinal());
    }

    @Override
    public String toString()
    {
        return "CounterCells{issued=" + get(Counter.ISOCHRONS_ISSUED) + '}';
    }
}
