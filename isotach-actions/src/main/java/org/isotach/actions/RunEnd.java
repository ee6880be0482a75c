/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;

/**
 * Ends runs: it owns the rule that nothing stays reserved, whatever goes wrong on the way. All methods are threadsafe;
 * a run belongs to the caller.
 */
final class RunEnd
{
    private final Cluster cluster;
    private final Taker taker;
    private final References references;
    private final RunPool runs;
    private final WaitGraph graph;
    private final Caretaker caretaker;

    RunEnd(
        final Cluster cluster,
        final Taker taker,
        final RunPool runs,
        final WaitGraph graph,
        final Caretaker caretaker)
    {
        this.cluster = cluster;
        this.taker = taker;
        this.runs = runs;
        this.graph = graph;
        this.caretaker = caretaker;
        references = taker.references();
    }

    /**
     * Gives back what a run has reserved: at once, or as soon as it is known what with.
     */
    void abandon(final Run run)
    {
        run.exit(references);
        if (cluster.isClosed())
        {
            return;
        }
        if (!tryGiveBack(run))
        {
            final int place = graph.begins(run);
            run.isOrphaned();
            caretaker.tendOften(() ->
            {
                final boolean isOver = cluster.isClosed() || tryGiveBack(run);
                if (isOver)
                {
                    graph.ends(run, place);
                }
                return isOver;
            });
        }
    }

    private boolean tryGiveBack(final Run run)
    {
        if (run.isHostExpelled())
        {
            return true;
        }
        if (!run.isSettled())
        {
            return false;
        }
        try
        {
            taker.giveBack(run);
        }
        catch (final IsotachTimeoutException | IllegalStateException ex)
        {
            // No room, or from inside a handler: somebody else does it, later.
            return cluster.isClosed();
        }
        catch (final IsotachException ex)
        {
            // Closed, or expelled: nothing is reserved any more.
            return true;
        }
        end(run);
        return true;
    }

    /**
     * A run is not needed any more, and holds nothing.
     */
    void end(final Run run)
    {
        run.exit(references);
        run.action().undo();
        run.action().forget();
        runs.give(run);
    }
}
