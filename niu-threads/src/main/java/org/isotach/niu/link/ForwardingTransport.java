/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.thread.Doorbell;

/**
 * A layer above another transport, which creates what the layer does not.
 */
abstract class ForwardingTransport implements Transport
{
    private final Transport inner;

    /**
     * @param inner the other transport.
     */
    ForwardingTransport(final Transport inner)
    {
        this.inner = inner;
    }

    @Override
    public boolean isOpen(final int receiver)
    {
        return inner.isOpen(receiver);
    }

    @Override
    public FrameRing newRing(
        final int sender,
        final int receiver,
        final LinkSize size,
        final Doorbell senderDoorbell,
        final Doorbell receiverDoorbell)
    {
        return inner.newRing(sender, receiver, size, senderDoorbell, receiverDoorbell);
    }

    @Override
    public FrameCarrier newCarrier(final FrameRing ring, final int receiver)
    {
        return inner.newCarrier(ring, receiver);
    }

    @Override
    public final ReplyLink newReplyLink(final int sender, final int maxSize, final Doorbell receiverDoorbell)
    {
        return inner.newReplyLink(sender, maxSize, receiverDoorbell);
    }

    @Override
    public final DrivenWindow newWindow(final DrivenWindow.Receiver receiver)
    {
        return inner.newWindow(receiver);
    }

    @Override
    public PacketLink newPacketLink(final int sender, final int receiver, final int capacity)
    {
        return inner.newPacketLink(sender, receiver, capacity);
    }
}
