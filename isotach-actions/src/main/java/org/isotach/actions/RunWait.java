/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * What the thread of a run waits with, and why somebody calls its wait off. Belongs to that thread, except for
 * {@link #callOff}.
 */
final class RunWait
{
    // Volatile, as calledOff: one of the two threads sees what the other one has written.
    private volatile Waiter waiter;
    private volatile IsotachException calledOff;
    private Host host;

    /**
     * For the next action.
     */
    void clear()
    {
        calledOff = null;
    }

    /**
     * @param that host, which does what is waited for.
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
     * Any thread may call it.
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
     * @return null if it was not called off.
     */
    IsotachException reason()
    {
        return calledOff;
    }
}
