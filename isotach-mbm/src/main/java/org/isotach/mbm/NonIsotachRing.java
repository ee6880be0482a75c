/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.memory.OffHeapBuffer;

/**
 * The memory of the non-isotach channel of one ordered pair of hosts: a ring of records, written by the
 * {@link NonIsotachSender} and read by the {@link NonIsotachReceiver}.
 * <pre>
 *   0                                             capacity        + 128           + 256
 *   +---------+---------+----- - - - -----+-------+---------------+---------------+
 *   | record  | record  |                 |padding| produced      | consumed      |
 *   +---------+---------+----- - - - -----+-------+---------------+---------------+
 *
 *   record:    length of the message, 8 bytes | message | up to a multiple of 8 bytes
 *   padding:   -1, 8 bytes | rest of the ring
 * </pre>
 * Positions count bytes and never decrease. Bytes that were produced and not yet consumed are under way; the rest of
 * the ring is the credit of the sender. A record is contiguous. If it does not fit into the rest of the ring, padding
 * goes first, which is under way like any record, so that even a message as large as the ring fits sooner or later. The
 * two positions are two cache lines apart, because lines are fetched in pairs.
 */
final class NonIsotachRing
{
    /**
     * Length in bytes of the header of a record, which precedes the message.
     */
    static final int HEADER_LENGTH = Long.BYTES;

    /**
     * Stands for the length of a message: the rest of the ring is not used.
     */
    static final long PADDING = -1;

    private static final int STRIDE = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    private final OffHeapBuffer buffer;
    private final int capacity;

    /**
     * @param capacity capacity in bytes, a power of two, at least 64.
     */
    NonIsotachRing(final int capacity)
    {
        this.capacity = capacity;
        buffer = OffHeapBuffer.allocate((long)capacity + 2 * STRIDE);
    }

    /**
     * Returns the length of a record in bytes.
     */
    static int recordLength(final int messageLength)
    {
        return HEADER_LENGTH + (messageLength + Long.BYTES - 1 & -Long.BYTES);
    }

    OffHeapBuffer buffer()
    {
        return buffer;
    }

    int capacity()
    {
        return capacity;
    }

    /**
     * Returns the index of the position up to which the sender has written.
     */
    int producedIndex()
    {
        return capacity;
    }

    /**
     * Returns the index of the position up to which the receiver has given memory back.
     */
    int consumedIndex()
    {
        return capacity + STRIDE;
    }
}
