/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.spi.Wakeable;

/**
 * The sending end of a {@link RecordRing}.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread of the sending host at a time.
 */
public final class RecordWriter extends Padded implements PacketWriter
{
    private static final int NONE = -1;

    private final OffHeapBuffer buffer;
    private final int capacity;
    private final int producedIndex;
    private final int consumedIndex;
    private final Wakeable receiver;
    private long position;

    // The known position up to which the receiver has given back: its own word is read only if that is not enough.
    private long consumed;

    // Length of the open packet.
    private int claimed = NONE;

    RecordWriter(final OffHeapBuffer buffer, final int capacity, final Wakeable receiver)
    {
        this.buffer = buffer;
        this.capacity = capacity;
        this.receiver = receiver;
        producedIndex = RecordLayout.producedIndex(capacity);
        consumedIndex = RecordLayout.consumedIndex(capacity);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if a packet of this length does not fit into the ring.
     * @throws IllegalStateException    if another packet is open.
     */
    @Override
    public int tryClaim(final int length)
    {
        if (NONE != claimed || Integer.compareUnsigned(length, capacity - RecordLayout.HEADER_LENGTH) > 0)
        {
            throw refusal(length);
        }
        final int index = tryReserve(length);
        if (NO_ROOM != index)
        {
            claimed = length;
        }
        return index;
    }

    /**
     * Does the same as {@link #tryClaim}, for an owner that checks the length, and remembers what is open. It sends
     * with {@link #append}.
     *
     * @param length of the packet in bytes, not more than the capacity of the ring less 8.
     * @return index in bytes of the packet in {@link #buffer()}; {@link #NO_ROOM} if the receiver has to read others
     * first.
     */
    public int tryReserve(final int length)
    {
        final int recordLength = RecordLayout.recordLength(length);
        int index = (int)position & capacity - 1;
        if (recordLength > capacity - index || recordLength > credit())
        {
            index = makeRoom(recordLength);
            if (NO_ROOM == index)
            {
                return NO_ROOM;
            }
        }
        return index + RecordLayout.HEADER_LENGTH;
    }

    @Override
    public boolean trySendLine(
        final long first,
        final long second,
        final long third,
        final long fourth,
        final long fifth,
        final long sixth,
        final long seventh)
    {
        claimed = NONE;
        final int index = tryReserve(LINE_LENGTH);
        if (NO_ROOM == index)
        {
            return false;
        }
        // The header first: the words of the record in one go.
        buffer.putLongs(index - RecordLayout.HEADER_LENGTH, LINE_LENGTH, first, second, third);
        buffer.putLongs(index + 3 * Long.BYTES, fourth, fifth, sixth, seventh);
        publish(RecordLayout.HEADER_LENGTH + LINE_LENGTH);
        return true;
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if no packet is open.
     */
    @Override
    public void commit()
    {
        append(endClaim());
    }

    /**
     * Sends the packet for which {@link #tryReserve} has found room.
     *
     * @param length of the packet in bytes, the same.
     */
    public void append(final int length)
    {
        buffer.putLong((int)position & capacity - 1, length);
        publish(RecordLayout.recordLength(length));
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if no packet is open.
     */
    @Override
    public void abort()
    {
        endClaim();
    }

    @Override
    public void drop()
    {
        claimed = NONE;
    }

    /**
     * Does nothing: there are no faults.
     */
    @Override
    public void tick()
    {
    }

    private int endClaim()
    {
        final int length = claimed;
        if (NONE == length)
        {
            throw new IllegalStateException("no packet is open: call tryClaim() first");
        }
        claimed = NONE;
        return length;
    }

    private long credit()
    {
        return capacity - (position - consumed);
    }

    /**
     * Reads the credit that has been given back since, and moves to the beginning of the ring if the record does not
     * fit into the rest.
     */
    private int makeRoom(final int recordLength)
    {
        // Acquire: the receiver has read everything before this position. Partner: RecordReader.giveBack().
        consumed = buffer.getLongVolatile(consumedIndex);
        final int index = (int)position & capacity - 1;
        final int rest = capacity - index;
        if (recordLength > rest && rest <= credit())
        {
            buffer.putLong(index, RecordLayout.PADDING);
            publish(rest);
            return recordLength <= credit() ? 0 : NO_ROOM;
        }
        return recordLength <= Math.min(rest, credit()) ? index : NO_ROOM;
    }

    private void publish(final int recordLength)
    {
        position += recordLength;
        // Release: the record. Partner: RecordReader.look().
        buffer.putLongRelease(producedIndex, position);
        if (null != receiver)
        {
            receiver.wake();
        }
    }

    private RuntimeException refusal(final int length)
    {
        return NONE != claimed ?
            new IllegalStateException(
                "a packet of " + claimed + " bytes is open: commit() or abort() it before the next one") :
            new IllegalArgumentException("length: " + length + " (expected: 0.." +
                (capacity - RecordLayout.HEADER_LENGTH) + " bytes, for a ring of " + capacity + ')');
    }

    @Override
    public String toString()
    {
        return "RecordWriter{position=" + position + ", claimed=" + claimed + '}';
    }
}
