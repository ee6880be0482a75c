/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.PacketReader;

/**
 * Makes buffers of the packets that a channel receives: small payloads are copied into memory of the channel, the
 * others stay where they are. Belongs to the receiving thread of the channel.
 */
final class PacketOpener extends Padded
{
    private final DmaRegion cells;
    private final ReceivedHandles handles;
    private final ReceivedHandles cellHandles;
    private final PartView part;
    private final DropCounters drops;

    // Memory for the next small payload, and its handle: nothing may throw when the packet was taken from its link.
    private int spareCell = DmaRegion.NONE;
    private Buffer spare;

    // Handles for the parts of the packet that is taken next.
    private final Buffer[] prepared = new Buffer[Packet.MAX_PARTS];

    /**
     * @param regions    of all hosts.
     * @param handles    of the host for what it receives.
     * @param drops      counters of the host.
     * @param context    settings of the network.
     * @param isParanoid true to use no handle twice.
     * @param waiters    woken when a small payload is freed.
     */
    PacketOpener(
        final DmaRegion[] regions,
        final ReceivedHandles handles,
        final DropCounters drops,
        final MyrinetContext context,
        final boolean isParanoid,
        final WaiterList waiters)
    {
        this.handles = handles;
        this.drops = drops;
        cells = new DmaRegion(null, 0, context.channelLength(), context.inlineLength(), waiters);
        cellHandles = new ReceivedHandles(1, isParanoid);
        cellHandles.prepareAll(cells);
        part = new PartView(regions);
    }

    /**
     * Returns how many small payloads may be received and not freed.
     */
    int capacity()
    {
        return cells.blocks();
    }

    /**
     * Takes the next packet from a link, if there is one and there is room for it. Without memory for the handles
     * of a packet it stays on its link: nothing may throw when it was taken.
     */
    boolean tryTake(final ChannelLink link)
    {
        if (!hasRoom() || !link.next())
        {
            return false;
        }
        boolean isPrepared = false;
        try
        {
            prepare(link.reader());
            isPrepared = true;
        }
        finally
        {
            if (!isPrepared)
            {
                link.stay();
            }
        }
        return true;
    }

    private void prepare(final PacketReader packet)
    {
        final long header = packet.buffer().getLong(packet.offset());
        if (Packet.hasParts(Packet.kind(header)))
        {
            for (int i = 0; i < Packet.parts(header); i++)
            {
                part.read(packet.buffer(), packet.offset() + Packet.length(i), false);
                prepared[i] = handles.prepare(part.region(), part.block());
            }
        }
    }

    /**
     * Returns whether there is memory for a small payload: without, no packet may be taken from a link.
     */
    private boolean hasRoom()
    {
        if (DmaRegion.NONE == spareCell)
        {
            spareCell = cells.tryTake();
        }
        if (null == spare && DmaRegion.NONE != spareCell)
        {
            spare = cellHandles.get(cells, spareCell);
        }
        return null != spare;
    }

    /**
     * Makes a buffer, or several that are one message, of the packet that was taken.
     *
     * @param isChecked true if its content may be damaged.
     * @return null if the packet was dropped.
     */
    Buffer open(final PacketReader packet, final boolean isChecked)
    {
        final long header = packet.buffer().getLong(packet.offset());
        final int kind = Packet.kind(header);
        return Packet.INLINE == kind ? small(packet, header) :
            Packet.hasParts(kind) ? large(packet, header, isChecked) : drop(null, DropReason.CORRUPT);
    }

    private Buffer small(final PacketReader packet, final long header)
    {
        final int cell = spareCell;
        final Buffer received = spare;
        spareCell = DmaRegion.NONE;
        spare = null;
        final int length = Packet.payloadLength(header);
        packet.buffer().copyWordsTo(packet.offset() + Packet.HEADER_LENGTH, cells.memory(), cells.offset(cell),
            length + Long.BYTES - 1 & -Long.BYTES);
        cells.receiveOwn(cell);
        part.setCopy(cells, cell, length);
        received.receive(part, length, Packet.sender(header), tag(packet));
        return received;
    }

    private Buffer large(final PacketReader packet, final long header, final boolean isChecked)
    {
        final OffHeapBuffer memory = packet.buffer();
        final int kind = Packet.kind(header);
        final int parts = Packet.parts(header);
        Buffer first = null;
        for (int i = parts - 1; i >= 0; i--)
        {
            part.read(memory, packet.offset() + Packet.length(i), Packet.SHARED == kind);
            if (!part.tryReceive())
            {
                return drop(first, DropReason.STALE);
            }
            if (isChecked && Packet.FILLING != kind && !part.isIntact())
            {
                part.release();
                return drop(first, DropReason.CORRUPT);
            }
            final Buffer received = handles.get(part.region(), part.block(), prepared[i]);
            received.receive(part, Packet.FILLING == kind ? 0 : part.length(), Packet.sender(header), tag(packet));
            received.append(first);
            first = received;
        }
        return first;
    }

    private Buffer drop(final Buffer parts, final DropReason reason)
    {
        drops.count(reason);
        if (null != parts)
        {
            parts.drop();
        }
        return null;
    }

    private static long tag(final PacketReader packet)
    {
        return packet.buffer().getLong(packet.offset() + Long.BYTES);
    }

    @Override
    public String toString()
    {
        return "PacketOpener{cells=" + cells.blocks() + '}';
    }
}
