/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.Padded;
import org.isotach.niu.thread.Doorbell;

/**
 * How far the application of the receiver has finished the frames of a link that it reads. Belongs to the application
 * thread that receives, except for {@link #last}.
 */
public final class FinishedFrames extends Padded
{
    private final int sender;
    private final Doorbell senderDoorbell;

    // Written with each frame that the application finishes. On lines of its own: the sender reads what may lie behind
    // this object with each frame.
    private final Sequence last = new Sequence();

    /**
     * @param sender         number of the sending host.
     * @param senderDoorbell of the thread that works for the switch interface unit of the sender.
     */
    FinishedFrames(final int sender, final Doorbell senderDoorbell)
    {
        this.sender = sender;
        this.senderDoorbell = senderDoorbell;
    }

    /**
     * Returns the number of the sending host.
     */
    public int sender()
    {
        return sender;
    }

    /**
     * The application has finished a frame, and all frames of the link that it was given before.
     *
     * @param sequence of the frame on its link.
     */
    public void finish(final long sequence)
    {
        // Release: the frame was read. Partner: last().
        last.set(sequence);
        senderDoorbell.ring();
    }

    /**
     * Returns the sequence of the last frame that was finished, -1 if there is none. Any thread may call it.
     */
    long last()
    {
        // Acquire. Partner: finish().
        return last.get();
    }

    @Override
    public String toString()
    {
        return "FinishedFrames{sender=" + sender + ", last=" + last() + '}';
    }
}
