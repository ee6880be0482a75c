/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import org.isotach.niu.link.InboundLink;

/**
 * Executes frames when they arrive, at a host with order off. It owns the rule that only frames that hosts agree about
 * keep their pulse (Ironman section 7.3, version 1; docs/protocol.md, section 11). Belongs to the owner of the
 * executor.
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
     * Executes the frames that have arrived.
     *
     * @return timestamp of the first frame that keeps its pulse nevertheless, {@link InboundLink#NONE} for none.
     */
    long execute(final InboundLink[] links)
    {
        long earliest = InboundLink.NONE;
        for (final InboundLink link : links)
        {
            // One link cannot keep the others waiting for ever: its slots are given back only when the loop leaves it.
            count += execution.executeArrived(link);
            earliest = Math.min(earliest, link.seenTimestamp());
        }
        return earliest;
    }

    /**
     * Returns the number of frames that were executed since the last call.
     */
    int takeCount()
    {
        final int executed = count;
        count = 0;
        return executed;
    }
}
