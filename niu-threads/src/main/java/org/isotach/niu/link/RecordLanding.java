/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.spi.Wakeable;

/**
 * The receiving end of a ring of records whose sender belongs to another member ({@link RecordRelay}): the owner of the
 * trunks puts each record where it lies in the ring of the sender, and a {@link RecordReader} reads it.
 */
public final class RecordLanding extends Padded
{
    private final int sender;
    private final int receiver;
    private final OffHeapBuffer buffer;
    private final int capacity;
    private final RecordReader reader;
    private final Wakeable waiting;
    private long position;
    private long told;

    /**
     * @param sender   number of the sending host.
     * @param receiver number of the receiving host.
     * @param capacity of the ring in bytes, the same as at the sender.
     * @param waiting  woken when there is something to read.
     * @param trunks   woken when memory is given back.
     */
    RecordLanding(
        final int sender, final int receiver, final int capacity, final Wakeable waiting, final Wakeable trunks)
    {
        this.sender = sender;
        this.receiver = receiver;
        this.capacity = capacity;
        this.waiting = waiting;
        buffer = OffHeapBuffer.allocate(RecordLayout.length(capacity));
        reader = new RecordReader(buffer, capacity, trunks);
    }

    public int sender()
    {
        return sender;
    }

    public int receiver()
    {
        return receiver;
    }

    public RecordReader reader()
    {
        return reader;
    }

    /**
     * A record has arrived; for the owner of the trunks.
     *
     * @param at     its position at the sender.
     * @param source holds the data.
     * @param offset index of the data.
     * @param length of the data in bytes.
     * @throws IsotachException when records before it are missing.
     */
    public void put(final long at, final OffHeapBuffer source, final int offset, final int length)
    {
        check(at);
        final int index = (int)position & capacity - 1;
        buffer.putLong(index, length);
        if (length > 0)
        {
            source.copyTo(offset, buffer, index + RecordLayout.HEADER_LENGTH, length);
        }
        publish(RecordLayout.recordLength(length));
    }

    /**
     * Padding has arrived; for the owner of the trunks.
     *
     * @param at its position at the sender.
     * @throws IsotachException when records before it are missing.
     */
    public void pad(final long at)
    {
        check(at);
        final int index = (int)position & capacity - 1;
        buffer.putLong(index, RecordLayout.PADDING);
        publish(capacity - index);
    }

    private void check(final long at)
    {
        if (at != position)
        {
            throw new IsotachException("data from host " + sender + " to host " + receiver + " have come at " + at +
                " instead of " + position + ": the trunk has lost what was between them");
        }
    }

    private void publish(final int recordLength)
    {
        position += recordLength;
        // Release: the record. Partner: RecordReader.look().
        buffer.putLongRelease(RecordLayout.producedIndex(capacity), position);
        waiting.wake();
    }

    /**
     * Returns up to which position the receiver has given memory back, when the sender is to be told: all is given
     * back, or a quarter of the ring; -1 if not. Call {@link #told} when it is. For the owner of the trunks.
     */
    public long newlyConsumed()
    {
        // Acquire: these records were read. Partner: RecordReader.giveBack().
        final long consumed = buffer.getLongVolatile(RecordLayout.consumedIndex(capacity));
        if (consumed == told || consumed != position && consumed - told < capacity >> 2)
        {
            return -1;
        }
        return consumed;
    }

    /**
     * The sender is told. For the owner of the trunks.
     *
     * @param consumed what {@link #newlyConsumed} has returned.
     */
    public void told(final long consumed)
    {
        told = consumed;
    }

    @Override
    public String toString()
    {
        return "RecordLanding{" + sender + " to " + receiver + ", position=" + position + ", told=" + told + '}';
    }
}
