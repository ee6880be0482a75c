/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.link.PacketWriter;

/**
 * Puts the packets of one port on links.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class PacketSender extends Padded
{
    private static final int STATUS_LENGTH = Long.BYTES;

    private final int self;
    private final Host[] hosts;
    private final Card card;
    private final AmCounters counters;
    private final long key;
    private final boolean hasStatusPackets;
    private long broadcasts;

    PacketSender(final int self, final Program program, final Card card, final AmCounters counters)
    {
        this.self = self;
        this.card = card;
        this.counters = counters;
        hosts = program.hosts();
        key = program.key();
        hasStatusPackets = program.context().variants().hasStatusPackets;
    }

    long key()
    {
        return key;
    }

    /**
     * Makes the link to another host, if there is none: it may throw, and nothing is sent then.
     */
    void connect(final int target)
    {
        card.writer(target);
    }

    /**
     * Sends a packet that stays where it is.
     *
     * @return false if the link has no room.
     */
    boolean tryPut(final int target, final OffHeapBuffer buffer, final int offset, final int length)
    {
        final PacketWriter writer = card.writer(target);
        final int place = writer.tryClaimAnew(length);
        if (PacketWriter.NO_ROOM == place)
        {
            return false;
        }
        AmPacket.copy(buffer, offset, writer.buffer(), place, length);
        writer.commit();
        sent(target, writer);
        return true;
    }

    /**
     * Sends four words.
     *
     * @param what see {@link AmPacket#what(int, int, int)}.
     * @return false if the link has no room.
     */
    boolean trySend(
        final int target,
        final long what,
        final long id,
        final long a0,
        final long a1,
        final long a2,
        final long a3)
    {
        final PacketWriter writer = card.writer(target);
        if (!writer.trySendLine(key, what, id, a0, a1, a2, a3))
        {
            return false;
        }
        sent(target, writer);
        return true;
    }

    private void sent(final int target, final PacketWriter writer)
    {
        card.wake(target);
        if (hasStatusPackets && PacketWriter.NO_ROOM != writer.tryClaim(STATUS_LENGTH))
        {
            writer.commit();
        }
    }

    /**
     * Sends four words, or bytes, to all other hosts that are there: no window, no reply.
     *
     * @param source null for words.
     * @return to how many hosts.
     */
    int broadcast(
        final int handler,
        final long a0,
        final long a1,
        final long a2,
        final long a3,
        final OffHeapBuffer source,
        final int sourceOffset)
    {
        // All links first: there may be no memory for one, and a broadcast that is tried again is another one.
        for (int target = 0; target < hosts.length; target++)
        {
            if (mayReach(target))
            {
                connect(target);
            }
        }
        broadcasts++;
        int sent = 0;
        final int type = null == source ? AmPacket.BROADCAST : AmPacket.BROADCAST_TRANSFER;
        final int length = null == source ? 0 : (int)a2;
        for (int target = 0; target < hosts.length; target++)
        {
            if (!mayReach(target))
            {
                continue;
            }
            final PacketWriter writer = card.writer(target);
            final int offset = writer.tryClaimAnew(AmPacket.length(length));
            if (PacketWriter.NO_ROOM == offset)
            {
                counters.noRoom();
                continue;
            }
            AmPacket.write(writer.buffer(), offset, key, AmPacket.what(type, 0, handler), broadcasts, a0, a1, a2,
                null == source ? a3 : length);
            if (length > 0)
            {
                source.copyTo(sourceOffset, writer.buffer(), offset + AmPacket.HEADER_LENGTH, length);
            }
            writer.commit();
            card.wake(target);
            counters.broadcast();
            sent++;
        }
        return sent;
    }

    private boolean mayReach(final int target)
    {
        return target != self && !hosts[target].isExpelled();
    }
}
