/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Wakeable;

/**
 * Carries packets from one host to another through memory that both reach: a ring of records, written by its
 * {@link RecordWriter} and read by its {@link RecordReader}.
 * <pre>
 *   0                                             capacity        + 128           + 256
 *   +---------+---------+----- - - - -----+-------+---------------+---------------+
 *   | record  | record  |                 |padding| produced      | consumed      |
 *   +---------+---------+----- - - - -----+-------+---------------+---------------+
 *
 *   record:    length of the packet, 8 bytes | packet | up to a multiple of 8 bytes
 *   padding:   -1, 8 bytes | rest of the ring
 * </pre>
 * Positions count bytes and never decrease. Bytes that were produced and not yet consumed are under way; the rest of
 * the ring is the credit of the sender. A record is contiguous. If it does not fit into the rest of the ring, padding
 * goes first, which is under way like any record, so that even a packet as large as the ring fits sooner or later. The
 * two positions are two cache lines apart, because lines are fetched in pairs.
 */
public final class RecordRing implements PacketLink
{
    /**
     * Smallest capacity in bytes.
     */
    public static final int MIN_CAPACITY = 64;

    /**
     * Largest capacity in bytes.
     */
    public static final int MAX_CAPACITY = 1 << 30;

    private final int capacity;
    private final RecordWriter writer;
    private final RecordReader reader;

    /**
     * A ring that wakes no threads.
     *
     * @param capacity capacity in bytes, a power of two, {@value #MIN_CAPACITY}..2^30.
     */
    public RecordRing(final int capacity)
    {
        this(capacity, null, null);
    }

    /**
     * @param capacity capacity in bytes, a power of two, {@value #MIN_CAPACITY}..2^30.
     * @param sender   woken when memory is given back; null for none.
     * @param receiver woken when there is something to read; null for none.
     */
    public RecordRing(final int capacity, final Wakeable sender, final Wakeable receiver)
    {
        if (capacity < MIN_CAPACITY || capacity > MAX_CAPACITY || 1 != Integer.bitCount(capacity))
        {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: a power of two in " +
                MIN_CAPACITY + ".." + MAX_CAPACITY + " bytes)");
        }
        this.capacity = capacity;
        final OffHeapBuffer buffer = OffHeapBuffer.allocate(RecordLayout.length(capacity));
        writer = new RecordWriter(buffer, capacity, receiver);
        reader = new RecordReader(buffer, capacity, sender);
    }

    /**
     * Returns the memory that a packet takes in a ring.
     *
     * @param packetLength length of the packet in bytes.
     * @return the length of its record in bytes.
     */
    public static int recordLength(final int packetLength)
    {
        return RecordLayout.recordLength(packetLength);
    }

    @Override
    public RecordWriter writer()
    {
        return writer;
    }

    @Override
    public RecordReader reader()
    {
        return reader;
    }

    /**
     * {@inheritDoc} It fits whenever all others have been given back. A longer one, up to 8 bytes less than the
     * capacity, may need the receiver to look at the ring once more, to pass over padding.
     */
    @Override
    public int maxPacketLength()
    {
        return capacity / 2 - RecordLayout.HEADER_LENGTH;
    }

    int capacity()
    {
        return capacity;
    }

    @Override
    public String toString()
    {
        return "RecordRing{capacity=" + capacity + '}';
    }
}
