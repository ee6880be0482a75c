/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.IntFunction;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;

/**
 * Puts the records of one unit on a trunk, and keeps those that the trunk refuses: a unit never waits. It owns the rule
 * that they go out in order. Belongs to the owner of the unit.
 */
public final class TrunkQueue
{
    // In bytes, for records that nobody prepares for.
    private static final int RESERVE = 8192;

    private final Trunk trunk;
    private final IntFunction<OffHeapBuffer> memory;

    // Null if nobody asks.
    private final Sequence lastPosition;

    // Records that were refused, each behind its length.
    private OffHeapBuffer kept;
    private final OffHeapBuffer firstWord;

    // For what is said with one word.
    private final OffHeapBuffer said;
    private int head;
    private int tail;

    /**
     * @param trunk        takes the records.
     * @param lastPosition behind all records of all queues that share it, null if nobody asks.
     */
    public TrunkQueue(final Trunk trunk, final Sequence lastPosition)
    {
        this(trunk, lastPosition, RESERVE, OffHeapBuffer::allocate);
    }

    /**
     * See the other constructor.
     *
     * @param reserve bytes of records that can be kept without memory that is prepared for them.
     * @param memory  creates memory, given its length in bytes.
     */
    TrunkQueue(
        final Trunk trunk, final Sequence lastPosition, final int reserve, final IntFunction<OffHeapBuffer> memory)
    {
        this.trunk = trunk;
        this.lastPosition = lastPosition;
        this.memory = memory;
        kept = memory.apply(reserve);
        firstWord = memory.apply(Long.BYTES);
        said = memory.apply(TrunkRecord.THIRD);
    }

    /**
     * Returns how much memory it takes to keep a record.
     *
     * @param length of the record in bytes.
     */
    public static int keptLength(final int length)
    {
        return Long.BYTES + length;
    }

    /**
     * Gets the memory for records that are sent next. Nothing fails for lack of it until {@link #flush} returns true.
     *
     * @param length of all of them, see {@link #keptLength}.
     */
    public void prepare(final int length)
    {
        if (tail + length > kept.capacity())
        {
            final OffHeapBuffer longer =
                memory.apply((int)Math.max(Math.min(2L * kept.capacity(), Integer.MAX_VALUE / 2), (long)tail + length));
            kept.copyTo(head, longer, 0, tail - head);
            kept = longer;
            tail -= head;
            head = 0;
        }
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
            head += keptLength(length);
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
        prepare(keptLength(length));
        kept.putLong(tail, length);
        header.copyTo(0, kept, tail + Long.BYTES, headerLength);
        if (bodyLength > 0)
        {
            body.copyTo(bodyOffset, kept, tail + Long.BYTES + headerLength, bodyLength);
        }
        tail += keptLength(length);
    }

    @Override
    public String toString()
    {
        return "TrunkQueue{kept=" + (tail - head) + " bytes}";
    }
}
