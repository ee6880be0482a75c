/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.thread.Doorbell;

/**
 * The transport between hosts, chosen when a cluster is launched. It is the one seam between hosts that share memory
 * and hosts that do not, or whose links have faults. It creates the carriers of frames, results, and bytes of the
 * non-isotach kind; tokens go over {@code TokenPaths}. Threadsafe.
 */
public interface Transport
{
    /**
     * Returns whether a host can be reached; once it can, that is so for ever.
     *
     * @param receiver number of the host.
     * @return false if it belongs to another member, and that has not joined.
     */
    default boolean isOpen(final int receiver)
    {
        return true;
    }

    /**
     * Creates the ring of the frames from one host to another, or to itself.
     *
     * @param sender           number of the sending host.
     * @param receiver         number of the receiving host.
     * @param size             of the ring.
     * @param senderDoorbell   of the thread that stamps for the sender.
     * @param receiverDoorbell of the thread that works for the executor of the receiver.
     * @return the ring, empty.
     */
    FrameRing newRing(int sender, int receiver, LinkSize size, Doorbell senderDoorbell, Doorbell receiverDoorbell);

    /**
     * Creates the carrier that brings frames to a ring.
     *
     * @param ring     created by this transport.
     * @param receiver number of the receiving host.
     * @return the ring itself if a frame is there as soon as it is sent.
     */
    FrameCarrier newCarrier(FrameRing ring, int receiver);

    /**
     * Creates the link for results from one host to another.
     *
     * @param sender           number of the sending host.
     * @param maxSize          largest number of results on their way, a power of two.
     * @param receiverDoorbell of the thread that works for the executor of the receiver.
     * @return the link, empty.
     */
    ReplyLink newReplyLink(int sender, int maxSize, Doorbell receiverDoorbell);

    /**
     * Creates a window that brings bytes to a place that leads to another host; hosts that share memory need none.
     *
     * @param receiver takes the messages that have arrived.
     * @return the window, null if hosts share memory.
     */
    DrivenWindow newWindow(DrivenWindow.Receiver receiver);

    /**
     * Creates a link for packets from one host to another, or to itself.
     *
     * @param sender   number of the sending host.
     * @param receiver number of the receiving host.
     * @param capacity in bytes, a power of two, {@value RecordRing#MIN_CAPACITY}..2^30.
     * @return the link, empty; without faults if it leads from a host to itself.
     */
    PacketLink newPacketLink(int sender, int receiver, int capacity);
}
