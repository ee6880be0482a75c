/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * Packets that a link with faults holds back until they are due, in bounded memory. A packet that finds no room there
 * is lost.
 * <pre>
 *   entry:   tick at which it is due, 8 bytes | length of the packet, 8 bytes | packet | up to a multiple of 8 bytes
 * </pre>
 */
final class LatePackets
{
    private static final int LENGTH_OFFSET = Long.BYTES;
    private static final int HEADER_LENGTH = 2 * Long.BYTES;

    private final OffHeapBuffer entries;
    private int end;

    /**
     * @param capacity in bytes.
     */
    LatePackets(final int capacity)
    {
        entries = OffHeapBuffer.allocate(capacity);
    }

    boolean isEmpty()
    {
        return 0 == end;
    }

    /**
     * Holds a copy of a packet back.
     *
     * @param due    tick at which it goes on.
     * @param buffer memory of the packet.
     * @param offset index in bytes of the packet.
     * @param length of the packet in bytes.
     * @return false if there is no room for it.
     */
    boolean tryAdd(final long due, final OffHeapBuffer buffer, final int offset, final int length)
    {
        final int space = space(length);
        if (space > entries.capacity() - end)
        {
            return false;
        }
        entries.putLong(end, due);
        entries.putLong(end + LENGTH_OFFSET, length);
        buffer.copyTo(offset, entries, end + HEADER_LENGTH, length);
        end += space;
        return true;
    }

    /**
     * Sends the packets that are due, and for which there is room; the others stay.
     */
    void sendDue(final long now, final RecordWriter writer)
    {
        int kept = 0;
        for (int entry = 0; entry < end;)
        {
            final int length = (int)entries.getLong(entry + LENGTH_OFFSET);
            final int space = space(length);
            if (entries.getLong(entry) > now || !trySend(entry, length, writer))
            {
                if (kept < entry)
                {
                    entries.copyWordsTo(entry, entries, kept, space);
                }
                kept += space;
            }
            entry += space;
        }
        end = kept;
    }

    private boolean trySend(final int entry, final int length, final RecordWriter writer)
    {
        final int index = writer.tryClaim(length);
        if (PacketWriter.NO_ROOM == index)
        {
            return false;
        }
        entries.copyTo(entry + HEADER_LENGTH, writer.buffer(), index, length);
        writer.commit();
        return true;
    }

    private static int space(final int length)
    {
        return HEADER_LENGTH + (length + Long.BYTES - 1 & -Long.BYTES);
    }

    @Override
    public String toString()
    {
        return "LatePackets{bytes=" + end + '}';
    }
}
