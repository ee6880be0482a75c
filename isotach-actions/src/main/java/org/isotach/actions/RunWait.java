/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * The wait of the thread of a run, or of an UPDATE with a result, which other threads may call off. Used many times.
 * Belongs to that thread; other threads may call {@link #callOff}, {@link #owner} and {@link #number}.
 */
final class RunWait
{
    // Both are volatile: one of the two threads sees the write of the other.
    private volatile Waiter waiter;
    private volatile CalledOff calledOff;
    private Host host;

    // The waiting thread and the number of its wait, for WaitGraph.
    private volatile Thread owner;
    private volatile long number;

    /**
     * The end of one wait. Whoever calls it off may be late, so the number says which wait ends.
     */
    private record CalledOff(long number, IsotachException reason)
    {
    }

    /**
     * The calling thread begins to wait. That an earlier wait was called off does not matter any more.
     *
     * @param numberOfWait later waits have higher numbers.
     */
    void begin(final long numberOfWait)
    {
        calledOff = null;
        number = numberOfWait;
        owner = Thread.currentThread();
    }

    /**
     * Forgets the thread: it has gone, or waits no more.
     */
    void forget()
    {
        // Most actions have not waited, and a volatile write is a fence.
        if (null != owner)
        {
            owner = null;
        }
    }

    /**
     * Returns the thread that has begun to wait, null if there is none any more.
     */
    Thread owner()
    {
        return owner;
    }

    /**
     * Returns the number of the last wait.
     */
    long number()
    {
        return number;
    }

    /**
     * @param that the host that does the work that the thread waits for.
     * @return a waiter at that host.
     */
    Waiter at(final Host that)
    {
        if (that != host)
        {
            host = that;
            waiter = that.waiter();
        }
        return waiter;
    }

    /**
     * Ends a wait, if it is still the last one. Threadsafe, with one caller at a time.
     *
     * @param numberOfWait number of the wait.
     * @param reason       the exception for the waiting thread.
     */
    void callOff(final long numberOfWait, final IsotachException reason)
    {
        calledOff = new CalledOff(numberOfWait, reason);
        final Waiter waiting = waiter;
        if (null != waiting)
        {
            waiting.wake();
        }
    }

    boolean isCalledOff()
    {
        return null != reason();
    }

    /**
     * @return the reason, null if the wait was not called off.
     */
    IsotachException reason()
    {
        final CalledOff last = calledOff;
        return null != last && last.number == number ? last.reason : null;
    }
}
