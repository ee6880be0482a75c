/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;

/**
 * Ends runs: assigns, or gives back. This class owns the rule that nothing stays reserved, whatever goes wrong on the
 * way. All methods are threadsafe; a run belongs to the caller.
 */
final class RunEnd
{
    private final Cluster cluster;
    private final Taker taker;
    private final References references;
    private final ReferenceAssigner assigner;
    private final Watchers watchers;
    private final WaitGraph graph;
    private final Caretaker caretaker;

    // Runs that the caretaker has to end.
    private final AtomicInteger left = new AtomicInteger();

    RunEnd(
        final Cluster cluster,
        final Taker taker,
        final Watchers watchers,
        final WaitGraph graph,
        final Caretaker caretaker)
    {
        this.cluster = cluster;
        this.taker = taker;
        this.watchers = watchers;
        this.graph = graph;
        this.caretaker = caretaker;
        references = taker.references();
        assigner = new ReferenceAssigner(references);
    }

    /**
     * Replaces the handles that a run has taken and read by objects. If it throws, the run has ended, and nobody holds
     * its variables.
     *
     * @param into receives the objects.
     */
    void resolve(final Run run, final Footprint footprint, final Snapshot into)
    {
        if (!footprint.hasReferences())
        {
            return;
        }
        boolean isResolved = false;
        try
        {
            into.resolve(footprint, run.values(), references);
            isResolved = true;
        }
        finally
        {
            if (!isResolved)
            {
                graph.releases(run);
                abandon(run);
            }
        }
    }

    /**
     * The body has run: assigns, now or as soon as there is room.
     *
     * @throws IsotachTimeoutException when it is not done, or not seen to be done, in time: it will be.
     */
    void conclude(final Run run, final Footprint footprint)
    {
        if (footprint.hasReferences() && run.action().isChanged())
        {
            put(run, footprint);
        }
        boolean isAssigned = false;
        boolean isLate = false;
        try
        {
            taker.assign(run);
            isAssigned = true;
        }
        catch (final IsotachTimeoutException ex)
        {
            // The body has run, so its values must be assigned: there was no room for them, or they are on their way.
            isLate = true;
            endLater(() -> assignLate(run, footprint));
            throw ex;
        }
        catch (final ClusterClosedException ex)
        {
            throw ClusterClosedException.class == ex.getClass() ? closedMeanwhile(footprint, ex) : ex;
        }
        finally
        {
            if (isAssigned)
            {
                assigned(run, footprint);
            }
            else if (!isLate)
            {
                notAssigned(run, footprint);
            }
        }
    }

    /**
     * What the body has done elsewhere stays.
     */
    private static ClusterClosedException closedMeanwhile(final Footprint footprint, final ClusterClosedException cause)
    {
        return (ClusterClosedException)new ClusterClosedException("the body of " + footprint + " has run, but it" +
            " is not known whether its values were assigned: " + cause.getMessage()).initCause(cause);
    }

    private void notAssigned(final Run run, final Footprint footprint)
    {
        if (footprint.hasReferences() && !run.mayBeAssigned())
        {
            assigner.notAssigned(run, footprint);
        }
        abandon(run);
    }

    private void put(final Run run, final Footprint footprint)
    {
        boolean isPut = false;
        try
        {
            assigner.put(run, footprint);
            isPut = true;
        }
        finally
        {
            if (!isPut)
            {
                abandon(run);
            }
        }
    }

    private void assigned(final Run run, final Footprint footprint)
    {
        if (run.action().isChanged())
        {
            watchers.signal(footprint.taken());
            if (footprint.hasReferences())
            {
                assigner.assigned(run, footprint);
            }
        }
        end(run);
    }

    private boolean assignLate(final Run run, final Footprint footprint)
    {
        try
        {
            taker.assign(run);
        }
        catch (final IsotachTimeoutException | OutOfMemoryError ex)
        {
            return false;
        }
        catch (final RuntimeException ex)
        {
            notAssigned(run, footprint);
            return true;
        }
        // Not inside: what is assigned must not be taken for what is to be assigned again, or never.
        assigned(run, footprint);
        return true;
    }

    /**
     * Gives back the variables that a run has reserved, whatever it waits for: at once, or, if a value has not arrived
     * yet, by the caretaker. That may have to wait for room or for logical time, and this call must not: it was
     * interrupted, say.
     */
    void abandon(final Run run)
    {
        run.exit(references);
        if (cluster.isClosed())
        {
            return;
        }
        if (run.taken().isHeld() && !run.isSettled() || !tryGiveBack(run))
        {
            final int place = graph.begins(run);
            run.isOrphaned();
            endLater(() ->
            {
                final boolean isOver = cluster.isClosed() || tryGiveBack(run);
                if (isOver)
                {
                    graph.ends(place);
                }
                return isOver;
            });
        }
    }

    /**
     * Lets the caretaker do a chore that ends a run, before a member closes.
     */
    void endLater(final BooleanSupplier chore)
    {
        final BooleanSupplier counted = () ->
        {
            // One that throws is over, too.
            boolean isOver = true;
            try
            {
                isOver = chore.getAsBoolean();
                return isOver;
            }
            finally
            {
                if (isOver)
                {
                    left.decrementAndGet();
                }
            }
        };
        left.incrementAndGet();
        caretaker.tendOften(counted);
    }

    /**
     * Returns whether nothing stays reserved by runs whose callers have gone.
     */
    boolean areAllEnded()
    {
        return 0 == left.get();
    }

    /**
     * Does something when nothing arrives for a run any more, or another action uses it: now, or later, also when the
     * Isotach is closed meanwhile, since others may wait for it.
     *
     * @param use number of the use, see {@link Run#uses}: another action may use the run already.
     */
    void whenOver(final Run run, final int use, final Runnable task)
    {
        final BooleanSupplier chore = () ->
        {
            final boolean isOver = use != run.uses() || !run.isIssued() || run.isOver() || cluster.isClosed();
            if (isOver)
            {
                task.run();
            }
            return isOver;
        };
        if (!chore.getAsBoolean())
        {
            caretaker.tendToTheEnd(chore);
        }
    }

    private boolean tryGiveBack(final Run run)
    {
        try
        {
            taker.giveBack(run);
        }
        catch (final IsotachTimeoutException | IllegalStateException | OutOfMemoryError ex)
        {
            // No room, no memory, or inside a handler: the caretaker does it later.
            return cluster.isClosed();
        }
        catch (final IsotachException ex)
        {
            // Closed or expelled: nothing is reserved any more.
            return true;
        }
        end(run);
        return true;
    }

    /**
     * Ends a run that holds nothing and is no longer needed.
     */
    void end(final Run run)
    {
        run.exit(references);
        run.action().undo();
        run.action().forget();
        run.giveBack();
    }
}
