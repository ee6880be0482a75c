/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Consumer;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;

/**
 * In paranoid mode: the pulses in which the receiver of a link has executed the frames, which the sender compares with
 * the timestamps that it has given them (V1 section 4.1).
 */
final class Acknowledgements
{
    private final int sender;
    private final int receiver;
    private final int mask;
    private final OffHeapBuffer pulses;
    private final Consumer<Throwable> errorHandler;
    private long checked = -1;

    /**
     * @param sender       number of the sending host.
     * @param receiver     number of the receiving host.
     * @param size         slots of the link, a power of two.
     * @param errorHandler told of frames that were executed in another pulse.
     */
    Acknowledgements(final int sender, final int receiver, final int size, final Consumer<Throwable> errorHandler)
    {
        this.sender = sender;
        this.receiver = receiver;
        this.errorHandler = errorHandler;
        mask = size - 1;
        pulses = OffHeapBuffer.allocate((long)size * Long.BYTES);
    }

    /**
     * The receiver has executed a frame; before it gives back the slot, which publishes this.
     */
    void acknowledge(final long sequence, final long pulse)
    {
        pulses.putLong(index(sequence), pulse);
    }

    /**
     * Tells the error handler if a frame was executed in another pulse; for the sender, after the slot was given back.
     */
    void check(final long sequence, final long timestamp)
    {
        if (sequence <= checked)
        {
            return;
        }
        checked = sequence;
        final long pulse = pulses.getLong(index(sequence));
        if (timestamp != pulse)
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
