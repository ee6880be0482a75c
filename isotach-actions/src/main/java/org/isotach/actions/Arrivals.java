/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.HostExpelledException;
import org.isotach.niu.Host;
import org.isotach.smm.SchedCancelledException;

/**
 * Waits for the values of runs. It owns the rule that a run whose values do not arrive keeps nothing reserved. All
 * methods are threadsafe; a run belongs to the caller.
 */
final class Arrivals
{
    private final WaitGraph graph;
    private final RunEnd runEnd;

    Arrivals(final WaitGraph graph, final RunEnd runEnd)
    {
        this.graph = graph;
        this.runEnd = runEnd;
    }

    /**
     * Waits until all values of a run have arrived. If it throws, nothing stays reserved.
     */
    void await(final Run run)
    {
        boolean isThere = false;
        try
        {
            if (!run.isReady())
            {
                final int place = graph.begins(run);
                try
                {
                    run.await();
                }
                finally
                {
                    graph.ends(place);
                }
            }
            run.restoreValues();
            run.copyReads();
            isThere = true;
        }
        finally
        {
            if (!isThere)
            {
                runEnd.abandon(run);
            }
        }
    }

    /**
     * Waits as {@link #await} does.
     *
     * @return false if a value is lost: with another host, which was expelled, or because it was set while a call that
     *         has given up had reserved it. Nothing has happened yet: a call that has not returned takes a later place
     *         in the order.
     */
    boolean tryAwait(final Run run)
    {
        // Another thread may use the run after it has ended.
        final Host own = run.host();
        try
        {
            await(run);
            return true;
        }
        catch (final SchedCancelledException | HostExpelledException ex)
        {
            if (null == own || Run.isGone(own))
            {
                throw ex;
            }
            return false;
        }
    }
}
