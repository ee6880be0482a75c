/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * The wait of the thread of a run, which other threads may call off. Belongs to that thread, except for
 * {@link #callOff}.
 */
final class RunWait
{
    // Both are volatile: one of the two threads sees the write of the other.
    private volatile Waiter waiter;
    private volatile IsotachException calledOff;
    private Host host;

    /**
     * Clears the wait for the next action.
     */
    void clear()
    {
        calledOff = null;
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
     * Ends the wait. Threadsafe.
     *
     * @param reason the exception for the waiting thread.
     */
    void callOff(final IsotachException reason)
    {
        calledOff = reason;
        final Waiter waiting = waiter;
        if (null != waiting)
        {
            waiting.wake();
        }
    }

    boolean isCalledOff()
    {
        return null != calledOff;
    }

    /**
     * @return the reason, null if the wait was not called off.
     */
    IsotachException reason()
    {
        return calledOff;
    }
}
