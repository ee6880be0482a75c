/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * The layout of records, and of a {@link RecordRing}.
 */
final class RecordLayout
{
    /**
     * Length in bytes of the header of a record, which precedes the packet.
     */
    static final int HEADER_LENGTH = Long.BYTES;

    /**
     * Stands for the length of a packet: the rest of the ring is not used.
     */
    static final long PADDING = -1;

    private static final int STRIDE = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    private RecordLayout()
    {
    }

    /**
     * Returns the memory that a packet takes.
     *
     * @param packetLength length of the packet in bytes.
     * @return the length of its record in bytes.
     */
    static int recordLength(final int packetLength)
    {
        return HEADER_LENGTH + (packetLength + Long.BYTES - 1 & -Long.BYTES);
    }

    /**
     * Returns the memory that a ring takes with its two positions.
     *
     * @param capacity capacity of the ring in bytes.
     */
    static long length(final int capacity)
    {
        return (long)capacity + 2 * STRIDE;
    }

    /**
     * Returns the index of the position up to which the sender has written.
     */
    static int producedIndex(final int capacity)
    {
        return capacity;
    }

    /**
     * Returns the index of the position up to which the receiver has given memory back.
     */
    static int consumedIndex(final int capacity)
    {
        return capacity + STRIDE;
    }
}
