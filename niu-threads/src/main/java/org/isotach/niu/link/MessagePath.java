/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * Brings messages to a place that leads to another host: each arrives once, in the order in which they were sent. The
 * thread that sends drives both ends, so that what is sent arrives whatever other threads do, and nothing counts as
 * sent before it is acknowledged (docs/protocol.md, section 17).
 * <p>
 * <b>Note:</b> not threadsafe: it belongs to the unit that ships for the sender.
 */
public interface MessagePath
{
    /**
     * Returns the length of the longest message.
     *
     * @return the length in bytes, a multiple of 8; at least 64.
     */
    int maxMessageLength();

    /**
     * Does what can fail for a message, when nothing is under way: then {@link #claim} does not fail for lack of memory
     * for this message, nor for a shorter one.
     *
     * @param length of the message in bytes, 0..{@link #maxMessageLength}.
     */
    default void prepare(final int length)
    {
        // A path has memory for all its messages, unless it grows with them.
    }

    /**
     * Opens the next message. Works until there is room for it.
     *
     * @param length of the message in bytes, 0..{@link #maxMessageLength}.
     * @return index in bytes of the message in {@link #buffer()}, a multiple of 8.
     */
    int claim(int length);

    /**
     * Returns the memory of the open message.
     *
     * @return the memory, valid until the message is sent.
     */
    OffHeapBuffer buffer();

    /**
     * Sends the open message.
     */
    void commit();

    /**
     * Moves messages on, and sends again what seems to be lost.
     *
     * @return true if everything that was sent is acknowledged.
     */
    boolean work();
}
