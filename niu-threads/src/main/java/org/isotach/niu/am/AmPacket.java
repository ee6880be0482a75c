/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.PacketWriter;

/**
 * A view of a packet.
 * <pre>
 *    0     8     9        11    12        16   24                       56
 *   +-----+------+----------+---+---------+----+------------------------+-----------+
 *   | key | type | instance | - | handler | id | four words             | bytes     |
 *   +-----+------+----------+---+---------+----+------------------------+-----------+
 * </pre>
 * A message of four words is as long as one cache line on a ring, whose records have a header of one word. The words of
 * a transfer are its argument, the pointer and the length of the whole, and the number of bytes that follow, which are
 * the last ones of it.
 */
final class AmPacket
{
    /**
     * Length of a packet without bytes: such a packet is written at once.
     */
    static final int HEADER_LENGTH = PacketWriter.LINE_LENGTH;

    /**
     * A packet that is not longer is a status packet (Martin, HPAM, appendix B).
     */
    static final int MAX_STATUS_LENGTH = 0x12;

    static final int REQUEST = 1;
    static final int REQUEST_TRANSFER = 2;

    /**
     * A transfer that runs no handler: a piece of a longer one.
     */
    static final int PIECE = 3;
    static final int REPLY = 4;
    static final int REPLY_TRANSFER = 5;

    /**
     * A reply that runs no handler.
     */
    static final int EMPTY_REPLY = 6;

    /**
     * A reply that says that the transfer was not done.
     */
    static final int DENIAL = 7;
    static final int BROADCAST = 8;
    static final int BROADCAST_TRANSFER = 9;

    /**
     * In place of the number of a handler.
     */
    static final int NO_HANDLER = -1;

    private static final int TYPE_OFFSET = 8;
    private static final int ID_OFFSET = 16;
    private static final int WORDS_OFFSET = 24;
    private static final int POINTER_OFFSET = WORDS_OFFSET + Long.BYTES;
    private static final int LENGTH_OFFSET = POINTER_OFFSET + Long.BYTES;
    private static final int BYTE_COUNT_OFFSET = LENGTH_OFFSET + Long.BYTES;
    private static final int INSTANCE_SHIFT = 8;
    private static final int TYPE_MASK = (1 << INSTANCE_SHIFT) - 1;
    private static final int INSTANCE_MASK = (1 << 16) - 1;

    // Up to this length, copying word by word is faster than one bulk copy.
    private static final int MAX_WORDS_LENGTH = 4 * OffHeapBuffer.CACHE_LINE_LENGTH;

    private OffHeapBuffer buffer;
    private int offset;

    AmPacket wrap(final OffHeapBuffer memory, final int index)
    {
        if (buffer != memory)
        {
            // Storing a reference takes longer than this question.
            buffer = memory;
        }
        offset = index;
        return this;
    }

    /**
     * Returns the second word of a packet.
     */
    static long what(final int type, final int instance, final int handler)
    {
        return type | (long)instance << INSTANCE_SHIFT | (long)handler << Integer.SIZE;
    }

    static void write(
        final OffHeapBuffer buffer,
        final int offset,
        final long key,
        final long what,
        final long id,
        final long a0,
        final long a1,
        final long a2,
        final long a3)
    {
        buffer.putLongs(offset, key, what, id, a0);
        // The first one again: four words are written with one check.
        buffer.putLongs(offset + WORDS_OFFSET, a0, a1, a2, a3);
    }

    /**
     * Copies a packet; the length is a multiple of 8.
     */
    static void copy(
        final OffHeapBuffer from, final int fromOffset, final OffHeapBuffer to, final int toOffset, final int length)
    {
        if (length <= MAX_WORDS_LENGTH)
        {
            from.copyWordsTo(fromOffset, to, toOffset, length);
        }
        else
        {
            from.copyTo(fromOffset, to, toOffset, length);
        }
    }

    /**
     * Returns the length of a packet with so many bytes.
     */
    static int length(final int bytes)
    {
        return HEADER_LENGTH + (bytes + Long.BYTES - 1 & -Long.BYTES);
    }

    OffHeapBuffer buffer()
    {
        return buffer;
    }

    int offset()
    {
        return offset;
    }

    long key()
    {
        return buffer.getLong(offset);
    }

    /**
     * Returns the word from which the three methods after this one read.
     */
    long what()
    {
        return buffer.getLong(offset + TYPE_OFFSET);
    }

    static int type(final long what)
    {
        return (int)what & TYPE_MASK;
    }

    static int instance(final long what)
    {
        return (int)what >>> INSTANCE_SHIFT & INSTANCE_MASK;
    }

    static int handler(final long what)
    {
        return (int)(what >>> Integer.SIZE);
    }

    int type()
    {
        return type(what());
    }

    int handler()
    {
        return handler(what());
    }

    long id()
    {
        return buffer.getLong(offset + ID_OFFSET);
    }

    long arg(final int index)
    {
        return buffer.getLong(offset + WORDS_OFFSET + index * Long.BYTES);
    }

    /**
     * Returns the number of bytes in a packet of a transfer.
     */
    long byteCount()
    {
        return buffer.getLong(offset + BYTE_COUNT_OFFSET);
    }

    /**
     * Returns where the bytes of a packet of a transfer belong.
     */
    long landing()
    {
        return buffer.getLong(offset + POINTER_OFFSET) + buffer.getLong(offset + LENGTH_OFFSET) - byteCount();
    }

    static boolean isTransfer(final int type)
    {
        return REQUEST_TRANSFER == type || PIECE == type || REPLY_TRANSFER == type || BROADCAST_TRANSFER == type;
    }
}
