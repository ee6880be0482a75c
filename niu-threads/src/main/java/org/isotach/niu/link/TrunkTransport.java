/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.thread.Doorbell;

/**
 * For a cluster with members: frames for hosts of other members go over trunks, everything else as it would without
 * members.
 */
public final class TrunkTransport extends ForwardingTransport
{
    /**
     * Leads to one host.
     */
    private static final class Carrier implements FrameCarrier
    {
        private final RemoteLink link;
        private final TrunkFrames frames;

        Carrier(final RemoteLink link, final TrunkFrames frames)
        {
            this.link = link;
            this.frames = frames;
        }

        @Override
        public void prepare(final FrameEntry entry)
        {
            frames.prepare(entry);
        }

        @Override
        public void send(final long place, final long issue, final FrameEntry entry)
        {
            link.count(issue);
            frames.send(issue, entry);
            if (entry.isLast)
            {
                // It goes to a link of its own there, and nobody says when it was executed.
                link.credit(link.published(), link.published());
            }
        }

        @Override
        public boolean work()
        {
            return frames.flush();
        }
    }

    private final HostsOfMembers hosts;
    private final Trunk[] trunks;
    private final Sequence[] lastPositions;
    private final LongConsumer wanted;
    private final IntFunction<OffHeapBuffer> memory;
    private final AtomicIntegerArray openMembers;

    // Set before any thread works for a unit.
    private FrameToken token;

    // By sending host and receiving member; written by the unit that stamps for the host.
    private final TrunkFrames[][] frames;

    /**
     * @param inside        brings everything that stays inside the member.
     * @param hosts         of all members.
     * @param trunks        to each other member, null for the own one.
     * @param lastPositions of each trunk: behind the last frame that was put on it.
     * @param wanted        told of the timestamp of each notice, and of each frame without a token.
     */
    public TrunkTransport(
        final Transport inside,
        final HostsOfMembers hosts,
        final Trunk[] trunks,
        final Sequence[] lastPositions,
        final LongConsumer wanted)
    {
        this(inside, hosts, trunks, lastPositions, wanted, OffHeapBuffer::allocate);
    }

    /**
     * See the other constructor.
     *
     * @param memory creates memory for what trunks refuse, given its length in bytes.
     */
    TrunkTransport(
        final Transport inside,
        final HostsOfMembers hosts,
        final Trunk[] trunks,
        final Sequence[] lastPositions,
        final LongConsumer wanted,
        final IntFunction<OffHeapBuffer> memory)
    {
        super(inside);
        this.memory = memory;
        this.hosts = hosts;
        this.trunks = trunks;
        this.lastPositions = lastPositions;
        this.wanted = wanted;
        openMembers = new AtomicIntegerArray(hosts.memberCount());
        frames = new TrunkFrames[hosts.hostCount()][hosts.memberCount()];
    }

    /**
     * Lets frames carry tokens.
     */
    public void connect(final FrameToken frameToken)
    {
        token = frameToken;
    }

    /**
     * All members have joined, or that one is out, and what goes there is dropped: frames may go there. Any thread may
     * call it.
     */
    public void open(final int member)
    {
        // Volatile. Partner: isOpen().
        openMembers.set(member, 1);
    }

    @Override
    public boolean isOpen(final int receiver)
    {
        return hosts.isOwn(receiver) || 0 != openMembers.get(hosts.memberOf(receiver));
    }

    @Override
    public FrameRing newRing(
        final int sender,
        final int receiver,
        final LinkSize size,
        final Doorbell senderDoorbell,
        final Doorbell receiverDoorbell)
    {
        return hosts.isOwn(receiver) ? super.newRing(sender, receiver, size, senderDoorbell, receiverDoorbell) :
            new RemoteLink(sender, size, senderDoorbell);
    }

    @Override
    public FrameCarrier newCarrier(final FrameRing ring, final int receiver)
    {
        return hosts.isOwn(receiver) ? super.newCarrier(ring, receiver) :
            new Carrier((RemoteLink)ring, framesTo(ring.sender(), hosts.memberOf(receiver)));
    }

    /**
     * Sends a notice behind the frames of its host; for the unit that ships for the host, which has a link to a host of
     * the member.
     */
    public void sendNotice(final int sender, final int member, final long pulse, final long notice)
    {
        frames[sender][member].sendNotice(pulse, notice);
    }

    private TrunkFrames framesTo(final int sender, final int member)
    {
        if (null == frames[sender][member])
        {
            final TrunkQueue queue =
                new TrunkQueue(trunks[member], lastPositions[member], TrunkFrames.noticeReserve(), memory);
            frames[sender][member] = new TrunkFrames(sender, member, hosts, queue, wanted, token);
        }
        return frames[sender][member];
    }

    @Override
    public PacketLink newPacketLink(final int sender, final int receiver, final int capacity)
    {
        if (!hosts.isOwn(sender) || !hosts.isOwn(receiver))
        {
            throw new IllegalArgumentException("packets from host " + sender + " to host " + receiver +
                ": they belong to different members; packets stay inside a member");
        }
        return super.newPacketLink(sender, receiver, capacity);
    }
}
