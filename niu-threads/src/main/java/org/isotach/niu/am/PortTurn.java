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

    // Null until the end of the cluster, or of the host.
    private volatile Runnable end;

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
        // Acquire: what the other thread has done with the port. Partner: release().
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
            release();
            runEnd();
        }
    }

    private void release()
    {
        owner = null;
        // Release: what was done with the port. Partner: tryEnter().
        isTaken.set(false);
    }

    /**
     * Does something in a turn, unless another thread has it: that one finds out, too.
     */
    void tryRun(final Runnable task)
    {
        if (isMine())
        {
            task.run();
        }
        else if (tryEnter())
        {
            try
            {
                task.run();
            }
            finally
            {
                exit();
            }
        }
    }

    /**
     * Does something in a turn, now and after each turn to come. If another thread has the turn, that one does it when
     * its turn ends. Not for a thread that has it.
     */
    void endWith(final Runnable task)
    {
        // Volatile: one thread writes this and then looks at the turn, the other one gives the turn back and then looks
        // at this. So at least one of them finds what the other one has written. Partner: runEnd(), called by exit().
        end = task;
        runEnd();
    }

    /**
     * Returns whether {@link #endWith} was called.
     */
    boolean hasEnded()
    {
        return isShared && null != end;
    }

    private void runEnd()
    {
        // Volatile, behind release(). Partner: endWith().
        final Runnable task = end;
        if (null != task && tryEnter())
        {
            try
            {
                task.run();
            }
            finally
            {
                release();
            }
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
