/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Scheduler;

/**
 * Runs actions: it reserves, waits, lets the body run, and assigns. It makes sure that nothing stays reserved, whatever
 * goes wrong on the way. All methods are threadsafe; a run belongs to the caller.
 */
final class Engine implements AutoCloseable
{
    private final Cluster cluster;
    private final Taker taker;
    private final ActionSizes sizes;
    private final Bodies bodies = new Bodies();
    private final Watchers watchers = new Watchers();
    private final WaitGraph graph;
    private final Caretaker caretaker;
    private final BooleanSupplier deadlockLook;
    private final RunStart starts;
    private final RunEnd runEnd;
    private final BodyRunner bodyRunner;
    private final Arrivals arrivals;

    // What ends the futures of reservations that await an answer, when the Isotach is closed: no thread waits for them.
    private final Set<Runnable> awaiting = ConcurrentHashMap.newKeySet();

    // Null without other members.
    private final MemberParts members;

    /**
     * @param executor does what may wait, and must not where it comes up.
     * @param members  what there is with other members, null without.
     */
    Engine(final Cluster cluster, final Taker taker, final Executor executor, final MemberParts members)
    {
        this.cluster = cluster;
        this.taker = taker;
        sizes = new ActionSizes(cluster.context());
        this.members = members;
        graph = new WaitGraph(null == members ? () -> 0 : members::clock);
        caretaker = new Caretaker(() -> cluster.localHosts().forEach(Host::poll), executor, isSimulated());
        final Runnable search = null == members ? graph::lookIfAnythingIsHeld :
            members.newSearch(taker.sessions(), graph, caretaker);
        deadlockLook = new Look(search, cluster::isClosed);
        runEnd = new RunEnd(cluster, taker, watchers, graph, caretaker);
        bodyRunner = new BodyRunner(bodies, taker.references(), runEnd);
        arrivals = new Arrivals(graph, runEnd);
        starts = new RunStart(
            taker,
            sizes,
            Admission.ofThreads(cluster, this::host),
            Admission.ofAsynchronous(cluster, this::host),
            graph,
            arrivals,
            runEnd,
            new RunPool(taker.post(), Slots::new));
        cluster.models().addStallSource(report -> bodies.addStalls(report, graph.isAnybodyWaiting(), host()));
    }

    /**
     * Returns whether a scheduler takes the place of all threads. It must know of every wait.
     */
    boolean isSimulated()
    {
        return null != scheduler();
    }

    /**
     * Returns whether nothing is executed while no thread calls the library.
     */
    boolean needsWork()
    {
        return null == taker.local() &&
            (isSimulated() || ThreadingMode.INVOKER == cluster.context().threadingMode());
    }

    /**
     * Returns what takes the place of all threads, null for nothing.
     */
    Scheduler scheduler()
    {
        return cluster.context().scheduler();
    }

    /**
     * Returns the time that time limits count, in nanoseconds.
     */
    long nanoTime()
    {
        return isSimulated() ? scheduler().nanoTime() : System.nanoTime();
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
     * Refuses an action inside an action, and on a closed Isotach.
     */
    void check(final Object what)
    {
        checkOpen(what);
        if (null != members)
        {
            members.declarations().checkJoined(what);
        }
    }

    /**
     * Does the same, and refuses an action that needs more than one isochron, before a pipeline does anything for it.
     */
    void checkToSubmit(final Footprint footprint)
    {
        check(footprint);
        sizes.check(footprint);
    }

    /**
     * Refuses what is refused inside an action, and on a closed Isotach.
     */
    void checkOpen(final Object what)
    {
        checkToReadHere(what);
        refuseIf(isClosed(), what);
    }

    /**
     * Does the same for a read at the only host, which asks by itself whether the cluster is closed.
     */
    void checkToReadHere(final Object what)
    {
        bodies.checkOutside(what);
        refuseIf(caretaker.isClosed(), what);
    }

    private static void refuseIf(final boolean isClosed, final Object what)
    {
        if (isClosed)
        {
            throw new ClusterClosedException(what + " on an Isotach that is closed: launch another one");
        }
    }

    boolean isClosed()
    {
        return cluster.isClosed();
    }

    ActionSizes sizes()
    {
        return sizes;
    }

    /**
     * Returns the variables of all members, null without other members.
     */
    Declarations declarations()
    {
        return null == members ? null : members.declarations();
    }

    /**
     * Returns the copies of variables at a host, null without other members: then whoever writes them notifies.
     */
    Copies copies(final Host host, final int[] addresses)
    {
        return null == members ? null : new Copies(members.memory().local(host), addresses);
    }

    /**
     * Runs a whole action.
     */
    <R, X extends Exception> R run(final Footprint footprint, final ActionBody<R, X> body) throws X
    {
        check(footprint);
        return finish(take(footprint), footprint, body);
    }

    /**
     * Reserves, and waits for the values: at once if that is possible, otherwise with an isochron.
     */
    Run take(final Footprint footprint)
    {
        return take(footprint, true);
    }

    private Run take(final Footprint footprint, final boolean isBrief)
    {
        Run run = null;
        while (null == run)
        {
            run = starts.tryTake(footprint, isBrief);
        }
        return run;
    }

    /**
     * Makes a pool for the runs of a caller that has many of them under way, and ends them in the order in which they
     * began.
     */
    RunPool newRuns(final int maxUnderWay)
    {
        return new RunPool(taker.post(), () -> new Ring<>(maxUnderWay));
    }

    /**
     * Does the same as {@link BodyRunner#finish}.
     */
    <R, X extends Exception> R finish(final Run run, final Footprint footprint, final ActionBody<R, X> body) throws X
    {
        return bodyRunner.finish(run, footprint, body);
    }

    /**
     * Runs an action whose body sets all references that it declares, and reads none: no object is waited for.
     */
    void set(final Footprint footprint, final ActionBody<?, RuntimeException> body)
    {
        check(footprint);
        bodyRunner.finishBlindly(take(footprint), footprint, body);
    }

    BodyRunner bodyRunner()
    {
        return bodyRunner;
    }

    Arrivals arrivals()
    {
        return arrivals;
    }

    RunStart starts()
    {
        return starts;
    }

    RunEnd runEnd()
    {
        return runEnd;
    }

    /**
     * Reserves variables until the caller ends the run.
     */
    Run reserve(final Footprint footprint)
    {
        // First, because it may start a thread, and throw: nothing is reserved then.
        caretaker.tendForGood(deadlockLook);
        final Run run = take(footprint, false);
        boolean isHeld = false;
        try
        {
            graph.holds(run, Thread.currentThread());
            isHeld = true;
            return run;
        }
        finally
        {
            if (!isHeld)
            {
                runEnd.abandon(run);
            }
        }
    }

    /**
     * A reservation awaits an answer, and no thread waits for it.
     *
     * @param end ends that when the Isotach is closed.
     */
    void awaitsAnAnswer(final Runnable end)
    {
        // Volatile, before the look: either this thread or closeCluster() ends it. Partner: closeCluster().
        awaiting.add(end);
        if (isClosed())
        {
            end.run();
        }
    }

    void awaitsNoAnswer(final Runnable end)
    {
        awaiting.remove(end);
    }

    Host host()
    {
        return taker.sessions().host();
    }

    /**
     * Closes the cluster, and ends what is left.
     */
    void closeCluster()
    {
        try
        {
            awaitLateEnds();
        }
        finally
        {
            closeClusterNow();
        }
    }

    /**
     * Other members go on, and a closed cluster issues nothing: what calls that were interrupted, or late, have
     * reserved is given back before.
     */
    private void awaitLateEnds()
    {
        if (null == members || runEnd.areAllEnded())
        {
            return;
        }
        final long limitNs = Settings.nanos(cluster.context().closeTimeout());
        try
        {
            UninterruptibleWait.run(
                () -> members.hosts().await(this::areAllEnded, "variables that are to be given back", limitNs));
        }
        catch (final IsotachException ex)
        {
            // Whoever waits for the variables is told of this member, and may expel it.
        }
    }

    private boolean areAllEnded()
    {
        if (isSimulated())
        {
            caretaker.work();
        }
        return runEnd.areAllEnded();
    }

    private void closeClusterNow()
    {
        try
        {
            cluster.close();
        }
        finally
        {
            // It is closed, whatever its end has thrown.
            caretaker.finish();
            // Volatile, after the cluster was closed. Partner: awaitsAnAnswer(). Dependents of one future may wait for
            // another one.
            awaiting.forEach(caretaker::runElsewhere);
        }
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
