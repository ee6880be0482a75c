/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells of one host: those of its executor, and those of each of its application threads while the owner is
 * reachable; the counts of the others are kept. Threadsafe.
 */
final class HostCounters
{
    private final CounterCells executor = new CounterCells();
    private final CounterCells gone = new CounterCells();
    private final List<Cells> all = new ArrayList<>();
    private final ReferenceQueue<Object> left = new ReferenceQueue<>();

    private static final class Cells extends WeakReference<Object>
    {
        private final CounterCells cells = new CounterCells();
        private boolean isGone;

        Cells(final Object owner, final ReferenceQueue<Object> queue)
        {
            super(owner, queue);
        }
    }

    CounterCells executor()
    {
        return executor;
    }

    synchronized CounterCells newCells(final Object owner)
    {
        collect();
        final Cells cells = new Cells(owner, left);
        all.add(cells);
        return cells.cells;
    }

    synchronized long value(final Counter counter)
    {
        collect();
        long value = executor.get(counter) + gone.get(counter);
        for (final Cells cells : all)
        {
            value += cells.cells.get(counter);
        }
        return value;
    }

    /**
     * Returns the number of owners whose cells are kept.
     */
    synchronized int size()
    {
        collect();
        return all.size();
    }

    /**
     * Nobody writes to the cells of an owner that is unreachable.
     */
    private void collect()
    {
        boolean areAnyGone = false;
        for (Reference<?> reference = left.poll(); null != reference; reference = left.poll())
        {
            final Cells cells = (Cells)reference;
            for (final Counter counter : Counter.values())
            {
                gone.add(counter, cells.cells.get(counter));
            }
            cells.isGone = true;
            areAnyGone = true;
        }
        // All at once: each by itself would be looked for among all.
        if (areAnyGone)
        {
            all.removeIf(cells -> cells.isGone);
        }
    }

    @Override
    public String toString()
    {
        return "HostCounters{cells=" + size() + '}';
    }
}
