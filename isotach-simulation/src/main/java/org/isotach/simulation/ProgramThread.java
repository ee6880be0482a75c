/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that waits, on a thread of its own. Only one thread of a run works at a time: this one works from {@link
 * #step()} until it pauses or waits.
 */
final class ProgramThread implements Program
{
    // So often the end of the run may be caught.
    private static final int MAX_CAUGHT = 1000;

    private final Semaphore turn = new Semaphore(0);
    private final Semaphore done = new Semaphore(0);
    private final Thread thread;
    private Object waitingFor;
    private Throwable failure;
    private boolean isStarted;
    private boolean isFinished;
    private boolean isAbandoned;
    private int caught;

    ProgramThread(final String name, final ThreadBody body)
    {
        thread = new Thread(() -> run(body), name);
        thread.setDaemon(true);
    }

    @Override
    public boolean step() throws Exception
    {
        waitingFor = null;
        if (isStarted)
        {
            turn.release();
        }
        else
        {
            isStarted = true;
            thread.start();
        }
        done.acquireUninterruptibly();
        if (failure instanceof Error error)
        {
            throw error;
        }
        if (null != failure)
        {
            throw (Exception)failure;
        }
        return isFinished;
    }

    /**
     * Returns whether the last step ended because the program had to wait.
     */
    boolean isWaiting()
    {
        return null != waitingFor;
    }

    boolean isCurrent()
    {
        return Thread.currentThread() == thread;
    }

    /**
     * For the thread itself: lets others go on.
     *
     * @param what names what it waits for, null for nothing.
     */
    void yield(final Object what)
    {
        // A handler may have caught it the first time.
        checkNotAbandoned();
        waitingFor = what;
        done.release();
        turn.acquireUninterruptibly();
        checkNotAbandoned();
    }

    private void checkNotAbandoned()
    {
        if (isAbandoned)
        {
            if (caught++ == MAX_CAUGHT)
            {
                stay();
            }
            throw new RunEnded();
        }
    }

    /**
     * The run ends without the thread, which catches everything that could end it.
     */
    private void stay()
    {
        done.release();
        while (true)
        {
            LockSupport.park(this);
            // The status would let it spin.
            Thread.interrupted();
        }
    }

    /**
     * Ends the thread if it has not ended. One that catches that again and again stays, and does nothing any more.
     */
    void abandon()
    {
        if (isStarted && !isFinished)
        {
            isAbandoned = true;
            turn.release();
            done.acquireUninterruptibly();
        }
    }

    private void run(final ThreadBody body)
    {
        try
        {
            body.run();
        }
        catch (final RunEnded ex)
        {
            // Expected: the run has ended.
        }
        catch (final Throwable ex)
        {
            failure = ex;
        }
        finally
        {
            isFinished = true;
            done.release();
        }
    }

    @Override
    public String toString()
    {
        return isWaiting() ? "waits for " + waitingFor : "is working";
    }
}
