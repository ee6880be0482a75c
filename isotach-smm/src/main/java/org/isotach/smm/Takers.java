/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;

import org.isotach.memory.Padded;

/**
 * Numbers the variables that are taken without a port, and knows the threads that have lately taken some: messages name
 * the thread that is to assign a version. Each thread has a row of its own, on lines of its own. If two threads have
 * the same row by chance, it forgets the takes of the other one.
 * <p>
 * Belongs to the owner of the host, except for {@link #threadOf}.
 */
final class Takers extends Padded
{
    private static final int ROW_BITS = 6;
    private static final int ROWS = 1 << ROW_BITS;

    // Elements of a row: two lines of longs, one of references.
    private static final int LENGTH = 16;

    // The takes that a row remembers, each as the number of its first variable and the count of its variables; behind
    // them the number of takes.
    private static final int TAKES = 4;
    private static final int COUNT_BITS = 12;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    private final long[] takes = new long[LENGTH * (ROWS + 1)];
    private final Thread[] threads = new Thread[LENGTH * (ROWS + 1)];
    private long taken;

    private int row(final Thread thread)
    {
        // Behind the header of the arrays. Fibonacci hashing: thread ids are consecutive.
        final int row = LENGTH + LENGTH * (int)(thread.getId() * 0x9E3779B97F4A7C15L >>> Long.SIZE - ROW_BITS);
        if (thread != threads[row])
        {
            Arrays.fill(takes, row, row + TAKES, 0);
            threads[row] = thread;
        }
        return row;
    }

    /**
     * Notes that a thread takes variables.
     *
     * @param thread takes them.
     * @param count  number of variables.
     * @return number of the first one; those of the others follow it.
     */
    long take(final Thread thread, final int count)
    {
        final int row = row(thread);
        if (!Version.haveRoom(taken + 1, count))
        {
            taken += count;
        }
        final long first = taken + 1;
        taken += count;
        final int index = (int)takes[row + TAKES]++ & TAKES - 1;
        takes[row + index] = Version.number(first) << COUNT_BITS | count;
        return first;
    }

    /**
     * Does the same as {@link PortOwner#threadOf}. All accesses are plain, so it may find a thread that has had the row
     * before, or after.
     */
    Thread threadOf(final long version)
    {
        for (int row = LENGTH; row < takes.length; row += LENGTH)
        {
            for (int i = row; i < row + TAKES; i++)
            {
                final long place = Version.number(version) - (takes[i] >>> COUNT_BITS);
                if (place >= 0 && place < (takes[i] & COUNT_MASK))
                {
                    return threads[row];
                }
            }
        }
        return null;
    }

    @Override
    public String toString()
    {
        return "Takers{taken=" + taken + '}';
    }
}
