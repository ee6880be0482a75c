/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counters of many threads. A thread mostly has cells of its own, in which a count is a load and a store. When it has
 * ended, another one gets them, with their counts. Threads that find none count with an atomic operation. All methods
 * are threadsafe and never wait; nothing is lost.
 */
final class ThreadCounts
{
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(Cells[].class);
    private static final int SIZE = 64;
    private static final int TRIES = 4;

    // Longs, so that no other object shares a line with the counts.
    private static final int PADDING = 16;

    private final int counters;
    private final Cells[] table = new Cells[Slots.STRIDE * SIZE];

    // Of threads without cells.
    private final AtomicLongArray others;

    /**
     * The cells of a thread. Another thread takes them over with a new object, which has the same counts.
     */
    private static final class Cells
    {
        private final WeakReference<Thread> owner;
        private final long[] counts;

        Cells(final Thread owner, final long[] counts)
        {
            this.owner = new WeakReference<>(owner);
            this.counts = counts;
        }

        boolean isOf(final Thread thread)
        {
            return owner.refersTo(thread);
        }

        /**
         * A thread that has ended counts no more, and what it has counted is visible then.
         */
        boolean isLeft()
        {
            final Thread thread = owner.get();
            return null == thread || !thread.isAlive();
        }

        void add(final int counter)
        {
            final int index = PADDING + counter;
            // Opaque: becomes visible eventually, and is never torn. Partner: get(). It publishes nothing else.
            CELL.setOpaque(counts, index, counts[index] + 1);
        }

        long get(final int counter)
        {
            // Opaque. Partner: add().
            return (long)CELL.getOpaque(counts, PADDING + counter);
        }
    }

    /**
     * @param counters number of counters.
     */
    ThreadCounts(final int counters)
    {
        this.counters = counters;
        others = new AtomicLongArray(counters);
    }

    /**
     * Returns the index of a place. Threads that come and go write to the table, beside those that read it.
     */
    private static int index(final int place)
    {
        return Slots.STRIDE * (place & SIZE - 1);
    }

    /**
     * Counts one.
     *
     * @param counter number of the counter, 0 or more, less than the number of counters.
     */
    void add(final int counter)
    {
        final Thread thread = Thread.currentThread();
        // Plain: what the cells consist of is final.
        final Cells cells = table[index(Slots.place(thread, SIZE))];
        if (null != cells && cells.isOf(thread))
        {
            cells.add(counter);
        }
        else
        {
            search(thread, counter);
        }
    }

    /**
     * Returns the cells of a thread, null if it has none.
     */
    private Cells find(final Thread thread, final int first)
    {
        for (int i = 0; i < TRIES; i++)
        {
            // Acquire: the cells, and what they have counted. Partner: the compare-and-set in search().
            final Cells cells = (Cells)CELLS.getAcquire(table, index(first + i));
            if (null != cells && cells.isOf(thread))
            {
                return cells;
            }
        }
        return null;
    }

    /**
     * Returns whether a thread has cells of its own.
     */
    boolean hasCells(final Thread thread)
    {
        return null != find(thread, Slots.place(thread, SIZE));
    }

    private void search(final Thread thread, final int counter)
    {
        final int first = Slots.place(thread, SIZE);
        final Cells found = find(thread, first);
        if (null != found)
        {
            found.add(counter);
            return;
        }
        for (int i = 0; i < TRIES; i++)
        {
            final int index = index(first + i);
            final Cells cells = (Cells)CELLS.getAcquire(table, index);
            if (null == cells || cells.isLeft())
            {
                final Cells own =
                    new Cells(thread, null == cells ? new long[PADDING + counters + PADDING] : cells.counts);
                // Release: the cells. Partners: find(), search(), sum().
                if (CELLS.compareAndSet(table, index, cells, own))
                {
                    own.add(counter);
                    return;
                }
            }
        }
        others.incrementAndGet(counter);
    }

    /**
     * Returns a recent value of a counter.
     *
     * @param counter number of the counter.
     */
    long sum(final int counter)
    {
        long sum = others.get(counter);
        for (int place = 0; place < SIZE; place++)
        {
            // Acquire: the cells. Partner: search().
            final Cells cells = (Cells)CELLS.getAcquire(table, index(place));
            if (null != cells)
            {
                sum += cells.get(counter);
            }
        }
        return sum;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("ThreadCounts{");
        for (int counter = 0; counter < counters; counter++)
        {
            text.append(0 == counter ? "" : ", ").append(sum(counter));
        }
        return text.append('}').toString();
    }
}
