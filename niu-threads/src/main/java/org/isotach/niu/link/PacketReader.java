/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * The receiving end of a {@link PacketLink}. Every packet that it gives is intact.
 * <p>
 * <b>Note:</b> not threadsafe: it belongs to one thread of the receiving host at a time.
 */
public interface PacketReader
{
    /**
     * Gives the previous packet back to the sender, and moves to the next one. Acquire: the packet, and everything that
     * its sender did before. Partner: {@link PacketWriter#commit()}.
     *
     * @return false if there is none at present.
     */
    boolean next();

    /**
     * Returns whether {@link #next()} may find a packet, or has one to give back: for an owner that looks more often
     * than something comes. Acquire, as {@link #next()}.
     *
     * @return false if it would do nothing at present.
     */
    default boolean mayHaveNext()
    {
        return true;
    }

    /**
     * Returns whether a look that was made before may have found more packets behind the current one. So who takes
     * packets while there are some, and then calls {@link #release()}, looks once for all of them.
     *
     * @return false if the next one has to be looked for; never for readers that have to be asked until they say that
     * there is none.
     */
    default boolean hasFoundMore()
    {
        return true;
    }

    /**
     * Gives the current packet, if there is one, back to the sender now, and not with the next one.
     */
    default void release()
    {
        // With the next one.
    }

    /**
     * Returns the memory of the current packet, which must not be written.
     *
     * @return the memory.
     */
    OffHeapBuffer buffer();

    /**
     * Returns the index in bytes of the current packet, a multiple of 8.
     *
     * @return the index.
     */
    int offset();

    /**
     * Returns the length of the current packet.
     *
     * @return the length in bytes.
     */
    int length();

    /**
     * Returns the number of packets that were dropped because they were not intact.
     *
     * @return number of packets, 0 for a link without faults.
     */
    long corruptPackets();
}
