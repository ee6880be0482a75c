/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

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
     * @param isBrief whether the run ends soon.
     * @return null if a value is lost, see {@link Arrivals#tryAwait}.
     */
    Run tryTake(final Footprint footprint, final boolean isBrief)
    {
        final Run run = prepare(runs, footprint);
        return isTakenSoon(run, isBrief) || isTakenInTurn(footprint, run) ? run : null;
    }

    private boolean isTakenSoon(final Run run, final boolean isBrief)
    {
        boolean hasEnded = false;
        try
        {
            final boolean isTaken = taker.tryTakeSoon(run, isBrief);
            if (isTaken)
            {
                run.restoreValues();
            }
            hasEnded = true;
            return isTaken;
        }
        finally
        {
            if (!hasEnded)
            {
                notTaken(run);
            }
        }
    }

    private boolean isTakenInTurn(final Footprint footprint, final Run run)
    {
        final int use = run.uses();
        int reads = 0;
        boolean isTaken = false;
        try
        {
            graph.checkNotHeld(footprint, footprint.taken());
            graph.checkNotHeld(footprint, footprint.read());
            reads = admit(run);
            if (Admission.NOT_NEEDED != reads)
            {
                taker.take(run);
            }
            isTaken = true;
        }
        finally
        {
            if (!isTaken)
            {
                try
                {
                    leaveWhenOver(run, use, reads);
                }
                finally
                {
                    notTaken(run);
                }
            }
        }
        boolean isThere = false;
        try
        {
            isThere = arrivals.tryAwait(run);
        }
        finally
        {
            if (isThere)
            {
                admission.leave(reads);
            }
            else
            {
                leaveWhenOver(run, use, reads);
            }
        }
        return isThere;
    }

    /**
     * What a run that was given up waits for may still come, and until then it has its reads.
     */
    private void leaveWhenOver(final Run run, final int use, final int reads)
    {
        if (reads > 0)
        {
            runEnd.whenOver(run, use, () -> admission.leave(reads));
        }
    }

    /**
     * Waits for the turn of an action. A thread that holds a reservation does not: those before it may wait for that.
     *
     * @return the number of its reads, 0 for none; {@link Admission#NOT_NEEDED} if everything was taken at once
     *         meanwhile.
     */
    private int admit(final Run run)
    {
        final int toRead = run.toRead().length;
        final int reads = admission.tryEnter(toRead);
        return reads > 0 || graph.isHolding() ? reads :
            admission.enter(toRead, run.what(), null == taker.local() ? null : () -> taker.tryWithoutRoom(run), false);
    }

    /**
     * Begins an action for whose values no thread waits.
     *
     * @param handler called when the values have arrived, see {@link Run#onArrival}.
     * @param reads   receives the reads to give back with {@link #leave}, once, before the handler is called.
     */
    Run begin(final Footprint footprint, final Runnable handler, final AtomicInteger reads)
    {
        return begin(prepare(runs, footprint), handler, reads);
    }

    /**
     * Does the same for an action that only reads: it reserves nothing, however many words it reads.
     */
    Run beginToRead(final Footprint footprint, final Runnable handler, final AtomicInteger reads)
    {
        return begin(prepareToRead(footprint, footprint.read(), footprint.hasReferences()), handler, reads);
    }

    private Run begin(final Run run, final Runnable handler, final AtomicInteger reads)
    {
        final int use = run.uses();
        boolean isTaken = false;
        try
        {
            // What is taken for a handler is not taken at once.
            final int admitted = taker.tryTakeAtOnce(run) ? Admission.NOT_NEEDED : admitAsynchronous(run);
            if (Admission.NOT_NEEDED != admitted)
            {
                reads.set(admitted);
                run.onArrival(handler);
                if (!taker.tryIssue(run))
                {
                    taker.awaitRoom(run, () -> tryAtOnce(run, handler));
                }
            }
            if (!run.isIssued())
            {
                handler.run();
            }
            isTaken = true;
        }
        finally
        {
            if (!isTaken)
            {
                try
                {
                    runEnd.whenOver(run, use, () -> leave(reads));
                }
                finally
                {
                    notTaken(run);
                }
            }
        }
        return run;
    }

    private int admitAsynchronous(final Run run)
    {
        final int toRead = run.toRead().length;
        final boolean isHolding = graph.isHolding();
        int reads = isHolding ? asynchronous.tryPass(toRead) : asynchronous.tryEnter(toRead);
        if (0 == reads)
        {
            // Before it waits, and a holder meanwhile, too: what it holds may be what the others will wait for.
            final BooleanSupplier look = isHolding || null != taker.local() ? () -> isTakenOrStuck(run) : null;
            reads = isTakenOrStuck(run) ? Admission.NOT_NEEDED :
                asynchronous.enter(toRead, run.what(), look, isHolding);
        }
        if (reads > 0)
        {
            run.admitted(asynchronous, reads);
        }
        return reads;
    }

    private boolean isTakenOrStuck(final Run run)
    {
        if (taker.tryWithoutRoom(run))
        {
            return true;
        }
        graph.checkRoom(run.what(), asynchronous.readsOf(run.toRead().length), asynchronous);
        return false;
    }

    /**
     * The room may be that of others who wait for other variables.
     */
    private boolean tryAtOnce(final Run run, final Runnable handler)
    {
        if (null == taker.local() || run.isOutstanding())
        {
            return false;
        }
        run.withoutHandler();
        final boolean isTaken = taker.tryWithoutRoom(run);
        if (!isTaken)
        {
            run.onArrival(handler);
        }
        return isTaken;
    }

    /**
     * The values of a run have arrived, or nobody waits for them any more. Calling it again has no effect.
     */
    void leave(final AtomicInteger reads)
    {
        asynchronous.leave(reads.getAndSet(0));
    }

    /**
     * Begins an action of a pipeline, with a run of its pool, when there is room.
     *
     * @param orElse ends the wait, if it returns true.
     * @return null if that has ended the wait.
     */
    Run beginOrElse(final Footprint footprint, final RunPool pool, final BooleanSupplier orElse)
    {
        final Run run = prepare(pool, footprint);
        boolean isTaken = false;
        try
        {
            isTaken = taker.tryTakeAtOnce(run) || taker.tryIssue(run) || hasRoomOrElse(run, orElse);
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

    private boolean hasRoomOrElse(final Run run, final BooleanSupplier orElse)
    {
        final boolean[] isEnded = new boolean[1];
        taker.awaitRoom(run, () -> taker.tryWithoutRoom(run) || (isEnded[0] = orElse.getAsBoolean()));
        return !isEnded[0];
    }

    /**
     * Does the same as {@link #beginOrElse}, without another end of the wait.
     *
     * @param isBrief whether the run ends before the caller gives up what others may wait for.
     */
    Run begin(final Footprint footprint, final RunPool pool, final boolean isBrief)
    {
        final Run run = prepare(pool, footprint);
        begin(run, isBrief);
        return run;
    }

    /**
     * Issues an isochron that reads words, and reserves nothing.
     */
    Run beginToRead(final Object what, final int[] addresses)
    {
        final Run run = prepareToRead(what, addresses, false);
        begin(run, false);
        return run;
    }

    private Run prepareToRead(final Object what, final int[] addresses, final boolean areProtected)
    {
        final boolean isOneOperation = sizes.isOneOperation(addresses.length);
        final Run run = isOneOperation ? prepare(runs, what, addresses, NOTHING, areProtected) :
            prepare(runs, what, NOTHING, addresses, areProtected);
        if (isOneOperation)
        {
            run.readOnly();
        }
        return run;
    }

    private void begin(final Run run, final boolean isBrief)
    {
        boolean isTaken = false;
        try
        {
            if (!(isBrief ? taker.tryTakeSoon(run, true) : taker.tryTakeAtOnce(run)))
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
        if (run.isIssued() || run.taken().isHeld())
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
        // At the only host, nobody replaces what this run has reserved, so its objects stay anyway.
        final boolean areProtected =
            null == taker.local() ? footprint.hasReferences() : footprint.readsReferences();
        return prepare(pool, footprint, taken, sizes.toRead(footprint), areProtected);
    }

    private Run prepare(
        final RunPool pool, final Object what, final int[] taken, final int[] read, final boolean areProtected)
    {
        final Run run = pool.take(taken.length);
        run.begin(what, taken, read);
        if (areProtected)
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
