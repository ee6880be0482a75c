/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Consumer;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;

/**
 * The records of paranoid mode for one link: the numbers that the sender gives its frames, which the receiver compares
 * with those that it expects, and the pulses in which the receiver has executed the frames, which the sender compares
 * with their timestamps (V1 section 4.1).
 */
final class FrameWatch
{
    private final int sender;
    private final int receiver;
    private final int mask;
    private final OffHeapBuffer numbers;
    private final OffHeapBuffer timestamps;
    private final OffHeapBuffer pulses;
    private final Consumer<Throwable> errorHandler;
    private long checked = -1;

    // Used by the receiver.
    private long expectedNumber;

    /**
     * @param sender       number of the sending host.
     * @param receiver     number of the receiving host.
     * @param size         largest number of frames on the link, a power of two.
     * @param errorHandler told of frames that were executed in another pulse.
     */
    FrameWatch(final int sender, final int receiver, final int size, final Consumer<Throwable> errorHandler)
    {
        this.sender = sender;
        this.receiver = receiver;
        this.errorHandler = errorHandler;
        mask = size - 1;
        numbers = OffHeapBuffer.allocate((long)size * Long.BYTES);
        timestamps = OffHeapBuffer.allocate((long)size * Long.BYTES);
        pulses = OffHeapBuffer.allocate((long)size * Long.BYTES);
    }

    /**
     * A frame is about to be put on the link, which publishes its number. There was a credit for it, so the receiver
     * has finished the frame that used the same slot before.
     */
    void sent(final long sequence, final long number, final long timestamp)
    {
        checkUpTo(sequence - mask - 1);
        numbers.putLong(index(sequence), number);
        timestamps.putLong(index(sequence), timestamp);
    }

    /**
     * Returns the number of a frame that is on the link.
     */
    long number(final long sequence)
    {
        return numbers.getLong(index(sequence));
    }

    /**
     * For the receiver: returns the number that a frame must have. The next one must have the next number after the
     * actual one.
     */
    long expectedNumber(final long sequence)
    {
        final long expected = expectedNumber;
        expectedNumber = number(sequence) + 1;
        return expected;
    }

    /**
     * The receiver has executed a frame. Called before it gives the frame back, which publishes this.
     */
    void acknowledge(final long sequence, final long pulse)
    {
        pulses.putLong(index(sequence), pulse);
    }

    /**
     * Tells the error handler of frames that were executed in another pulse; for the sender, after they were executed.
     */
    void checkUpTo(final long sequence)
    {
        while (checked < sequence)
        {
            checked++;
            check(checked);
        }
    }

    private void check(final long sequence)
    {
        final long timestamp = timestamps.getLong(index(sequence));
        final long pulse = pulses.getLong(index(sequence));
        // An isochron that a host issues for itself alone keeps the timestamp of its predecessor.
        if (timestamp != pulse && sender != receiver)
        {
            errorHandler.accept(new IsotachException("host " + receiver + " has executed frame " + sequence +
                " of host " + sender + " in pulse " + pulse + " instead of " + timestamp +
                ": an error in the library, please report it"));
        }
    }

    private int index(final long sequence)
    {
        return ((int)sequence & mask) * Long.BYTES;
    }
}
