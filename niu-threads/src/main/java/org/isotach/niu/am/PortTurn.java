/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.memory.Padded;

/**
 * Decides which of two threads uses a port: that of the application, or that of the cluster ({@link Progress#CLUSTER}).
 * Without the latter there is nothing to decide.
 */
final class PortTurn extends Padded
{
    private final boolean isShared;
    private final AtomicBoolean isTaken = new AtomicBoolean();

    // Written by the thread whose turn it is: so a thread that finds itself here has the turn.
    private Thread owner;

    PortTurn(final Progress progress)
    {
        isShared = Progress.CLUSTER == progress;
    }

    /**
     * Returns whether there are two threads.
     */
    boolean isShared()
    {
        return isShared;
    }

    /**
     * Takes the turn.
     *
     * @return false if another thread has it, or the calling one already.
     */
    boolean tryEnter()
    {
        if (!isShared)
        {
            return true;
        }
        // Acquire: what the other thread has done with the port. Partner: exit().
        if (isTaken.get() || !isTaken.compareAndSet(false, true))
        {
            return false;
        }
        owner = Thread.currentThread();
        return true;
    }

    /**
     * Takes the turn, and waits for the end of the handler that is running. Not for a thread that has it.
     */
    void enter()
    {
        while (!tryEnter())
        {
            Thread.yield();
        }
    }

    void exit()
    {
        if (isShared)
        {
            owner = null;
            // Release: what was done with the port. Partner: tryEnter().
            isTaken.set(false);
        }
    }

    /**
     * Returns whether the calling thread has the turn, where there are two threads.
     */
    boolean isMine()
    {
        return isShared && owner == Thread.currentThread();
    }

    @Override
    public String toString()
    {
        return "PortTurn{shared=" + isShared + ", taken=" + isTaken + '}';
    }
}
