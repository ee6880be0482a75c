/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;

/**
 * Puts the records of one unit on a trunk, and keeps those that the trunk refuses: a unit never waits. It owns the rule
 * that they go out in order. Belongs to the owner of the unit.
 */
public final class TrunkQueue
{
    private static final int INITIAL_CAPACITY = 1024;

    private final Trunk trunk;

    // Null if nobody asks.
    private final Sequence lastPosition;

    // Records that were refused, each behind its length.
    private OffHeapBuffer kept;
    private OffHeapBuffer firstWord;

    // For what is said with one word; null before that.
    private OffHeapBuffer said;
    private int head;
    private int tail;

    /**
     * @param trunk        takes the records.
     * @param lastPosition behind all records of all queues that share it, null if nobody asks.
     */
    public TrunkQueue(final Trunk trunk, final Sequence lastPosition)
    {
        this.trunk = trunk;
        this.lastPosition = lastPosition;
    }

    /**
     * Returns the length in bytes of the longest record that the trunk takes.
     */
    int maxRecordLength()
    {
        return trunk.maxRecordLength();
    }

    /**
     * Sends a record behind all others, see {@link Trunk#offer}.
     */
    public void send(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        if (Trunk.REFUSED == trySend(header, headerLength, body, bodyOffset, bodyLength))
        {
            keep(header, headerLength, body, bodyOffset, bodyLength);
        }
    }

    /**
     * Sends a short record behind all others.
     *
     * @param type  of the record.
     * @param what  host or member that it is about.
     * @param value what it says, see {@link TrunkRecord}.
     */
    public void say(final int type, final int what, final long value)
    {
        if (null == said)
        {
            said = OffHeapBuffer.allocate(TrunkRecord.THIRD);
        }
        said.putInt(TrunkRecord.TYPE, type);
        said.putInt(TrunkRecord.FIRST, what);
        said.putLong(TrunkRecord.SECOND, value);
        send(said, TrunkRecord.THIRD, null, 0, 0);
    }

    /**
     * Sends a record behind all others if the trunk takes it now, and keeps nothing of it if not.
     *
     * @return its position on the trunk, see {@link Trunk#offer}, or {@link Trunk#REFUSED}.
     */
    long trySend(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        return flush() ? offer(header, headerLength, body, bodyOffset, bodyLength) : Trunk.REFUSED;
    }

    /**
     * Sends what was kept.
     *
     * @return true if all records are on the trunk.
     */
    public boolean flush()
    {
        while (head < tail)
        {
            final int length = (int)kept.getLong(head);
            if (Trunk.REFUSED == offerKept(length))
            {
                return false;
            }
            head += Long.BYTES + length;
        }
        head = 0;
        tail = 0;
        return true;
    }

    /**
     * An offer begins with bytes from the start of a buffer, which the first word of the record is copied to.
     */
    private long offerKept(final int length)
    {
        firstWord.putLong(0, kept.getLong(head + Long.BYTES));
        return offer(firstWord, Long.BYTES, kept, head + 2 * Long.BYTES, length - Long.BYTES);
    }

    private long offer(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        final long position = trunk.offer(header, headerLength, body, bodyOffset, bodyLength);
        if (null != lastPosition && Trunk.REFUSED != position)
        {
            raise(position);
        }
        return position;
    }

    /**
     * Threads come here in any order, so a number of records would not say which ones are on the trunk. What is in
     * front of the largest position is.
     */
    private void raise(final long position)
    {
        long before = lastPosition.get();
        // Before the pin is released. Partner: the promiser, which reads it when it has seen the release.
        while (before < position && !lastPosition.compareAndSet(before, position))
        {
            before = lastPosition.get();
        }
    }

    private void keep(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        final int length = headerLength + bodyLength;
        ensure(Long.BYTES + length);
        kept.putLong(tail, length);
        header.copyTo(0, kept, tail + Long.BYTES, headerLength);
        if (bodyLength > 0)
        {
            body.copyTo(bodyOffset, kept, tail + Long.BYTES + headerLength, bodyLength);
        }
        tail += Long.BYTES + length;
    }

    private void ensure(final int more)
    {
        if (null == kept)
        {
            kept = OffHeapBuffer.allocate(Math.max(INITIAL_CAPACITY, more));
            firstWord = OffHeapBuffer.allocate(Long.BYTES);
        }
        if (tail + more > kept.capacity())
        {
            final OffHeapBuffer longer = OffHeapBuffer.allocate(Math.max(2L * kept.capacity(), (long)tail + more));
            kept.copyTo(head, longer, 0, tail - head);
            kept = longer;
            tail -= head;
            head = 0;
        }
    }

    @Override
    public String toString()
    {
        return "TrunkQueue{kept=" + (tail - head) + " bytes}";
    }
}
