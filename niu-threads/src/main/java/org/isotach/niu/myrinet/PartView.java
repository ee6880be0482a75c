/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.OffHeapBuffer;

/**
 * Reads one buffer that a packet names, and receives it: nothing is believed before range, generation and content have
 * been checked. Belongs to the receiving thread of a channel.
 */
final class PartView
{
    private final DmaRegion[] regions;
    private final Packet.Checksum checksum = new Packet.Checksum();
    private DmaRegion region;
    private int block;
    private int length;
    private int generation;
    private int share;
    private int crc;
    private boolean isShared;

    /**
     * @param regions of all hosts.
     */
    PartView(final DmaRegion[] regions)
    {
        this.regions = regions;
    }

    void read(final OffHeapBuffer packet, final int offset, final boolean isSharedPart)
    {
        final long first = packet.getLong(offset);
        final long second = packet.getLong(offset + Long.BYTES);
        region(regions[Packet.host(first)]);
        block = Packet.block(first);
        length = Packet.partLength(first);
        generation = Packet.generation(second);
        share = Packet.share(second);
        crc = Packet.crc(second);
        isShared = isSharedPart;
    }

    /**
     * @return false if the packet is doubled, or was given up.
     */
    boolean tryReceive()
    {
        return region.tryReceive(block, generation, share);
    }

    /**
     * Returns whether the content is what was sent.
     */
    boolean isIntact()
    {
        return crc == checksum.of(region.memory(), region.offset(block), length);
    }

    void release()
    {
        region.tryRelease(block, generation, share);
    }

    /**
     * Reads a small payload that was copied into a block of the channel.
     */
    void setCopy(final DmaRegion cells, final int cell, final int payloadLength)
    {
        region(cells);
        block = cell;
        length = payloadLength;
        generation = BlockWord.generation(cells.word(cell));
        share = 0;
        isShared = false;
    }

    private void region(final DmaRegion value)
    {
        if (region != value)
        {
            // Storing a reference takes longer than this question.
            region = value;
        }
    }

    DmaRegion region()
    {
        return region;
    }

    int block()
    {
        return block;
    }

    int length()
    {
        return length;
    }

    int generation()
    {
        return generation;
    }

    int share()
    {
        return share;
    }

    boolean isShared()
    {
        return isShared;
    }
}
