/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.thread.Doorbell;

/**
 * The link to a host of another member as its sender sees it: it counts frames and bytes, and holds none. The frames
 * lie on a link at the other member, which is twice as long, so that there is room for whatever is counted here,
 * wherever the next place is (docs/protocol.md, section 19).
 */
public final class RemoteLink extends FrameRing
{
    /**
     * @param sender         number of the sending host.
     * @param size           of the link.
     * @param senderDoorbell of the thread that works for the switch interface unit of the sender.
     */
    RemoteLink(final int sender, final LinkSize size, final Doorbell senderDoorbell)
    {
        super(sender, size, senderDoorbell, senderDoorbell, length -> null);
    }

    /**
     * Returns the size of the link at the member of the receiver.
     *
     * @param size of the link as the sender sees it, at most half as long as a link can be.
     */
    static LinkSize sizeAtReceiver(final LinkSize size)
    {
        return new LinkSize(size.frames(), size.length(), 2 * size.maxLength());
    }

    /**
     * Returns the largest length of the link as its sender sees it.
     *
     * @param size of the link at the member of the receiver.
     */
    static int lengthAtSender(final LinkSize size)
    {
        return size.maxLength() / 2;
    }

    /**
     * The other member says what the receiver has done; for the owner of the trunks.
     *
     * @param executed sequence up to which all frames are executed.
     * @param consumed sequence up to which all of them are given back, too.
     */
    public void credit(final long executed, final long consumed)
    {
        consumption().report(executed, consumed);
    }

    @Override
    public void send(final long place, final long issue, final FrameEntry entry)
    {
        throw new IllegalStateException("the frames of host " + sender() + " go over a trunk");
    }

    @Override
    public String toString()
    {
        return "RemoteLink{sender=" + sender() + ", published=" + published() + ", " + consumption() + '}';
    }
}
