/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.notice;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;

/**
 * The notices on the tokens of one host: a ring of notices and the pulses in which they are due. The LANai writes it
 * while the tokens of its host are stopped, and the executors of all hosts read it.
 */
public final class NoticeLog
{
    private static final int ENTRY_LENGTH = 2 * Long.BYTES;

    private final int mask;
    private final OffHeapBuffer entries;
    private final Sequence published = new Sequence();

    // Sequence up to which every listener is known to have taken it. Belongs to the sender.
    private long taken = -1;

    /**
     * @param size number of entries, a power of two.
     */
    NoticeLog(final int size)
    {
        mask = size - 1;
        entries = OffHeapBuffer.allocate((long)size * ENTRY_LENGTH);
    }

    void append(final long pulse, final long notice)
    {
        final long sequence = published.get() + 1;
        final int index = index(sequence);
        entries.putLong(index, pulse);
        entries.putLong(index + Long.BYTES, notice);
        // Release: publishes the entry. Partner: published().
        published.set(sequence);
    }

    /**
     * Returns whether there is room for some more entries, as far as the sender knows.
     */
    boolean hasRoom(final int count)
    {
        return published.get() + count - mask - 1 <= taken;
    }

    /**
     * Every listener has taken the log up to a sequence; for the sender.
     */
    void taken(final long sequence)
    {
        taken = sequence;
    }

    /**
     * Returns the sequence of the last entry, -1 if there is none.
     */
    public long published()
    {
        return published.get();
    }

    long pulse(final long sequence)
    {
        return entries.getLong(index(sequence));
    }

    long notice(final long sequence)
    {
        return entries.getLong(index(sequence) + Long.BYTES);
    }

    private int index(final long sequence)
    {
        return ((int)sequence & mask) * ENTRY_LENGTH;
    }
}
