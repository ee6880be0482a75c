/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.zip.CRC32C;

import org.isotach.memory.OffHeapBuffer;

/**
 * The layout of what a channel carries: a header, and then either a small payload itself, or a descriptor for each
 * buffer that changes its owner.
 * <pre>
 *   header    kind, 8 bits | parts, 8 bits | sender, 16 bits | length of a small payload, 32 bits
 *             tag, 64 bits
 *   part      host of the block, 16 bits | block, 16 bits | length, 32 bits
 *             generation, 28 bits | share, 4 bits | CRC-32C of the content, 32 bits
 * </pre>
 */
final class Packet
{
    /**
     * The payload is in the packet.
     */
    static final int INLINE = 1;

    /**
     * The packet names buffers.
     */
    static final int BUFFERS = 2;

    /**
     * The packet names a buffer that several hosts get.
     */
    static final int SHARED = 3;

    /**
     * The packet names a buffer that its sender is still filling.
     */
    static final int FILLING = 4;

    /**
     * Largest number of buffers in a packet.
     */
    static final int MAX_PARTS = 8;

    static final int HEADER_LENGTH = 2 * Long.BYTES;
    static final int PART_LENGTH = 2 * Long.BYTES;

    private static final int PARTS_SHIFT = 8;
    private static final int SENDER_SHIFT = 16;
    private static final int GENERATION_SHIFT = 36;

    private Packet()
    {
    }

    static int inlineLength(final int payloadLength)
    {
        return HEADER_LENGTH + (payloadLength + Long.BYTES - 1 & -Long.BYTES);
    }

    static int length(final int parts)
    {
        return HEADER_LENGTH + parts * PART_LENGTH;
    }

    static void writeHeader(
        final OffHeapBuffer packet,
        final int offset,
        final int kind,
        final int parts,
        final int sender,
        final int length,
        final long tag)
    {
        packet.putLong(offset, (long)length << Integer.SIZE | (long)sender << SENDER_SHIFT |
            (long)parts << PARTS_SHIFT | kind);
        packet.putLong(offset + Long.BYTES, tag);
    }

    static int kind(final long header)
    {
        return (int)header & 0xFF;
    }

    /**
     * Returns whether a kind is one of those that name buffers.
     */
    static boolean hasParts(final int kind)
    {
        return kind >= BUFFERS && kind <= FILLING;
    }

    static int parts(final long header)
    {
        return (int)(header >>> PARTS_SHIFT) & 0xFF;
    }

    static int sender(final long header)
    {
        return (int)(header >>> SENDER_SHIFT) & 0xFFFF;
    }

    static int payloadLength(final long header)
    {
        return (int)(header >>> Integer.SIZE);
    }

    static void writePart(
        final OffHeapBuffer packet,
        final int offset,
        final int place,
        final int generation,
        final int share,
        final int length,
        final int crc)
    {
        packet.putLong(offset, (long)length << Integer.SIZE | place & 0xFFFF_FFFFL);
        packet.putLong(offset + Long.BYTES, (long)generation << GENERATION_SHIFT |
            (long)share << Integer.SIZE | crc & 0xFFFF_FFFFL);
    }

    /**
     * Returns what names a block in packets.
     */
    static int place(final int host, final int block)
    {
        return block << SENDER_SHIFT | host;
    }

    static int host(final long first)
    {
        return (int)first & 0xFFFF;
    }

    static int block(final long first)
    {
        return (int)(first >>> SENDER_SHIFT) & 0xFFFF;
    }

    static int partLength(final long first)
    {
        return (int)(first >>> Integer.SIZE);
    }

    static int generation(final long second)
    {
        return (int)(second >>> GENERATION_SHIFT);
    }

    static int share(final long second)
    {
        return (int)(second >>> Integer.SIZE) & 0xF;
    }

    static int crc(final long second)
    {
        return (int)second;
    }

    /**
     * Computes the checksums of contents that do not travel over the link. Belongs to one thread at a time.
     */
    static final class Checksum
    {
        private final CRC32C crc = new CRC32C();
        private final byte[] chunk = new byte[1024];

        int of(final OffHeapBuffer memory, final int offset, final int length)
        {
            crc.reset();
            for (int done = 0; done < length; done += chunk.length)
            {
                final int piece = Math.min(chunk.length, length - done);
                memory.getBytes(offset + done, chunk, 0, piece);
                crc.update(chunk, 0, piece);
            }
            return (int)crc.getValue();
        }
    }
}
