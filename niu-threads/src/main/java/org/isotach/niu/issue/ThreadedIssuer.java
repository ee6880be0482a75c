/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import org.isotach.IsochronFrame;
import org.isotach.IsochronIssuer;
import org.isotach.niu.send.FrameBatch;
import org.isotach.niu.spi.Marker;

/**
 * Issues where the cluster has threads: application threads put isochrons into the send ring, and others send them.
 */
public final class ThreadedIssuer extends Issuer
{
    /**
     * @param host     its units.
     * @param settings what they need of the settings of the cluster.
     * @param gate     of the host.
     * @param progress of the host.
     */
    public ThreadedIssuer(
        final HostUnits host, final UnitSettings settings, final IssueGate gate, final IssueProgress progress)
    {
        super(host, settings, gate, progress);
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
        final long sequence = tryExecuteLocal(isochron) ? IsochronIssuer.EXECUTED : enqueue(isochron);
        siuDoorbell.ring();
        return sequence;
    }

    @Override
    public boolean tryIssue(final Marker marker)
    {
        gate.checkOpen();
        return enqueue(marker);
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
    long claim()
    {
        return tryNext();
    }

    private boolean tryExecuteLocal(final IsochronFrame isochron)
    {
        if (!mayExecuteLocal(isochron) || !executor.lock().tryEnter())
        {
            return false;
        }
        try
        {
            // Volatile, as owner: whoever closes sees the owner, or is seen here. Partner:
            // Host.isExecutedEverywhere().
            if (gate.isClosed())
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

    private long enqueue(final IsochronFrame isochron)
    {
        final long sequence = claim();
        if (IsochronIssuer.BACK_PRESSURED != sequence)
        {
            // The claim was a compare-and-set: either this read sees that issuing is over, or whoever ended it sees
            // the claim and waits for it.
            final boolean isOpen = !gate.isClosed() && !gate.hasClosedFamily(isochron);
            publish(sequence, isOpen ? isochron : null, null);
            if (!isOpen)
            {
                gate.checkOpen(isochron);
            }
        }
        return sequence;
    }
}
