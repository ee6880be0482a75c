/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import org.isotach.niu.link.InboundLink;

/**
 * Executes frames when they arrive, at a host with order off: it owns the rule that only what hosts agree about keeps
 * its pulse (Ironman section 7.3, version 1; docs/protocol.md, section 11). Belongs to the owner of the executor.
 */
final class Arrivals
{
    private final FrameExecution execution;

    // Frames that were executed, and not counted as work yet.
    private int count;

    Arrivals(final FrameExecution execution)
    {
        this.execution = execution;
    }

    /**
     * Executes what has arrived.
     *
     * @return timestamp of the first frame that keeps its pulse nevertheless, {@link InboundLink#NONE} for none.
     */
    long execute(final InboundLink[] links)
    {
        long earliest = InboundLink.NONE;
        for (final InboundLink link : links)
        {
            // One link cannot keep the others waiting for ever: its slots are given back when it is left.
            count += execution.executeArrived(link);
            earliest = Math.min(earliest, link.seenTimestamp());
        }
        return earliest;
    }

    /**
     * Frames that were executed since the last call.
     */
    int takeCount()
    {
        final int executed = count;
        count = 0;
        return executed;
    }
}
