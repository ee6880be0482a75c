/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * One of two hosts that exchange messages, for its thread. A message consists of one word over and over.
 */
interface PairSide
{
    /**
     * Result of {@link #receive} for a message that does not consist of one word.
     */
    long NOT_ONE_WORD = Long.MIN_VALUE;

    /**
     * Sends a message as soon as there is room for it.
     */
    void send(long word);

    /**
     * Waits for a message and reads all of it.
     *
     * @return the word of the message.
     */
    long receive();

    /**
     * Makes sure that sent messages are on their way.
     */
    default void flush()
    {
    }
}
