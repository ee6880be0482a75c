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
     * Length in bytes of what {@link #trySendLine} sends.
     */
    int LINE_LENGTH = OffHeapBuffer.CACHE_LINE_LENGTH - Long.BYTES;

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
     * Sends a packet of seven words, which is as long as one cache line of a ring with the header of its record. A
     * packet that is still open is given up first, as by {@link #tryClaimAnew}.
     *
     * @param first   word 0.
     * @param second  word 1.
     * @param third   word 2.
     * @param fourth  word 3.
     * @param fifth   word 4.
     * @param sixth   word 5.
     * @param seventh word 6.
     * @return false if there is no room: nothing is sent.
     */
    default boolean trySendLine(
        final long first,
        final long second,
        final long third,
        final long fourth,
        final long fifth,
        final long sixth,
        final long seventh)
    {
        final int index = tryClaimAnew(LINE_LENGTH);
        if (NO_ROOM == index)
        {
            return false;
        }
        buffer().putLongs(index, first, second, third, fourth);
        buffer().putLongs(index + 3 * Long.BYTES, fourth, fifth, sixth, seventh);
        commit();
        return true;
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
