/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.StallReport;
import org.isotach.niu.Waiter;

/**
 * Runs actions: reserves, waits, has the body run, assigns, and sees to it that nothing stays reserved whatever goes
 * wrong on the way. All methods are threadsafe; a run belongs to the caller.
 */
final class Engine implements AutoCloseable
{

    private final Cluster cluster;
    private final Taker taker;
    private final References references;
    private final Bodies bodies = new Bodies();
    private final Watchers watchers = new Watchers();
    private final WaitGraph graph = new WaitGraph();
    private final Caretaker caretaker;
    private final BooleanSupplier deadlockLook = this::lookForDeadlocks;

    private final int maxReads;

    // Half of the reads that a host may have outstanding; the others are for what asks without waiting.
    private final Semaphore admission;

    // By capacity, powers of two.
    private final Slots<Run>[] runs;

    @SuppressWarnings({ "unchecked", "rawtypes" })
    Engine(final Cluster cluster, final Taker taker)
    {
        this.cluster = cluster;
        this.taker = taker;
        references = taker.references();
        maxReads = Math.max(1, cluster.context().readCap() / 2);
        admission = new Semaphore(maxReads, true);
        runs = new Slots[Integer.SIZE];
        Arrays.setAll(runs, capacity -> new Slots());
        caretaker = new Caretaker(this::poll, isSimulated());
        cluster.addStallSource(this::addStalls);
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
     * Reserves, and waits for the values. A host has room for so many reads that are outstanding, and more threads that
     * try for room would only wake each other: those wait in a queue before.
     */
    Run take(final Footprint footprint)
    {
        final Run run = prepare(footprint, footprint.taken(), footprint.read(), footprint.hasReferences());
        if (tryTakeAtOnce(run))
        {
            run.restoreValues();
            return run;
        }
        final int reads = Math.min(1 + footprint.read().length, maxReads);
        admit(run, footprint, reads);
        try
        {
            issue(run);
            arrive(run);
            return run;
        }
        finally
        {
            admission.release(reads);
        }
    }

    private boolean tryTakeAtOnce(final Run run)
    {
        boolean isOver = false;
        try
        {
            final boolean isTaken = taker.tryTakeAtOnce(run);
            isOver = true;
            return isTaken;
        }
        finally
        {
            if (!isOver)
            {
                end(run);
            }
        }
    }

    private void admit(final Run run, final Footprint footprint, final int reads)
    {
        boolean isAdmitted = false;
        try
        {
            isAdmitted = admission.tryAcquire(reads) || admitInTime(footprint, reads);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IsotachException("interrupted while " + footprint + " waited for its turn: nothing is reserved");
        }
        finally
        {
            if (!isAdmitted)
            {
                end(run);
            }
        }
    }

    private boolean admitInTime(final Footprint footprint, final int reads) throws InterruptedException
    {
        if (isSimulated())
        {
            newWaiter().await(() -> admission.tryAcquire(reads), footprint);
            return true;
        }
        final long limitNs = cluster.context().awaitTimeout().toNanos();
        if (!admission.tryAcquire(reads, 0 == limitNs ? Long.MAX_VALUE : limitNs, TimeUnit.NANOSECONDS))
        {
            throw new IsotachTimeoutException(footprint + " has waited " + cluster.context().awaitTimeout() +
                " for its turn: " + maxReads + " reads wait for variables that are reserved" + cluster.stalls());
        }
        return true;
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
        if (!tryTakeAtOnce(run))
        {
            issue(run);
        }
        return run;
    }

    private Run prepare(final Object what, final int[] taken, final int[] read, final boolean hasReferences)
    {
        final Slots<Run> pool = pool(taken.length);
        Run run = pool.take();
        if (null == run)
        {
            run = new Run(Integer.highestOneBit(2 * Math.max(taken.length, 1) - 1), cluster.host(0).waiter());
        }
        run.begin(what, taken, read);
        if (hasReferences)
        {
            run.enter(references);
        }
        return run;
    }

    /**
     * Issues the first isochron.
     */
    private void issue(final Run run)
    {
        boolean isIssued = false;
        try
        {
            taker.take(run);
            isIssued = true;
        }
        finally
        {
            if (!isIssued)
            {
                end(run);
            }
        }
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
                putReferences(run, footprint);
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
                retireReferences(run, footprint);
            }
        }
        end(run);
    }

    private void putReferences(final Run run, final Footprint footprint)
    {
        for (int i = 0; i < footprint.variables() && footprint.isReserved(i); i++)
        {
            final int word = footprint.firstWord(i);
            final Object object = run.action().objects()[i];
            if (footprint.variable(i) instanceof IsoReference && references.get(run.values()[word]) != object)
            {
                run.values()[word] = references.add(object);
            }
        }
    }

    private void retireReferences(final Run run, final Footprint footprint)
    {
        for (int i = 0; i < footprint.variables() && footprint.isReserved(i); i++)
        {
            final int word = footprint.firstWord(i);
            final long before = run.taken().value(word);
            if (footprint.variable(i) instanceof IsoReference && before != run.values()[word])
            {
                references.retire(before);
            }
        }
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
        if (run.isReusable())
        {
            pool(run.taken().capacity()).give(run.clean());
        }
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

    private boolean lookForDeadlocks()
    {
        if (graph.hasReservations())
        {
            graph.look();
        }
        return cluster.isClosed();
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

    Waiter newWaiter()
    {
        return cluster.host(0).waiter();
    }

    private Slots<Run> pool(final int capacity)
    {
        return runs[Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(capacity, 1) - 1)];
    }

    private void addStalls(final StallReport report)
    {
        if (graph.isAnybodyWaiting())
        {
            bodies.forEach((body, thread) -> report.add(
                0,
                "isotach-actions",
                body,
                0,
                () -> "the body of " + body + " has not returned: thread '" + thread.getName() + "' runs it"));
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
