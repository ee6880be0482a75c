/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import org.isotach.IsochronFrame;
import org.isotach.IsochronIssuer;
import org.isotach.memory.Padded;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.send.FrameBatch;
import org.isotach.niu.send.Sender;
import org.isotach.niu.spi.LocalWork;
import org.isotach.niu.spi.Marker;

/**
 * Takes isochrons and markers over from the application threads of one host. It owns the rule that everything issued
 * was issued before the {@link IssueGate} was closed. Threadsafe.
 */
public abstract class Issuer extends Padded implements LocalWork
{
    public final IssueGate gate;
    public final IssueProgress progress;
    final IsochronExecutor executor;
    final int hostId;
    final int ownDistance;

    // The only host of a cluster with real threads: what is pending waits for no other host, so mostly for a moment.
    final boolean isAlone;
    private final Sender sender;
    private final boolean isOneInFlight;

    /**
     * @param hostId   number of the host.
     * @param settings the settings of the cluster that units need.
     * @param gate     of the host.
     * @param progress of the host.
     * @param sender   of the host.
     * @param executor of the host.
     */
    Issuer(
        final int hostId,
        final UnitSettings settings,
        final IssueGate gate,
        final IssueProgress progress,
        final Sender sender,
        final IsochronExecutor executor)
    {
        this.hostId = hostId;
        this.gate = gate;
        this.progress = progress;
        this.sender = sender;
        this.executor = executor;
        ownDistance = settings.topology().eccentricity(hostId);
        isOneInFlight = settings.oneInFlight();
        isAlone = 1 == settings.topology().hostCount() && !settings.isSimulated();
    }

    @Override
    public final boolean tryBegin()
    {
        return tryBeginAtOnce() || isOnlyPending() && isNothingPendingSoon() && tryBeginAtOnce();
    }

    private boolean isOnlyPending()
    {
        return isAlone && !progress.isNothingPending() && !executor.execution().isRecorded() && gate.isOpenForAll();
    }

    private boolean tryBeginAtOnce()
    {
        if (!executor.lock().tryEnterPatiently())
        {
            return false;
        }
        boolean isBegun = false;
        try
        {
            isBegun = mayExecuteNow();
            return isBegun;
        }
        finally
        {
            if (!isBegun)
            {
                // As in end().
                executor.lock().exit();
            }
        }
    }

    private boolean mayExecuteNow()
    {
        // Volatile, as owner: a closing thread sees the owner, or is seen here. Partner:
        // HostEnd.isExecutedEverywhere().
        return gate.isOpenForAll() && !executor.execution().isRecorded() && !mustWait() && progress.isNothingPending();
    }

    @Override
    public final void defer(final Runnable rest)
    {
        boolean isCounted = false;
        try
        {
            // Nobody waits for that: no look at waiting threads.
            executor.execution().executedLocal();
            isCounted = true;
        }
        finally
        {
            // As in end().
            if (isCounted)
            {
                executor.lock().exitDeferring(rest);
            }
            else
            {
                executor.lock().exit();
            }
        }
    }

    @Override
    public final boolean tryResume(final Runnable rest)
    {
        if (!executor.lock().tryResume(rest))
        {
            return false;
        }
        boolean isBegun = false;
        try
        {
            isBegun = mayExecuteNow();
            return isBegun;
        }
        finally
        {
            if (!isBegun)
            {
                deferAgain(rest);
            }
        }
    }

    @Override
    public final void deferAgain(final Runnable rest)
    {
        executor.lock().exitDeferring(rest);
    }

    @Override
    public final boolean tryRun(final Runnable task)
    {
        if (!executor.lock().tryEnter())
        {
            return false;
        }
        try
        {
            task.run();
        }
        finally
        {
            end(false);
        }
        return true;
    }

    @Override
    public final void end(final boolean isExecuted)
    {
        try
        {
            if (isExecuted)
            {
                executor.execution().executedLocal();
                executor.lookAround(1);
            }
        }
        finally
        {
            // Whatever has failed, even for want of stack: nobody else becomes owner otherwise.
            executor.lock().exit();
        }
    }

    /**
     * Issues an isochron if that is possible at once.
     *
     * @param ownBatch of the isochron, which cannot be appended to it without further checks.
     * @return as in {@link IsochronIssuer#tryIssue}.
     */
    public abstract long tryIssue(IsochronFrame isochron, FrameBatch ownBatch);

    /**
     * For the application thread of a batch: flushes the whole batch.
     *
     * @return the ticket of its last frame, {@link IsochronIssuer#BACK_PRESSURED} if that is not possible at present.
     */
    public abstract long endBatch(FrameBatch ownBatch);

    /**
     * For an application thread that has appended an isochron to its batch, and found it closed for good: returns
     * whether the isochron has been flushed.
     *
     * @return false if it was not flushed, and hence not issued.
     */
    public abstract boolean confirm(IsochronFrame isochron, FrameBatch ownBatch);

    /**
     * Issues a marker after everything that was issued, if that is possible at once.
     *
     * @return false if it is not.
     */
    public abstract boolean tryIssue(Marker marker);

    /**
     * Once the gate, or a family, is closed: returns whether everything, or everything of the family, is issued that
     * ever will be.
     */
    public abstract boolean tryEndBatch();

    /**
     * Returns whether anything has been issued that was not executed at once.
     */
    public boolean hasIssued()
    {
        return sender.issued() >= 0;
    }

    /**
     * Does the same as {@link #tryIssue(Marker)} from inside a listener of the host, whether or not the gate is closed.
     *
     * @param isWanted false if nobody will notice it.
     */
    public abstract boolean tryIssueFromListener(Marker marker, boolean isWanted);

    public final boolean isOneInFlight()
    {
        return isOneInFlight;
    }

    /**
     * Returns whether only one isochron may be under way at a time, and there is one.
     */
    final boolean mustWait()
    {
        return isOneInFlight && !progress.areAllExecuted();
    }

    /**
     * Returns the sequence up to which the memory of isochrons that are read in place is free.
     */
    public abstract long retired();

    /**
     * Asks for an update of {@link #retired()} soon.
     */
    public abstract void requestRetirement();

    /**
     * Returns whether an isochron may execute at once: it is purely local, and nothing issued before is pending (V1
     * section 3.2.2).
     */
    final boolean mayExecuteLocal(final IsochronFrame isochron)
    {
        return !isochron.isFresh() && !isochron.isFrameKept() && isochron.destinations().isWithin(hostId) &&
            isNothingPendingSoon();
    }

    /**
     * Returns whether everything that was issued before has been executed. May wait for a moment until it has, so
     * {@link ThreadedIssuer} must not call it as owner.
     */
    boolean isNothingPendingSoon()
    {
        return progress.isNothingPending();
    }

    final int distance(final IsochronFrame isochron)
    {
        return isochron.isFresh() ? Math.max(ownDistance, isochron.distance()) : isochron.distance();
    }
}
