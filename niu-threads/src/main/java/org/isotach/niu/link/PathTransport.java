/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.thread.Doorbell;

/**
 * Frames go over paths of messages, everything else over another transport. A host has no path to itself.
 */
public final class PathTransport implements Transport
{
    private final Transport links;
    private final MessagePaths paths;

    /**
     * @param links carries everything but frames.
     * @param paths for frames.
     */
    public PathTransport(final Transport links, final MessagePaths paths)
    {
        this.links = links;
        this.paths = paths;
    }

    @Override
    public FrameRing newRing(
        final int sender,
        final int receiver,
        final LinkSize size,
        final Doorbell senderDoorbell,
        final Doorbell receiverDoorbell)
    {
        return links.newRing(sender, receiver, size, senderDoorbell, receiverDoorbell);
    }

    @Override
    public FrameCarrier newCarrier(final FrameRing ring, final int receiver)
    {
        final int sender = ring.sender();
        return sender == receiver ? ring :
            new FrameChannel(ring, taker -> paths.newPath(sender, receiver, taker));
    }

    @Override
    public ReplyLink newReplyLink(final int sender, final int maxSize, final Doorbell receiverDoorbell)
    {
        return links.newReplyLink(sender, maxSize, receiverDoorbell);
    }

    @Override
    public DrivenWindow newWindow(final DrivenWindow.Receiver receiver)
    {
        return links.newWindow(receiver);
    }

    @Override
    public PacketLink newPacketLink(final int sender, final int receiver, final int capacity)
    {
        return links.newPacketLink(sender, receiver, capacity);
    }
}
