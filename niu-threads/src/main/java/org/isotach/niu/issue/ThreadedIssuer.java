/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;

import org.isotach.IsochronFrame;
import org.isotach.IsochronIssuer;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.send.FrameBatch;
import org.isotach.niu.send.SendPipeline;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.thread.Doorbell;

/**
 * Issues in a cluster with threads: application threads put isochrons into the send ring, and other threads send them.
 */
public final class ThreadedIssuer extends Issuer
{
    // A short moment, each look after twice as long, and then some turns for the thread that executes.
    private static final int MAX_PAUSES = 128;
    private static final int MAX_YIELDS = 4;
    private static final int MAX_SKIPS = 63;

    private final SendPipeline pipeline;
    private final RingBuffer<FrameEntry> sendRing;
    private final Doorbell siuDoorbell;

    // The next calls do not wait after one that has waited in vain: something may be pending all the time, because of a
    // long handler or a stream of messages. Plain, whichever threads call: only a guess.
    private int skips;
    private int toSkip;

    /**
     * @param hostId      number of the host.
     * @param settings    the settings of the cluster that units need.
     * @param gate        of the host.
     * @param progress    of the host.
     * @param pipeline    of the host.
     * @param executor    of the host.
     * @param siuDoorbell of the thread that works for the switch interface unit.
     */
    ThreadedIssuer(
        final int hostId,
        final UnitSettings settings,
        final IssueGate gate,
        final IssueProgress progress,
        final SendPipeline pipeline,
        final IsochronExecutor executor,
        final Doorbell siuDoorbell)
    {
        super(hostId, settings, gate, progress, pipeline, executor);
        this.pipeline = pipeline;
        sendRing = pipeline.ring();
        this.siuDoorbell = siuDoorbell;
    }

    @Override
    public long tryIssue(final IsochronFrame isochron, final FrameBatch ownBatch)
    {
        if (mustWait())
        {
            gate.checkOpen();
            return IsochronIssuer.BACK_PRESSURED;
        }
        gate.checkOpen(isochron);
        if (tryExecuteLocal(isochron))
        {
            if (!isAlone)
            {
                // What other hosts have sent meanwhile was not taken, because this thread was the owner.
                siuDoorbell.ring();
            }
            return IsochronIssuer.EXECUTED;
        }
        final long sequence = isOneInFlight() ? enqueueAlone(isochron) : enqueue(isochron);
        siuDoorbell.ring();
        return sequence;
    }

    @Override
    public boolean tryIssue(final Marker marker)
    {
        gate.checkOpen();
        final long sequence = tryNext();
        if (IsochronIssuer.BACK_PRESSURED == sequence)
        {
            return false;
        }
        // As in enqueue().
        final boolean isOpen = !gate.isClosed();
        publish(sequence, null, isOpen ? marker : null);
        siuDoorbell.ring();
        if (!isOpen)
        {
            gate.checkOpen();
        }
        return true;
    }

    @Override
    public boolean tryIssueFromListener(final Marker marker, final boolean isWanted)
    {
        final long sequence = tryNext();
        if (IsochronIssuer.BACK_PRESSURED == sequence)
        {
            return false;
        }
        publish(sequence, null, isWanted ? marker : null);
        siuDoorbell.ring();
        return true;
    }

    /**
     * Nothing is ever appended to a batch.
     */
    @Override
    public long endBatch(final FrameBatch ownBatch)
    {
        throw new IllegalStateException("no batch is open: " + ownBatch);
    }

    @Override
    public boolean confirm(final IsochronFrame isochron, final FrameBatch ownBatch)
    {
        throw new IllegalStateException("no batch is open: " + ownBatch);
    }

    @Override
    public boolean tryEndBatch()
    {
        return true;
    }

    @Override
    public long retired()
    {
        return pipeline.retired();
    }

    @Override
    public void requestRetirement()
    {
        pipeline.requestRetirement();
    }

    private boolean tryExecuteLocal(final IsochronFrame isochron)
    {
        if (!mayExecuteLocal(isochron) || !tryEnter())
        {
            return false;
        }
        try
        {
            // Volatile, as owner: a closing thread sees the owner, or is seen here. Partner:
            // HostEnd.isExecutedEverywhere().
            // Another thread may have issued since the first look: then this isochron comes behind that one.
            if (gate.isClosedFor(isochron) || mustWait() || !progress.isNothingPending())
            {
                return false;
            }
            executor.executeLocal(isochron.buffer(), isochron.offset(), isochron.length());
            executor.lookAround(1);
            return true;
        }
        finally
        {
            executor.lock().exit();
        }
    }

    private boolean tryEnter()
    {
        return isAlone ? executor.lock().tryEnterPatiently() : executor.lock().tryEnter();
    }

    /**
     * {@inheritDoc}
     * <p>
     * Threads of the only host wait. Otherwise what one of them puts into the send ring is pending for the others,
     * which then use the ring, too, and so on for ever; each call takes several times as long.
     */
    @Override
    boolean isNothingPendingSoon()
    {
        return progress.isNothingPending() || isAlone && mayWait() && awaitNothingPending();
    }

    private boolean mayWait()
    {
        if (toSkip > 0)
        {
            toSkip--;
            return false;
        }
        return true;
    }

    private boolean awaitNothingPending()
    {
        boolean isNothingPending = false;
        for (int pauses = 1; !isNothingPending && pauses <= MAX_PAUSES; pauses *= 2)
        {
            for (int i = 0; i < pauses; i++)
            {
                Thread.onSpinWait();
            }
            isNothingPending = progress.isNothingPending();
        }
        for (int yields = 0; !isNothingPending && yields < MAX_YIELDS; yields++)
        {
            Thread.yield();
            isNothingPending = progress.isNothingPending();
        }
        skips = isNothingPending ? 0 : Math.min(2 * skips + 1, MAX_SKIPS);
        toSkip = skips;
        return isNothingPending;
    }

    /**
     * Of several threads that have seen nothing under way one issues: its claim is seen by the next one here.
     */
    private synchronized long enqueueAlone(final IsochronFrame isochron)
    {
        return mustWait() ? IsochronIssuer.BACK_PRESSURED : enqueue(isochron);
    }

    private long enqueue(final IsochronFrame isochron)
    {
        final long sequence = tryNext();
        if (IsochronIssuer.BACK_PRESSURED != sequence)
        {
            // The claim was a compare-and-set: either this read sees that issuing is over, or the thread that ended it
            // sees the claim and waits for it.
            final boolean isOpen = !gate.isClosedFor(isochron);
            publish(sequence, isOpen ? isochron : null, null);
            if (!isOpen)
            {
                gate.checkOpen(isochron);
            }
        }
        return sequence;
    }

    private long tryNext()
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
     * @param isochron the isochron to send, null for none.
     * @param marker   the marker on the token, null for none.
     */
    private void publish(final long sequence, final IsochronFrame isochron, final Marker marker)
    {
        final FrameEntry entry = sendRing.get(sequence);
        try
        {
            if (null != isochron)
            {
                entry.set(isochron, distance(isochron));
            }
            else if (null != marker)
            {
                entry.setMarker(hostId, marker, ownDistance);
            }
            else
            {
                entry.setEmpty(hostId);
            }
        }
        catch (final Throwable ex)
        {
            // Memory has run out; but the entry was claimed, and the next ones would wait for it.
            entry.setEmpty(hostId);
            throw ex;
        }
        finally
        {
            // Release: publishes the entry and the frame. Partner: SwitchInterfaceUnit.work().
            sendRing.publish(sequence);
        }
    }
}
