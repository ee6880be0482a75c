/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.BooleanSupplier;

import org.isotach.IsotachException;
import org.isotach.niu.Host;

/**
 * A change of variables with results, one isochron, and the wait of its thread for the results. Belongs to that thread,
 * except for what {@link Wait} says.
 */
abstract class IssuedChange extends TrackedCargo implements Wait
{
    private final RunWait wait = new RunWait();

    // Acquire. Partners: the threads that deliver.
    private final BooleanSupplier isSettledOrCalledOff = () -> isSettled() || wait.isCalledOff();
    private Host host;

    @Override
    public void issued(final int session, final Host ofSession)
    {
        host = ofSession;
    }

    /**
     * Nobody has issued it: the next use begins.
     */
    final void isNotIssued()
    {
        host = null;
    }

    /**
     * Returns whether it was issued: it executes, even if carrying it has ended with an exception.
     */
    final boolean isIssued()
    {
        return null != host;
    }

    /**
     * Waits until all results have arrived, will never arrive, or the wait is called off, if the thread has reserved
     * variables: the wait could be in vain then.
     */
    final void awaitIfHolding(final WaitGraph graph)
    {
        if (!graph.isHolding() || isSettled())
        {
            return;
        }
        final int place = graph.begins(this);
        try
        {
            wait.at(host).awaitChange(isSettledOrCalledOff, what());
            final IsotachException reason = wait.reason();
            if (null != reason && !isSettled())
            {
                throw new DeadlockException(IssuedBefore.message(reason, nevertheless()));
            }
        }
        finally
        {
            graph.ends(place);
            wait.forget();
        }
    }

    /**
     * Who makes the change once more makes it twice.
     */
    @Override
    public final String nevertheless()
    {
        return "The change of " + what() + " was issued before, and takes place nevertheless";
    }

    /**
     * Returns whether no result will arrive any more that has not arrived.
     */
    final boolean isOver()
    {
        return isSettled() || Run.isGone(host);
    }

    @Override
    public final RunWait state()
    {
        return wait;
    }

    @Override
    public final long firstHeld()
    {
        return 0;
    }

    @Override
    public final int heldCount()
    {
        // What comes behind it waits for the reservations that it waits for.
        return 0;
    }
}
