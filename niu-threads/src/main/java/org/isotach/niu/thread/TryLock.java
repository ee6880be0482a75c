/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;

/**
 * The right to work with state that belongs to one thread at a time. A thread that does not get it leaves the work to
 * the owner. It waits only for a moment, in {@link #tryEnterSoon()} and {@link #tryEnterPatiently()}, in {@code
 * Issuer.confirm}, at the end of issuing, and while another owner does what it has deferred itself.
 * <p>
 * Taken by compare-and-set (acquire), given back by a release store: the next owner sees everything that the previous
 * one did. An owner may defer work: the next one does it before anything else, unless the thread that has deferred it
 * resumes before that. While the owner is inside a handler, which may never return, the right can be revoked; the owner
 * finds that out before it touches anything (docs/protocol.md, section 18).
 */
public final class TryLock extends Padded
{
    private static final int FREE = 0;
    private static final int OWNED = 1;

    // There is no owner, and the next one does the deferred work.
    private static final int DEFERRED = 2;
    private static final int IN_HANDLER = 3;
    private static final int REVOKED = 4;
    private static final int MAX_PAUSES = 16;

    // Some microseconds at first, where a pause takes 25 ns or more. In that time an owner that returns again and again
    // does 20 short turns, with the lines of the host in its cache. With waits of a few pauses two threads would take
    // turns, and the lines with them.
    private static final int FIRST_PATIENT_PAUSES = 128;
    private static final int MAX_PATIENT_PAUSES = 512;
    private static final VarHandle STATE;

    static
    {
        try
        {
            STATE = MethodHandles.lookup().findVarHandle(TryLock.class, "state", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private int state;

    // Written by the owner before it says that it has deferred it.
    private Runnable deferred;

    // Written by the owner before it says that it is inside a handler.
    private Thread handlerThread;
    private long handlerCount;

    public boolean tryEnter()
    {
        // The read keeps the cache line shared while another thread is the owner. Partner of the release in exit().
        final int seen = (int)STATE.getOpaque(this);
        return FREE == seen && STATE.compareAndSet(this, FREE, OWNED) || DEFERRED == seen && tryEnterDeferred();
    }

    private boolean tryEnterFree()
    {
        // As in tryEnter().
        return FREE == (int)STATE.getOpaque(this) && STATE.compareAndSet(this, FREE, OWNED);
    }

    private boolean tryEnterDeferred()
    {
        // Either this or tryResume() succeeds. Partner of the release in exitDeferring().
        if (!STATE.compareAndSet(this, DEFERRED, OWNED))
        {
            return false;
        }
        boolean isDone = false;
        try
        {
            deferred.run();
            isDone = true;
            return true;
        }
        finally
        {
            if (!isDone)
            {
                // For want of memory or stack. The next owner does it. Partners: as in exitDeferring().
                STATE.setRelease(this, DEFERRED);
            }
        }
    }

    /**
     * Does the same as {@link #tryEnter()}, for a thread that cannot go on without it. It waits for a moment for an
     * owner that is working, each time twice as long, because every look takes the cache line away from the owner. It
     * does not wait for an owner inside a handler.
     */
    public boolean tryEnterSoon()
    {
        return tryEnter() || tryEnterAfter(1, MAX_PAUSES);
    }

    /**
     * Does the same as {@link #tryEnterSoon()}, for a thread to which the right is worth more. After a first moment it
     * waits longer, so that an owner that returns again and again does many of its turns in a row. In the first moment
     * a thread that has deferred work may resume: it mostly returns soon, and does less than another one would.
     */
    public boolean tryEnterPatiently()
    {
        return tryEnterFree() || tryEnterAfter(1, 1) || tryEnterAfter(FIRST_PATIENT_PAUSES, MAX_PATIENT_PAUSES);
    }

    private boolean tryEnterAfter(final int firstPauses, final int maxPauses)
    {
        boolean isEntered = false;
        for (int pauses = firstPauses; !isEntered && pauses <= maxPauses && isAtWork(); pauses *= 2)
        {
            for (int i = 0; i < pauses; i++)
            {
                Thread.onSpinWait();
            }
            isEntered = tryEnter();
        }
        return isEntered;
    }

    private boolean isAtWork()
    {
        return (int)STATE.getOpaque(this) <= DEFERRED;
    }

    /**
     * Returns whether there is no owner. If so, the caller sees everything that earlier owners did, and later owners
     * see everything that the caller has written in volatile mode before (docs/protocol.md, section 13).
     */
    public boolean isFree()
    {
        // Volatile. Partners: exit(), exitDeferring(), and the compare-and-set in tryEnter() and tryResume().
        final int seen = (int)STATE.getVolatile(this);
        return FREE == seen || DEFERRED == seen;
    }

    public void exit()
    {
        // A plain read: only the owner changes the state outside of handlers, and an owner that was inside one has
        // checked after it.
        if (OWNED == state)
        {
            // Publishes everything that was done as owner to the next thread that succeeds in tryEnter().
            STATE.setRelease(this, FREE);
        }
        else
        {
            // Revoked; or the owner had no stack left for leaveHandler(). Then, as there, either this succeeds or
            // tryRevoke(): a store could give back what another thread has just got.
            STATE.compareAndSet(this, IN_HANDLER, FREE);
        }
    }

    /**
     * Gives the right back, and defers work. The next owner does it before {@link #tryEnter()} returns true; if it
     * throws, the one after that. {@link #tryResume} does not do it.
     */
    public void exitDeferring(final Runnable work)
    {
        if (work != deferred)
        {
            deferred = work;
        }
        // Publishes the work, and everything that was done as owner. Partners: tryEnterDeferred(), tryResume().
        STATE.setRelease(this, DEFERRED);
    }

    /**
     * Makes the thread that has deferred work the owner again, if nobody was since.
     *
     * @return false if the work is done, or about to be done, by another owner.
     */
    public boolean tryResume(final Runnable work)
    {
        // Either this or tryEnterDeferred() succeeds. Partner of the release in exitDeferring().
        if (!STATE.compareAndSet(this, DEFERRED, OWNED))
        {
            return false;
        }
        if (work != deferred)
        {
            // That of another thread. Partners: as in exitDeferring().
            STATE.setRelease(this, DEFERRED);
            return false;
        }
        return true;
    }

    /**
     * The owner is about to run code of the application.
     *
     * @return false if it is inside a handler already: {@link #leaveHandler()} must not be called.
     */
    boolean enterHandler()
    {
        if (OWNED != state)
        {
            return false;
        }
        handlerThread = Thread.currentThread();
        handlerCount++;
        // Release: everything that was done as owner, for the thread that revokes. Partners: tryRevoke(),
        // handlerThread(), handlerCount().
        STATE.setRelease(this, IN_HANDLER);
        return true;
    }

    /**
     * The handler has returned.
     *
     * @return false if the right was revoked meanwhile: the thread is no longer the owner, and must not touch anything.
     */
    boolean leaveHandler()
    {
        // Either this or the compare-and-set of tryRevoke() succeeds.
        return STATE.compareAndSet(this, IN_HANDLER, OWNED);
    }

    /**
     * Takes the right away from an owner that is inside a handler, for ever: no thread enters any more.
     *
     * @return the thread that is inside the handler, null if there is none.
     */
    public Thread tryRevoke()
    {
        return STATE.compareAndSet(this, IN_HANDLER, REVOKED) ? handlerThread : null;
    }

    /**
     * Returns the thread that is inside a handler, for messages; null if none is.
     */
    public Thread handlerThread()
    {
        // Acquire. Partner: enterHandler().
        return IN_HANDLER == (int)STATE.getAcquire(this) ? handlerThread : null;
    }

    /**
     * Returns the number of the handler that the owner is in, for messages; 0 if it is in none.
     */
    public long handlerCount()
    {
        // Acquire. Partner: enterHandler().
        return IN_HANDLER == (int)STATE.getAcquire(this) ? handlerCount : 0;
    }
}
