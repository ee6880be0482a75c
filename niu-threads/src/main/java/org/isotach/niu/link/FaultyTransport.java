/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.thread.Doorbell;

/**
 * Links that lose, duplicate, reorder and corrupt packets, and still deliver everything that is sent: wires with faults
 * lead to the rings (docs/protocol.md, section 17). A host has no wire to itself.
 */
public final class FaultyTransport implements Transport
{
    private final FaultInjector injector;

    /**
     * @param injector makes the faults.
     */
    public FaultyTransport(final FaultInjector injector)
    {
        this.injector = injector;
    }

    @Override
    public FrameRing newRing(
        final int sender,
        final int receiver,
        final LinkSize size,
        final Doorbell senderDoorbell,
        final Doorbell receiverDoorbell)
    {
        return new FrameRing(sender, size, senderDoorbell, receiverDoorbell);
    }

    @Override
    public FrameCarrier newCarrier(final FrameRing ring, final int receiver)
    {
        return ring.sender() == receiver ? ring :
            new FrameChannel(ring, taker -> new DrivenWindow(injector, taker));
    }

    @Override
    public ReplyLink newReplyLink(final int sender, final int maxSize, final Doorbell receiverDoorbell)
    {
        return new FaultyReplyLink(sender, maxSize, receiverDoorbell, injector);
    }

    @Override
    public DrivenWindow newWindow(final DrivenWindow.Receiver receiver)
    {
        return new DrivenWindow(injector, receiver);
    }

    @Override
    public PacketLink newPacketLink(final int sender, final int receiver, final int capacity)
    {
        return sender == receiver ? new RecordRing(capacity) :
            new FaultyPacketLink(capacity, injector.newGenerator());
    }
}
