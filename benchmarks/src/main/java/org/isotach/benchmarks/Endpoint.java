/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

/**
 * One end of a connection between two threads, each of which uses one end. A message is the same 64-bit word repeated:
 * the sender writes all of it, and the receiver reads all of it, where the protocol has put it.
 * <p>
 * The counters of an end lie apart from those of the other end ({@link org.isotach.memory.Padded}): two threads that
 * write to one cache line would measure that line.
 */
interface Endpoint
{
    /**
     * Result of {@link #tryReceive()} when there is no message.
     */
    long NONE = Long.MIN_VALUE;

    /**
     * Sends a message if there is room for it.
     *
     * @param word that the message consists of.
     * @return false if there is no room at present.
     */
    boolean trySend(long word);

    /**
     * Receives a message if there is one.
     *
     * @return the sum of its words, or {@link #NONE}.
     */
    long tryReceive();

    /**
     * Sends a message, spinning until there is room.
     *
     * @param word that the message consists of.
     */
    default void send(final long word)
    {
        int attempts = 0;
        while (!trySend(word))
        {
            attempts++;
            SpinningThread.pause(attempts);
        }
    }

    /**
     * Receives a message, spinning until there is one.
     *
     * @return the sum of its words.
     */
    default long receive()
    {
        int attempts = 0;
        long sum = tryReceive();
        while (NONE == sum)
        {
            attempts++;
            SpinningThread.pause(attempts);
            sum = tryReceive();
        }
        return sum;
    }
}
