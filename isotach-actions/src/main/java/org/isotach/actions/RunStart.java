/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Begins runs: reserves at once, or issues an isochron that reserves and reads. This class owns the rule that a run
 * that does not begin leaves nothing behind. All methods are threadsafe; a run belongs to the caller.
 */
final class RunStart
{
    private static final int[] NOTHING = {};

    private final Taker taker;
    private final ActionSizes sizes;
    private final Admission admission;
    private final Admission asynchronous;
    private final WaitGraph graph;
    private final Arrivals arrivals;
    private final RunEnd runEnd;
    private final RunPool runs;

    /**
     * @param admission    the turns of actions whose threads wait for the values.
     * @param asynchronous the turns of the others.
     */
    RunStart(
        final Taker taker,
        final ActionSizes sizes,
        final Admission admission,
        final Admission asynchronous,
        final WaitGraph graph,
        final Arrivals arrivals,
        final RunEnd runEnd,
        final RunPool runs)
    {
        this.taker = taker;
        this.sizes = sizes;
        this.admission = admission;
        this.asynchronous = asynchronous;
        this.graph = graph;
        this.arrivals = arrivals;
        this.runEnd = runEnd;
        this.runs = runs;
    }

    /**
     * Reserves, and waits for the values.
     *
     * @return null if a value is lost, see {@link Arrivals#tryAwait}.
     */
    Run tryTake(final Footprint footprint)
    {
        final Run run = prepare(runs, footprint);
        int reads = 0;
        boolean isTaken = false;
        try
        {
            if (!taker.tryTakeSoon(run))
            {
                graph.checkNotHeld(footprint, footprint.taken());
                graph.checkNotHeld(footprint, footprint.read());
                reads = admit(run, admission);
                if (reads > 0)
                {
                    taker.take(run);
                }
            }
            isTaken = true;
        }
        finally
        {
            if (!isTaken)
            {
                admission.leave(reads);
                notTaken(run);
            }
        }
        try
        {
            return arrivals.tryAwait(run) ? run : null;
        }
        finally
        {
            admission.leave(reads);
        }
    }

    /**
     * Begins an action for whose values no thread waits.
     *
     * @param handler called when the values have arrived, see {@link Run#onArrival}.
     * @param reads   receives the reads to give back with {@link #leave}, once, before the handler is called.
     */
    Run begin(final Footprint footprint, final Runnable handler, final AtomicInteger reads)
    {
        final Run run = prepare(runs, footprint);
        boolean isTaken = false;
        try
        {
            // What is taken for a handler is not taken at once.
            reads.set(taker.tryTakeAtOnce(run) ? 0 : admit(run, asynchronous));
            if (0 == reads.get())
            {
                handler.run();
            }
            else
            {
                run.onArrival(handler);
                taker.take(run);
            }
            isTaken = true;
        }
        finally
        {
            if (!isTaken)
            {
                leave(reads);
                notTaken(run);
            }
        }
        return run;
    }

    /**
     * The values of a run have arrived, or nobody waits for them any more. Calling it again has no effect.
     */
    void leave(final AtomicInteger reads)
    {
        asynchronous.leave(reads.getAndSet(0));
    }

    /**
     * Waits for the turn of a run.
     *
     * @return the number of its reads; 0 if everything was taken at once meanwhile.
     */
    private int admit(final Run run, final Admission queue)
    {
        final int toRead = run.toRead().length;
        int reads = queue.tryEnter(toRead);
        if (0 == reads)
        {
            reads = queue.enter(toRead, run.what(), () -> isTakenOrStuck(run, queue));
        }
        run.admitted(queue, reads);
        return reads;
    }

    private boolean isTakenOrStuck(final Run run, final Admission queue)
    {
        if (taker.tryTakeAtOnce(run))
        {
            return true;
        }
        graph.checkRoom(run.what(), queue.readsOf(run.toRead().length), queue);
        return false;
    }

    /**
     * Begins an action of a pipeline, with a run of its pool, if there is room.
     *
     * @return null if there was none.
     */
    Run tryBegin(final Footprint footprint, final RunPool pool)
    {
        final Run run = prepare(pool, footprint);
        boolean isTaken = false;
        try
        {
            isTaken = taker.tryTakeAtOnce(run) || taker.tryIssue(run);
        }
        finally
        {
            if (!isTaken)
            {
                notTaken(run);
            }
        }
        return isTaken ? run : null;
    }

    /**
     * Does the same as {@link #tryBegin}, and waits for room.
     */
    Run begin(final Footprint footprint, final RunPool pool)
    {
        final Run run = prepare(pool, footprint);
        begin(run);
        return run;
    }

    /**
     * Issues an isochron that reads words, and reserves nothing.
     */
    Run beginToRead(final Object what, final int[] addresses)
    {
        final boolean isOneOperation = sizes.isOneOperation(addresses.length);
        final Run run = isOneOperation ? prepare(runs, what, addresses, NOTHING, false) :
            prepare(runs, what, NOTHING, addresses, false);
        if (isOneOperation)
        {
            run.readOnly();
        }
        begin(run);
        return run;
    }

    private void begin(final Run run)
    {
        boolean isTaken = false;
        try
        {
            if (!taker.tryTakeAtOnce(run))
            {
                taker.take(run);
            }
            isTaken = true;
        }
        finally
        {
            if (!isTaken)
            {
                notTaken(run);
            }
        }
    }

    /**
     * What was issued executes, even if the wait for that was given up.
     */
    private void notTaken(final Run run)
    {
        if (run.isIssued())
        {
            runEnd.abandon(run);
        }
        else
        {
            runEnd.end(run);
        }
    }

    private Run prepare(final RunPool pool, final Footprint footprint)
    {
        final int[] taken = sizes.toTake(footprint);
        sizes.checkTaken(footprint, taken.length);
        return prepare(pool, footprint, taken, sizes.toRead(footprint), footprint.hasReferences());
    }

    private Run prepare(
        final RunPool pool, final Object what, final int[] taken, final int[] read, final boolean hasReferences)
    {
        final Run run = pool.take(taken.length);
        run.begin(what, taken, read);
        if (hasReferences)
        {
            run.enter(taker.references());
        }
        return run;
    }

    @Override
    public String toString()
    {
        return "RunStart{" + admission + ", " + asynchronous + '}';
    }
}
