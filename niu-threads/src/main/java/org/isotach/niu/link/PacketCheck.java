/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

import org.isotach.memory.OffHeapBuffer;

/**
 * Computes the checksums of packets in one memory: CRC-32C. Belongs to one end of a link.
 */
final class PacketCheck
{
    /**
     * Length in bytes of the checksum in front of a packet.
     */
    static final int LENGTH = Long.BYTES;

    private final ByteBuffer view;
    private final CRC32C crc = new CRC32C();

    PacketCheck(final OffHeapBuffer buffer)
    {
        view = buffer.newReadOnlyView();
    }

    /**
     * Returns the checksum of a packet.
     *
     * @param offset index in bytes of the packet.
     * @param length of the packet in bytes.
     */
    long of(final int offset, final int length)
    {
        crc.reset();
        crc.update(view.limit(offset + length).position(offset));
        return crc.getValue();
    }
}
