/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.BooleanSupplier;

import org.isotach.memory.Padded;
import org.isotach.niu.Waiter;

/**
 * Lets the application wait at a port. It owns the rule that the condition of a wait does not wait there again: the
 * port knows one condition, and its waiter one time limit.
 * <p>
 * <b>Note:</b> belongs to the thread of the application.
 */
final class PortWaits extends Padded
{
    private final int host;
    private final Waiter waiter;
    private boolean isWaiting;

    PortWaits(final int host, final Waiter waiter)
    {
        this.host = host;
        this.waiter = waiter;
    }

    Waiter waiter()
    {
        return waiter;
    }

    /**
     * Waits until a condition is true.
     */
    void await(final BooleanSupplier condition, final Object what)
    {
        checkNone();
        isWaiting = true;
        try
        {
            waiter.await(condition, what);
        }
        finally
        {
            isWaiting = false;
        }
    }

    /**
     * Refuses to wait inside the condition of a wait. Handlers have been refused before.
     */
    void checkNone()
    {
        if (isWaiting)
        {
            throw new IllegalStateException("waiting from inside the condition of AmPort.await() at host " + host +
                ": a condition may send and poll, but not wait, for answers or for room; let a handler note the" +
                " answer, and look at that");
        }
    }

    @Override
    public String toString()
    {
        return "PortWaits{host=" + host + ", waiting=" + isWaiting + '}';
    }
}
