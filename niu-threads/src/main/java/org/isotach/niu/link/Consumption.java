/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;
import org.isotach.niu.thread.Doorbell;

/**
 * How far the receiver of a link has finished with it: the words that it writes, in an object of their own. The sender
 * keeps writing to the cache lines of its {@link FrameRing}, so the receiver does not touch that object.
 */
public final class Consumption extends Padded
{
    private static final VarHandle CONSUMED;
    private static final VarHandle EXECUTED_WHILE_HELD;

    static
    {
        try
        {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            CONSUMED = lookup.findVarHandle(Consumption.class, "consumed", long.class);
            EXECUTED_WHILE_HELD = lookup.findVarHandle(Consumption.class, "executedWhileHeld", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final Doorbell senderDoorbell;
    private long consumed = -1;
    private long executedWhileHeld = -1;

    /**
     * @param senderDoorbell of the thread that works for the switch interface unit of the sender.
     */
    Consumption(final Doorbell senderDoorbell)
    {
        this.senderDoorbell = senderDoorbell;
    }

    /**
     * Gives the places of frames up to a sequence back to the sender; for the receiver.
     */
    public void release(final long sequence)
    {
        // Release: the frames have been read. Partner: consumed().
        CONSUMED.setRelease(this, sequence);
        senderDoorbell.ring();
    }

    /**
     * Notes how far the receiver has executed beyond what it can give back; for the receiver.
     */
    void executedWhileHeld(final long sequence)
    {
        // Release: the frames have been executed. Partner: executed().
        EXECUTED_WHILE_HELD.setRelease(this, sequence);
    }

    /**
     * Returns the sequence up to which the receiver, and its application, have finished all frames.
     */
    long consumed()
    {
        // Acquire: the frames have been read. Partner: release().
        return (long)CONSUMED.getAcquire(this);
    }

    /**
     * Returns the sequence of the last frame that the receiver has executed.
     */
    long executed()
    {
        // Acquire. Partner: executedWhileHeld().
        return Math.max(consumed(), (long)EXECUTED_WHILE_HELD.getAcquire(this));
    }

    @Override
    public String toString()
    {
        return "Consumption{consumed=" + consumed() + ", executed=" + executed() + '}';
    }
}
