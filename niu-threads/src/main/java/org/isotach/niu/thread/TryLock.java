/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;

/**
 * The right to work with state that belongs to one thread at a time. Whoever does not get it leaves the work to the
 * owner, and does not wait; but for {@code Issuer.confirm}, at the end of issuing.
 * <p>
 * Taken by compare-and-set (acquire), given back by a release store: the next owner sees everything that the previous
 * one did. While the owner is inside a handler, which may never return, the right can be revoked; the owner finds that
 * out before it touches anything (docs/protocol.md, section 18).
 */
public final class TryLock extends Padded
{
    private static final int FREE = 0;
    private static final int OWNED = 1;
    private static final int IN_HANDLER = 2;
    private static final int REVOKED = 3;
    private static final int MAX_PAUSES = 16;
    private static final int MAX_PATIENT_PAUSES = 256;
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

    // Written by the owner before it says that it is inside a handler.
    private Thread handlerThread;
    private long handlerCount;

    public boolean tryEnter()
    {
        // The read keeps the cache line shared while somebody else is the owner. Partner of the release in exit().
        return FREE == (int)STATE.getOpaque(this) && STATE.compareAndSet(this, FREE, OWNED);
    }

    /**
     * As {@link #tryEnter()}, for a thread that cannot go on without: it waits for a moment for an owner that is at
     * work, each time for twice as long, because every look takes the cache line away from the owner. An owner that is
     * inside a handler it does not wait for.
     */
    public boolean tryEnterSoon()
    {
        return tryEnterWithin(MAX_PAUSES);
    }

    /**
     * As {@link #tryEnterSoon()}, for a thread to which it is worth more: it is patient, so that an owner who comes
     * again and again does some of its turns in a row.
     */
    public boolean tryEnterPatiently()
    {
        return tryEnterWithin(MAX_PATIENT_PAUSES);
    }

    private boolean tryEnterWithin(final int maxPauses)
    {
        boolean isEntered = tryEnter();
        for (int pauses = 1; !isEntered && pauses <= maxPauses && isAtWork(); pauses *= 2)
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
        return (int)STATE.getOpaque(this) <= OWNED;
    }

    /**
     * Is there no owner? Whoever reads that sees all that was done by owners before; what it has written in volatile
     * mode before, those see that come after (docs/protocol.md, section 13).
     */
    public boolean isFree()
    {
        // Volatile. Partners: exit(), and the compare-and-set in tryEnter().
        return FREE == (int)STATE.getVolatile(this);
    }

    public void exit()
    {
        // A plain read: nobody but the owner changes the state outside of handlers, and an owner that was inside of one
        // has looked behind it.
        if (REVOKED != state)
        {
            // Publishes all that was done as owner to the next one that succeeds in tryEnter().
            STATE.setRelease(this, FREE);
        }
    }

    /**
     * The owner is about to run code of the application.
     *
     * @return false if it is inside a handler already: {@link #leaveHandler()} is not to be called.
     */
    boolean enterHandler()
    {
        if (OWNED != state)
        {
            return false;
        }
        handlerThread = Thread.currentThread();
        handlerCount++;
        // Release: all that was done as owner, for whoever revokes. Partners: tryRevoke(), handlerCount().
        STATE.setRelease(this, IN_HANDLER);
        return true;
    }

    /**
     * The handler has returned.
     *
     * @return false if the right was revoked meanwhile: the thread is not the owner any more, and must not touch
     * anything.
     */
    boolean leaveHandler()
    {
        // Either this or the compare-and-set of tryRevoke() succeeds.
        return STATE.compareAndSet(this, IN_HANDLER, OWNED);
    }

    /**
     * Takes the right away from an owner that is inside a handler, for ever: nobody enters any more.
     *
     * @return the thread that is inside the handler, null if nobody is.
     */
    public Thread tryRevoke()
    {
        return STATE.compareAndSet(this, IN_HANDLER, REVOKED) ? handlerThread : null;
    }

    /**
     * Number of the handler that the owner is inside of, for messages; 0 if it is in none.
     */
    public long handlerCount()
    {
        // Acquire. Partner: enterHandler().
        return IN_HANDLER == (int)STATE.getAcquire(this) ? handlerCount : 0;
    }
}
