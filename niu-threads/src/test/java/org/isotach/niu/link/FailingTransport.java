/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.thread.Doorbell;

/**
 * Shared memory in which there is, once, no memory for the frames to one host.
 */
public final class FailingTransport extends ForwardingTransport
{
    private final int failing;
    private int before;

    /**
     * @param receiver number of the host.
     */
    public FailingTransport(final int receiver)
    {
        this(receiver, 0);
    }

    /**
     * @param receiver number of the host.
     * @param before   links to it for which there is memory, in front of the one for which there is none.
     */
    public FailingTransport(final int receiver, final int before)
    {
        super(new SharedMemoryTransport());
        failing = receiver;
        this.before = before;
    }

    @Override
    public FrameRing newRing(
        final int sender,
        final int receiver,
        final LinkSize size,
        final Doorbell senderDoorbell,
        final Doorbell receiverDoorbell)
    {
        if (receiver == failing && 0 == before--)
        {
            throw new OutOfMemoryError("link to host " + receiver);
        }
        return super.newRing(sender, receiver, size, senderDoorbell, receiverDoorbell);
    }
}
