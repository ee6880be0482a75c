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
import org.isotach.niu.spi.Marker;

/**
 * Takes isochrons and markers over from the application threads of one host: it owns the rule that what is issued was
 * issued before anybody closed the {@link IssueGate}. Threadsafe.
 */
public abstract class Issuer extends Padded
{
    public final IssueGate gate;
    public final IssueProgress progress;
    final IsochronExecutor executor;
    final int hostId;
    final int ownDistance;
    private final Sender sender;
    private final boolean isOneInFlight;

    /**
     * @param hostId   number of the host.
     * @param settings what is needed of the settings of the cluster.
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
    }

    /**
     * Makes the calling thread the owner of the host, to execute what is purely local without an isochron, as one would
     * that is issued now: if nothing is pending that was issued before (V1 section 3.2.2), everything is taken, and
     * nobody records what is issued. A call of {@link #endLocal} must follow.
     *
     * @return false if that is not possible at present.
     */
    public final boolean tryBeginLocal()
    {
        if (!executor.lock().tryEnterPatiently())
        {
            return false;
        }
        // Volatile, as owner: whoever closes sees the owner, or is seen here. Partner:
        // HostEnd.isExecutedEverywhere().
        if (gate.isOpenForAll() && !executor.execution().isRecorded() && !mustWait() && progress.isNothingPending())
        {
            return true;
        }
        executor.lock().exit();
        return false;
    }

    /**
     * Ends what {@link #tryBeginLocal} has begun.
     *
     * @param isExecuted false if there was nothing to be executed after all, or if it was cut short by what it threw.
     */
    public final void endLocal(final boolean isExecuted)
    {
        if (isExecuted)
        {
            executor.execution().executedLocal();
            executor.lookAround(1);
        }
        executor.lock().exit();
    }

    /**
     * Issues an isochron if that is possible at once.
     *
     * @param ownBatch of the isochron, to which it cannot be appended without ado.
     * @return as {@link IsochronIssuer#tryIssue}.
     */
    public abstract long tryIssue(IsochronFrame isochron, FrameBatch ownBatch);

    /**
     * For the application thread of a batch: flushes all of it.
     *
     * @return the ticket of its last frame, {@link IsochronIssuer#BACK_PRESSURED} if that is not possible at present.
     */
    public abstract long endBatch(FrameBatch ownBatch);

    /**
     * For an application thread that has appended an isochron to its batch, and found it closed for good: has it been
     * flushed?
     *
     * @return false if not: it was not issued.
     */
    public abstract boolean confirm(IsochronFrame isochron, FrameBatch ownBatch);

    /**
     * Issues a marker behind everything that was issued, if that is possible at once.
     *
     * @return false if it is not.
     */
    public abstract boolean tryIssue(Marker marker);

    /**
     * Once the gate, or a family, is closed: is everything issued that ever will be, or everything of the family?
     */
    public abstract boolean tryEndBatch();

    /**
     * Has anything been issued that was not executed at once?
     */
    public boolean hasIssued()
    {
        return sender.issued() >= 0;
    }

    /**
     * As {@link #tryIssue(Marker)}, from inside a listener of the host, and whether the gate is closed or not.
     *
     * @param isWanted will anybody notice it?
     */
    public abstract boolean tryIssueFromListener(Marker marker, boolean isWanted);

    public final boolean isOneInFlight()
    {
        return isOneInFlight;
    }

    /**
     * Only one isochron at a time, and there is one under way?
     */
    final boolean mustWait()
    {
        return isOneInFlight && !progress.areAllExecuted();
    }

    /**
     * Sequence up to which the memory of isochrons is free that their receivers read where they were written.
     */
    public abstract long retired();

    /**
     * Asks for {@link #retired()} to be brought up to date soon.
     */
    public abstract void requestRetirement();

    /**
     * A purely local isochron executes at once if nothing is pending that was issued before (V1 section 3.2.2).
     */
    final boolean mayExecuteLocal(final IsochronFrame isochron)
    {
        return !isochron.isFresh() && !isochron.isFrameKept() && isochron.destinations().isWithin(hostId) &&
            progress.isNothingPending();
    }

    final int distance(final IsochronFrame isochron)
    {
        return isochron.isFresh() ? Math.max(ownDistance, isochron.distance()) : isochron.distance();
    }
}
