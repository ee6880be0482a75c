/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;

/**
 * The checksum of Myrinet packets: eight bits, with the polynomial x^8 + x^2 + x + 1. It finds every change of one bit,
 * and one of 256 others stays unseen.
 */
final class Crc8
{
    private static final int POLYNOMIAL = 0x07;
    private static final byte[] TABLE = new byte[1 << Byte.SIZE];

    static
    {
        for (int i = 0; i < TABLE.length; i++)
        {
            int crc = i;
            for (int bit = 0; bit < Byte.SIZE; bit++)
            {
                crc = crc << 1 ^ (0 == (crc & 0x80) ? 0 : POLYNOMIAL);
            }
            TABLE[i] = (byte)crc;
        }
    }

    private Crc8()
    {
    }

    /**
     * Returns the checksum of what was before, with its checksum, and of some more bytes.
     *
     * @param crc of what was before, 0 if nothing.
     */
    static int of(final int crc, final OffHeapBuffer bytes, final int offset, final int length)
    {
        int result = crc;
        for (int i = 0; i < length; i++)
        {
            result = TABLE[(result ^ bytes.getByte(offset + i)) & 0xFF] & 0xFF;
        }
        return result;
    }
}
