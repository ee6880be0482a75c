/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.thread.Doorbell;

/**
 * For hosts that share memory: a frame is sent by writing it where its receiver reads it.
 */
public final class SharedMemoryTransport implements Transport
{
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
        return ring;
    }

    @Override
    public ReplyLink newReplyLink(final int sender, final int maxSize, final Doorbell receiverDoorbell)
    {
        return new ReplyLink(sender, maxSize, receiverDoorbell);
    }

    @Override
    public DrivenWindow newWindow(final DrivenWindow.Receiver receiver)
    {
        return null;
    }

    @Override
    public PacketLink newPacketLink(final int sender, final int receiver, final int capacity)
    {
        return new RecordRing(capacity);
    }
}
