/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.Padded;
import org.isotach.niu.execute.CompletedPulse;
import org.isotach.niu.execute.FrameExecution;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.send.Sender;
import org.isotach.niu.send.Ticket;

/**
 * The progress of the isochrons of a host. It owns the rules when an isochron counts as executed, and when nothing is
 * pending, so that a purely local one may execute at once (docs/protocol.md, rule 7). Threadsafe.
 */
public abstract class IssueProgress extends Padded
{
    final FrameExecution execution;
    private final Sender sender;
    private final OutboundLinks links;
    private final CompletedPulse completed;
    private final OpenBatch openBatch;

    // Sequence up to which some thread has found everything executed here that this host has issued.
    private final Sequence executed = new Sequence();

    /**
     * @param sender    of the host.
     * @param links     from the host.
     * @param executor  of the host.
     * @param openBatch of the host.
     */
    IssueProgress(
        final Sender sender, final OutboundLinks links, final IsochronExecutor executor, final OpenBatch openBatch)
    {
        this.sender = sender;
        this.links = links;
        execution = executor.execution();
        completed = executor.completed();
        this.openBatch = openBatch;
    }

    /**
     * Returns whether an isochron has been executed, as far as this host can see: its local operations or, if there are
     * none, everything before it. Also returns true if it has been executed everywhere.
     *
     * @param ticket from the issuer.
     */
    public abstract boolean isExecuted(long ticket);

    /**
     * Describes an isochron, for messages.
     *
     * @param ticket from the issuer.
     */
    public abstract String describe(long ticket);

    final boolean isPassed(final long ticket)
    {
        return Ticket.isOfIssue(ticket) ? execution.executedIssue() >= Ticket.value(ticket) :
            completed.isCompleted(Ticket.value(ticket));
    }

    /**
     * Returns whether everything that was issued has been executed everywhere.
     */
    public boolean areAllExecuted()
    {
        return sender.shipped() == sender.issued() && links.areExecuted();
    }

    /**
     * Returns whether everything has been executed that this host had issued before the call.
     */
    public boolean isNothingPending()
    {
        if (openBatch.hasUnflushed())
        {
            return false;
        }
        final long issued = sender.issued();
        // Acquire. Partner: below.
        if (issued == executed.get())
        {
            return true;
        }
        if (issued > sender.shipped() || sender.lastIssueToSelf() > execution.executedIssue() ||
            !completed.isCompleted(sender.lastPulseToOthers()))
        {
            return false;
        }
        // Release: what was executed, for threads that rely on the check of this one.
        executed.set(issued);
        return true;
    }
}
