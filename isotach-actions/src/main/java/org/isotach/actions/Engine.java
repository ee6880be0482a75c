/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * Runs actions: reserves, waits, has the body run, assigns, and sees to it that nothing stays reserved whatever goes
 * wrong on the way. All methods are threadsafe; a run belongs to the caller.
 */
final class Engine implements AutoCloseable
{
    private final Cluster cluster;
    private final Taker taker;
    private final References references;
    private final ReferenceAssigner assigner;
    private final Bodies bodies = new Bodies();
    private final Watchers watchers = new Watchers();
    private final WaitGraph graph = new WaitGraph();
    private final Caretaker caretaker;
    private final BooleanSupplier deadlockLook;
    private final Admission admission;
    private final RunPool runs = new RunPool();
    private final RunEnd runEnd;

    Engine(final Cluster cluster, final Taker taker)
    {
        this.cluster = cluster;
        this.taker = taker;
        references = taker.references();
        assigner = new ReferenceAssigner(references);
        deadlockLook = () ->
        {
            graph.lookIfAnythingIsHeld();
            return cluster.isClosed();
        };
        admission = new Admission(cluster, this::host);
        caretaker = new Caretaker(this::poll, isSimulated());
        runEnd = new RunEnd(cluster, taker, runs, graph, caretaker);
        cluster.addStallSource(report -> bodies.addStalls(report, graph.isAnybodyWaiting()));
    }

    private void poll()
    {
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            cluster.host(host).poll();
        }
    }

    /**
     * Does a scheduler take the place of all threads? It must know of every wait.
     */
    boolean isSimulated()
    {
        return null != cluster.context().scheduler();
    }

    Bodies bodies()
    {
        return bodies;
    }

    Watchers watchers()
    {
        return watchers;
    }

    WaitGraph graph()
    {
        return graph;
    }

    Caretaker caretaker()
    {
        return caretaker;
    }

    Taker taker()
    {
        return taker;
    }

    /**
     * Refuses an action inside an action, and on an Isotach that is closed.
     */
    void check(final Object what)
    {
        bodies.checkOutside(what);
        if (cluster.isClosed())
        {
            throw new ClusterClosedException(what + " on an Isotach that is closed: launch another one");
        }
    }

    /**
     * The whole of an action.
     */
    <R, X extends Exception> R run(final Footprint footprint, final ActionBody<R, X> body) throws X
    {
        check(footprint);
        return finish(take(footprint), footprint, body);
    }

    /**
     * Reserves, and waits for the values: at once if that is possible, and otherwise with an isochron.
     */
    Run take(final Footprint footprint)
    {
        final Run run = prepare(footprint, footprint.taken(), footprint.read(), footprint.hasReferences());
        int reads = 0;
        boolean isTaken = false;
        try
        {
            if (!taker.tryTakeAtOnce(run))
            {
                reads = admission.enter(footprint);
                taker.take(run);
            }
            isTaken = true;
        }
        finally
        {
            if (!isTaken)
            {
                admission.leave(reads);
                end(run);
            }
        }
        try
        {
            arrive(run);
            return run;
        }
        finally
        {
            admission.leave(reads);
        }
    }

    Run begin(final Footprint footprint)
    {
        return begin(footprint, footprint.taken(), footprint.read(), footprint.hasReferences(), null);
    }

    /**
     * Reserves, or issues what does.
     *
     * @param handler to be called when what was taken has arrived; null for none.
     */
    Run begin(
        final Object what, final int[] taken, final int[] read, final boolean hasReferences, final Runnable handler)
    {
        final Run run = prepare(what, taken, read, hasReferences);
        if (null != handler)
        {
            run.onArrival(handler);
        }
        boolean isTaken = false;
        try
        {
            if (!taker.tryTakeAtOnce(run))
            {
                taker.take(run);
            }
            isTaken = true;
            return run;
        }
        finally
        {
            if (!isTaken)
            {
                end(run);
            }
        }
    }

    private Run prepare(final Object what, final int[] taken, final int[] read, final boolean hasReferences)
    {
        final Run run = runs.take(taken.length);
        run.begin(what, taken, read);
        if (hasReferences)
        {
            run.enter(references);
        }
        return run;
    }

    /**
     * Waits until all values of a run are there. If they are not, and something is thrown, nothing stays reserved.
     */
    void arrive(final Run run)
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
                    graph.ends(run, place);
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
                abandon(run);
            }
        }
    }

    /**
     * Has the body run, and assigns.
     */
    <R, X extends Exception> R finish(final Run run, final Footprint footprint, final ActionBody<R, X> body) throws X
    {
        final Action action = run.action();
        if (footprint.hasReferences())
        {
            action.resolve(footprint, run.values(), references);
            run.exit(references);
        }
        action.begin(footprint, run.values());
        bodies.enter(action);
        boolean isDone = false;
        final R result;
        try
        {
            result = body.run(action);
            isDone = true;
        }
        finally
        {
            bodies.exit(action);
            action.close();
            if (!isDone)
            {
                abandon(run);
            }
        }
        conclude(run, footprint);
        return result;
    }

    private void conclude(final Run run, final Footprint footprint)
    {
        boolean isAssigned = false;
        boolean isLate = false;
        try
        {
            if (footprint.hasReferences() && run.action().isChanged())
            {
                assigner.put(run, footprint);
            }
            taker.assign(run);
            isAssigned = true;
        }
        catch (final IsotachTimeoutException ex)
        {
            // The body has run, so its values count; there was no room for them.
            isLate = true;
            caretaker.tendOften(() -> assignLate(run, footprint));
            throw ex;
        }
        finally
        {
            if (isAssigned)
            {
                assigned(run, footprint);
            }
            else if (!isLate)
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
                assigner.retire(run, footprint);
            }
        }
        end(run);
    }

    private boolean assignLate(final Run run, final Footprint footprint)
    {
        try
        {
            taker.assign(run);
            assigned(run, footprint);
            return true;
        }
        catch (final IsotachTimeoutException ex)
        {
            return false;
        }
        catch (final RuntimeException ex)
        {
            return true;
        }
    }

    /**
     * As {@link RunEnd#abandon}.
     */
    void abandon(final Run run)
    {
        runEnd.abandon(run);
    }

    /**
     * As {@link RunEnd#end}.
     */
    void end(final Run run)
    {
        runEnd.end(run);
    }

    /**
     * Reserves until somebody ends it.
     */
    Run reserve(final Footprint footprint)
    {
        final Run run = take(footprint);
        graph.holds(run, Thread.currentThread());
        caretaker.tend(deadlockLook);
        return run;
    }

    /**
     * Is a condition true for the values of a run that have arrived? If not, or if it throws, the run is over.
     */
    boolean isTrue(final Run run, final Footprint footprint, final Predicate<? super Snapshot> condition)
    {
        final Action action = run.action();
        boolean isTrue = false;
        if (footprint.hasReferences())
        {
            action.resolve(footprint, run.values(), references);
        }
        action.begin(footprint, run.values());
        bodies.enter(action);
        try
        {
            isTrue = condition.test(action);
            return isTrue;
        }
        finally
        {
            bodies.exit(action);
            action.close();
            if (!isTrue)
            {
                abandon(run);
            }
        }
    }

    Host host()
    {
        return taker.sessions().host();
    }

    @Override
    public void close()
    {
        caretaker.close();
    }

    @Override
    public String toString()
    {
        return "Engine{" + taker + ", " + caretaker + '}';
    }
}
