/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.memory.OffHeapBuffer;

/**
 * The words of a packet: they count up from a value, which differs from packet to packet.
 */
final class PacketWords
{
    private PacketWords()
    {
    }

    static void fill(final OffHeapBuffer buffer, final int offset, final int length, final long value)
    {
        for (int i = 0; i < length; i += Long.BYTES)
        {
            buffer.putLong(offset + i, value + i);
        }
    }

    static boolean isRight(final OffHeapBuffer buffer, final int offset, final int length, final long value)
    {
        for (int i = 0; i < length; i += Long.BYTES)
        {
            if (buffer.getLong(offset + i) != value + i)
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells of a packet that is not what was sent.
     */
    static void addWrong(final Violations violations, final String path, final int length, final long value)
    {
        violations.add(path + ": packet " + value + " of " + length + " bytes has another content");
    }
}
