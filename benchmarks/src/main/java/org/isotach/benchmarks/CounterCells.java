/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.Padded;
import org.isotach.niu.status.Counter;

/**
 * Counts nothing. A {@link SubjectLoader} puts it in the place of {@link org.isotach.niu.status.CounterCells}. So the
 * names of the two have the same length, and this class has the methods of the other one.
 */
public final class CounterCells extends Padded
{
    /**
     * Creates no cells.
     */
    public CounterCells()
    {
    }

    /**
     * Does nothing.
     *
     * @param counter ignored.
     */
    public void increment(final Counter counter)
    {
    }

    /**
     * Does nothing.
     *
     * @param counter ignored.
     * @param count   ignored.
     */
    public void add(final Counter counter, final long count)
    {
    }

    long get(final Counter counter)
    {
        return 0;
    }
}
