/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.send.Sender;
import org.isotach.niu.send.Ticket;

/**
 * The progress of isochrons that were stamped when they were issued: their tickets are enough to tell.
 */
final class DirectProgress extends IssueProgress
{
    /**
     * @param sender    of the host.
     * @param links     from the host.
     * @param executor  of the host.
     * @param openBatch of the host.
     */
    DirectProgress(
        final Sender sender, final OutboundLinks links, final IsochronExecutor executor, final OpenBatch openBatch)
    {
        super(sender, links, executor, openBatch);
    }

    @Override
    public boolean isExecuted(final long ticket)
    {
        return ticket < 0 || isPassed(ticket);
    }

    @Override
    public String describe(final long ticket)
    {
        return Ticket.isOfIssue(ticket) ? "its isochron " + Ticket.value(ticket) :
            "its isochron of pulse " + Ticket.value(ticket);
    }
}
