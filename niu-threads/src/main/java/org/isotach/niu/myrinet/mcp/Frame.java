/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;

/**
 * What is in front of each payload (Panariti, "Frame Structure"), behind the bytes of the route, which the switches
 * take off. It counts as part of the length of a buffer.
 * <pre>
 *   type, 16 bits | subtype, 16 bits | channel, 32 bits | payload
 * </pre>
 */
final class Frame
{
    static final int HEADER_LENGTH = 8;

    // Assigned to the laboratory of the paper, so that other programs may use the same network.
    private static final int TYPE = 0x370;
    private static final int SUBTYPE_DATA = 1;

    private static final int SUBTYPE_OFFSET = 2;
    private static final int CHANNEL_OFFSET = 4;

    private Frame()
    {
    }

    static void write(final OffHeapBuffer memory, final int offset, final int channel)
    {
        putShort(memory, offset, TYPE);
        putShort(memory, offset + SUBTYPE_OFFSET, SUBTYPE_DATA);
        putShort(memory, offset + CHANNEL_OFFSET, channel >>> Short.SIZE);
        putShort(memory, offset + CHANNEL_OFFSET + Short.BYTES, channel);
    }

    /**
     * Returns whether type and subtype are those of data.
     *
     * @param length of all that has arrived.
     */
    static boolean isData(final OffHeapBuffer memory, final int offset, final int length)
    {
        return length >= HEADER_LENGTH && TYPE == getShort(memory, offset) &&
            SUBTYPE_DATA == getShort(memory, offset + SUBTYPE_OFFSET);
    }

    static int channel(final OffHeapBuffer memory, final int offset)
    {
        return getShort(memory, offset + CHANNEL_OFFSET) << Short.SIZE |
            getShort(memory, offset + CHANNEL_OFFSET + Short.BYTES);
    }

    private static void putShort(final OffHeapBuffer memory, final int offset, final int value)
    {
        memory.putByte(offset, (byte)(value >>> Byte.SIZE));
        memory.putByte(offset + 1, (byte)value);
    }

    private static int getShort(final OffHeapBuffer memory, final int offset)
    {
        return (memory.getByte(offset) & 0xFF) << Byte.SIZE | memory.getByte(offset + 1) & 0xFF;
    }
}
