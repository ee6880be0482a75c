/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.lang.invoke.VarHandle;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.memory.Padded;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.send.Lanai;
import org.isotach.niu.send.OpenBatch;

/**
 * How far what a host has issued has got: it owns the rule when an isochron counts as executed, and when nothing is
 * pending, so that a purely local one may execute at once (docs/protocol.md, rule 7). Threadsafe.
 */
public final class IssueProgress extends Padded
{
    private final RingBuffer<FrameEntry> sendRing;
    private final Sequence retired;
    private final Lanai lanai;
    private final OutboundLinks links;
    private final IsochronExecutor executor;
    private final OpenBatch openBatch;

    // Up to where somebody has found that everything is executed here that this host has issued.
    private final Sequence executed = new Sequence();

    /**
     * @param units   of the host.
     * @param openBatch of the host.
     */
    public IssueProgress(final HostUnits units, final OpenBatch openBatch)
    {
        sendRing = units.sendRing;
        retired = units.retired;
        lanai = units.lanai;
        links = units.links;
        executor = units.executor;
        this.openBatch = openBatch;
    }

    /**
     * Sequence up to which the memory of isochrons is free again.
     */
    public long retired()
    {
        return retired.get();
    }

    /**
     * Has an isochron been executed, as far as this host can see: its local operations, or, if there are none, all that
     * comes before it? Or has it been executed everywhere?
     */
    public boolean isExecuted(final long sequence)
    {
        if (executor.executedIssue() >= sequence || retired.get() >= sequence)
        {
            return true;
        }
        if (lanai.shipped() < sequence)
        {
            return false;
        }
        final FrameEntry entry = sendRing.get(sequence);
        final boolean isToIssuer = entry.isToIssuer;
        final long pulse = entry.timestamp;
        // Both are those of the isochron if it is not retired yet: only then is its entry used again.
        VarHandle.acquireFence();
        return retired.get() >= sequence || !isToIssuer && executor.isCompleted(pulse);
    }

    /**
     * Has everything that was issued been executed everywhere?
     */
    public boolean areAllExecuted()
    {
        return lanai.shipped() == sendRing.getCursor() && links.areExecuted();
    }

    /**
     * Has everything been executed that this host had issued before the call?
     */
    public boolean isNothingPending()
    {
        if (openBatch.hasUnflushed())
        {
            return false;
        }
        final long issued = sendRing.getCursor();
        // Acquire. Partner: below.
        if (issued == executed.get())
        {
            return true;
        }
        if (issued > lanai.shipped() || lanai.lastIssueToSelf() > executor.executedIssue() ||
            !executor.isCompleted(lanai.lastPulseToOthers()))
        {
            return false;
        }
        // Release: what was executed, for threads that take the word of this one for it.
        executed.set(issued);
        return true;
    }
}
