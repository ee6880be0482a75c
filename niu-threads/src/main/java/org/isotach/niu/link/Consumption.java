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
 * How far the receiver of a link has finished with it. It owns the rule that a place goes back to the sender when its
 * frame was executed and, if the application reads it, finished (docs/protocol.md, section 10).
 * <p>
 * Belongs to the executor of the receiver; the methods that return something are for any thread. The words are in an
 * object of their own: the sender keeps writing to the cache lines of its {@link FrameRing}.
 */
public final class Consumption extends Padded
{
    private static final VarHandle EXECUTED;
    private static final VarHandle LAST_HELD;
    private static final VarHandle FREE_BEFORE_HELD;

    static
    {
        try
        {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            EXECUTED = lookup.findVarHandle(Consumption.class, "executed", long.class);
            LAST_HELD = lookup.findVarHandle(Consumption.class, "lastHeld", long.class);
            FREE_BEFORE_HELD = lookup.findVarHandle(Consumption.class, "freeBeforeHeld", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final FinishedFrames finished;
    private final Doorbell senderDoorbell;
    private long executed = -1;

    // The last frame that the application is to read, and the last one that was free for certain when it was held.
    private long lastHeld = -1;
    private long freeBeforeHeld = -1;

    /**
     * @param finished       of the application of the receiver.
     * @param senderDoorbell of the thread that works for the switch interface unit of the sender.
     */
    Consumption(final FinishedFrames finished, final Doorbell senderDoorbell)
    {
        this.finished = finished;
        this.senderDoorbell = senderDoorbell;
    }

    /**
     * Returns what the application has finished.
     */
    public FinishedFrames finished()
    {
        return finished;
    }

    /**
     * The application is to read a frame, which is being executed; all frames before it are executed.
     */
    void hold(final long sequence)
    {
        if (finished.last() >= lastHeld)
        {
            // Release: those frames have been read, by the application, too. Partner: consumed().
            FREE_BEFORE_HELD.setRelease(this, sequence - 1);
        }
        // Release: the frames before it were executed, also one that the application has finished while the executor
        // was still reading its rest. Partner: consumed().
        LAST_HELD.setRelease(this, sequence);
    }

    /**
     * All frames up to a sequence are executed.
     */
    public void execute(final long sequence)
    {
        // Release: the frames have been executed, and which of them are held. Partners: executed(), consumed().
        EXECUTED.setRelease(this, sequence);
        senderDoorbell.ring();
    }

    /**
     * The receiver is elsewhere, and has said what it has done: instead of {@link #hold} and {@link #execute}.
     *
     * @param allExecuted sequence up to which all frames are executed.
     * @param allConsumed sequence up to which they are finished by the application, too.
     */
    void report(final long allExecuted, final long allConsumed)
    {
        if (allConsumed < allExecuted)
        {
            // Release, as in hold(). Partner: consumed().
            FREE_BEFORE_HELD.setRelease(this, allConsumed);
            LAST_HELD.setRelease(this, allExecuted);
        }
        else
        {
            finished.finish(allExecuted);
        }
        execute(allExecuted);
    }

    /**
     * Returns the sequence up to which all frames are executed, -1 if none is.
     */
    long executed()
    {
        // Acquire. Partner: execute().
        return (long)EXECUTED.getAcquire(this);
    }

    /**
     * Returns a sequence up to which all frames are executed, and finished by the application. While it has more to
     * read, frames between two of those may be left out, so a later call may return less; what an earlier one has
     * returned stays true.
     */
    long consumed()
    {
        // This first: all frames up to here that are held are seen below.
        final long allExecuted = executed();
        // Acquire. Partner: hold().
        final long held = (long)LAST_HELD.getAcquire(this);
        if (held < 0)
        {
            return allExecuted;
        }
        final long lastFinished = finished.last();
        if (lastFinished >= held)
        {
            return allExecuted;
        }
        // Acquire. Partner: hold().
        return Math.max(lastFinished, (long)FREE_BEFORE_HELD.getAcquire(this));
    }

    @Override
    public String toString()
    {
        return "Consumption{executed=" + executed() + ", consumed=" + consumed() + '}';
    }
}
