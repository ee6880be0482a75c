/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import org.isotach.niu.link.ExpulsionFrame;
import org.isotach.niu.link.InboundLink;

/**
 * Executes frames in paranoid mode: each is checked before, and its pulse is acknowledged.
 */
final class WatchedExecution extends FrameExecution
{
    private final ExecutionWatch watch;

    WatchedExecution(
        final int hostId, final ModelTable models, final ApplicationSide application, final ExecutionWatch watch)
    {
        super(hostId, models, application);
        this.watch = watch;
    }

    @Override
    void taken(final InboundLink link, final long timestamp, final long executedPulse)
    {
        if (!ExpulsionFrame.isCut(link.buffer(), link.offset(), link.length()))
        {
            watch.check(link.sender, timestamp, link.issue());
        }
        watch.checkNumber(link.sender, link.number(), link.expectedNumber());
        link.acknowledge(executedPulse);
    }

    @Override
    void arrived(final InboundLink link, final long timestamp)
    {
        watch.checkArrival(link.sender, link.issue());
        watch.checkNumber(link.sender, link.number(), link.expectedNumber());
        link.acknowledge(timestamp);
    }
}
