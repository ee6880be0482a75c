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

    // Null if they are not counted.
    private final Sequence count;

    // Records that were refused, each behind its length.
    private OffHeapBuffer kept;
    private OffHeapBuffer firstWord;
    private int head;
    private int tail;

    /**
     * @param trunk takes the records.
     * @param count of all records that are on the trunk, null if they are not counted.
     */
    public TrunkQueue(final Trunk trunk, final Sequence count)
    {
        this.trunk = trunk;
        this.count = count;
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
        if (!trySend(header, headerLength, body, bodyOffset, bodyLength))
        {
            keep(header, headerLength, body, bodyOffset, bodyLength);
        }
    }

    /**
     * Sends a record behind all others if the trunk takes it now, and keeps nothing of it if not.
     *
     * @return true if it is on the trunk.
     */
    boolean trySend(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        return flush() && offer(header, headerLength, body, bodyOffset, bodyLength);
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
            if (!offerKept(length))
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
    private boolean offerKept(final int length)
    {
        firstWord.putLong(0, kept.getLong(head + Long.BYTES));
        return offer(firstWord, Long.BYTES, kept, head + 2 * Long.BYTES, length - Long.BYTES);
    }

    private boolean offer(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        if (!trunk.offer(header, headerLength, body, bodyOffset, bodyLength))
        {
            return false;
        }
        if (null != count)
        {
            // Before the pin is released. Partner: the promiser, which reads it when it has seen the release.
            count.incrementAndGet();
        }
        return true;
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
