/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Consumer;

import org.isotach.niu.thread.Doorbell;

/**
 * How what one host sends comes to another one, chosen when a cluster is launched: the one seam between hosts that
 * share memory and hosts that do not, or whose links have faults. Frames, results, and bytes of the non-isotach kind go
 * over what it makes; tokens over {@code TokenPaths}. Threadsafe.
 */
public interface Transport
{
    /**
     * Makes the ring of the frames from one host to another, or to itself.
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
     * Makes what brings frames to a ring.
     *
     * @param ring     that was made by this.
     * @param receiver number of the receiving host.
     * @return the ring itself where a frame is there as soon as it is sent.
     */
    FrameCarrier newCarrier(FrameRing ring, int receiver);

    /**
     * Makes the way of results from one host to another.
     *
     * @param sender           number of the sending host.
     * @param maxSize          most results on their way, a power of two.
     * @param receiverDoorbell of the thread that works for the executor of the receiver.
     * @return the link, empty.
     */
    ReplyLink newReplyLink(int sender, int maxSize, Doorbell receiverDoorbell);

    /**
     * Makes a way for bytes that is not there where hosts share memory.
     *
     * @param receiver is given what has arrived.
     * @return the channel, null if hosts share memory.
     */
    ReliableChannel newChannel(Consumer<byte[]> receiver);
}
