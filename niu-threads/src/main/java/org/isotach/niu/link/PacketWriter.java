/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * The sending end of a {@link PacketLink}. A packet is written in place, between {@link #tryClaim} and {@link #commit}.
 * <p>
 * <b>Note:</b> not threadsafe: it belongs to one thread of the sending host at a time.
 */
public interface PacketWriter
{
    /**
     * In place of an index: there is no room.
     */
    int NO_ROOM = -1;

    /**
     * Opens the next packet, if there is room for it.
     *
     * @param length of the packet in bytes, 0..{@link PacketLink#maxPacketLength}.
     * @return index in bytes of the packet in {@link #buffer()}, a multiple of 8; {@link #NO_ROOM} if the receiver has
     * to read others first.
     */
    int tryClaim(int length);

    /**
     * Does the same as {@link #tryClaim}, and first gives up a packet that is still open: if the stack of a caller, or
     * of a handler, has ended behind its claim, the link must go on.
     *
     * @param length of the packet in bytes.
     * @return as of {@link #tryClaim}.
     */
    default int tryClaimAnew(final int length)
    {
        drop();
        return tryClaim(length);
    }

    /**
     * Returns the memory of the claimed packet.
     *
     * @return always the same object.
     */
    OffHeapBuffer buffer();

    /**
     * Sends the claimed packet. Release: what was written to it, and everything before. Partner: {@link
     * PacketReader#next()}.
     */
    void commit();

    /**
     * Gives up the claimed packet: nothing is sent.
     */
    void abort();

    /**
     * Gives up the claimed packet, if there is one: an exception may have left it behind.
     */
    void drop();

    /**
     * Lets one tick of the time of a link with faults pass: packets that are late go on. A link without faults does
     * nothing.
     */
    void tick();
}
