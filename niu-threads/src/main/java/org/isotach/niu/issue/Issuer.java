/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;

import org.isotach.IsochronFrame;
import org.isotach.IsochronIssuer;
import org.isotach.memory.Padded;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.send.FrameBatch;
import org.isotach.niu.send.Lanai;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.thread.Doorbell;

/**
 * Takes isochrons and markers over from the application threads of one host: it owns the rule that what is in the send
 * ring was issued before anybody closed the {@link IssueGate}. Threadsafe.
 */
public abstract class Issuer extends Padded
{
    public final IssueGate gate;
    public final IssueProgress progress;
    final RingBuffer<FrameEntry> sendRing;
    final IsochronExecutor executor;
    final Lanai lanai;
    final Doorbell siuDoorbell;
    private final boolean isOneInFlight;
    private final int hostId;
    private final int ownDistance;
    private final Doorbell lanaiDoorbell;

    /**
     * @param host     its units.
     * @param settings what they need of the settings of the cluster.
     * @param gate     of the host.
     * @param progress of the host.
     */
    Issuer(
        final HostUnits host, final UnitSettings settings, final IssueGate gate, final IssueProgress progress)
    {
        this.gate = gate;
        this.progress = progress;
        sendRing = host.sendRing;
        executor = host.executor;
        lanai = host.lanai;
        siuDoorbell = host.siuDoorbell;
        lanaiDoorbell = host.lanaiDoorbell;
        hostId = host.hostId;
        ownDistance = settings.topology().eccentricity(hostId);
        isOneInFlight = settings.oneInFlight();
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
     * @return the number of its last frame, {@link IsochronIssuer#BACK_PRESSURED} if that is not possible at present.
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
     * Once the gate, or a family, is closed: is everything in the send ring that will ever be in it, or everything of
     * the family?
     */
    public abstract boolean tryEndBatch();

    /**
     * Room in the send ring behind all that was issued before.
     */
    abstract long claim();

    /**
     * Has anything been issued that was not executed at once?
     */
    public boolean hasIssued()
    {
        return sendRing.getCursor() >= 0;
    }

    /**
     * As {@link #tryIssue(Marker)}, from inside a listener of the host, and whether the gate is closed or not.
     *
     * @param isWanted will anybody notice it?
     */
    public final boolean tryIssueFromListener(final Marker marker, final boolean isWanted)
    {
        final long sequence = claim();
        if (IsochronIssuer.BACK_PRESSURED == sequence)
        {
            return false;
        }
        publish(sequence, null, isWanted ? marker : null);
        siuDoorbell.ring();
        return true;
    }

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

    public final void requestRetirement()
    {
        lanai.requestRetirement();
        lanaiDoorbell.ring();
    }

    /**
     * A purely local isochron executes at once if nothing is pending that was issued before (V1 section 3.2.2).
     */
    final boolean mayExecuteLocal(final IsochronFrame isochron)
    {
        return !isochron.isFresh() && !isochron.isFrameKept() && isochron.destinations().isWithin(hostId) &&
            progress.isNothingPending();
    }

    final boolean enqueue(final Marker marker)
    {
        final long sequence = claim();
        if (IsochronIssuer.BACK_PRESSURED == sequence)
        {
            return false;
        }
        // As in ThreadedIssuer.enqueue(): the claim was a compare-and-set, or the caller is the owner.
        final boolean isOpen = !gate.isClosed();
        publish(sequence, null, isOpen ? marker : null);
        siuDoorbell.ring();
        if (!isOpen)
        {
            gate.checkOpen();
        }
        return true;
    }

    final int distance(final IsochronFrame isochron)
    {
        return isochron.isFresh() ? Math.max(ownDistance, isochron.distance()) : isochron.distance();
    }

    final long tryNext()
    {
        try
        {
            return sendRing.tryNext();
        }
        catch (final InsufficientCapacityException ex)
        {
            requestRetirement();
            return IsochronIssuer.BACK_PRESSURED;
        }
    }

    /**
     * @param isochron to be sent, null for none.
     * @param marker   to ride on the token, null for none.
     * @return the entry that was published.
     */
    final FrameEntry publish(final long sequence, final IsochronFrame isochron, final Marker marker)
    {
        final FrameEntry entry = sendRing.get(sequence);
        if (null != isochron)
        {
            try
            {
                entry.set(isochron, distance(isochron));
            }
            catch (final Throwable ex)
            {
                publishEmpty(sequence);
                throw ex;
            }
        }
        else if (null != marker)
        {
            entry.setMarker(hostId, marker, ownDistance);
        }
        else
        {
            entry.setEmpty(hostId);
        }
        // Release: publishes the entry and the frame. Partner: SwitchInterfaceUnit.work().
        sendRing.publish(sequence);
        return entry;
    }

    /**
     * An entry could not be filled, memory having run out; but it was claimed, and what comes behind would wait for it.
     */
    final void publishEmpty(final long sequence)
    {
        sendRing.get(sequence).setEmpty(hostId);
        sendRing.publish(sequence);
    }
}
