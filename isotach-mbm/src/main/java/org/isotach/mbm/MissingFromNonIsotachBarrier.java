/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.Cluster;
import org.isotach.niu.StallReport;
import org.isotach.niu.StallSource;

/**
 * Finds the hosts that have not entered a non-isotach barrier in which others wait: also one that never will, because
 * it is closed.
 */
final class MissingFromNonIsotachBarrier implements StallSource
{
    private final Cluster cluster;
    private final NonIsotachBarrier barrier;

    MissingFromNonIsotachBarrier(final Cluster cluster, final NonIsotachBarrier barrier)
    {
        this.cluster = cluster;
        this.barrier = barrier;
    }

    @Override
    public void addStalls(final StallReport report)
    {
        long last = 0;
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            last = cluster.host(host).isExpelled() ? last : Math.max(last, barrier.epoch(host));
        }
        final long epoch = last;
        final List<String> waiting = waitingAt(epoch);
        if (waiting.isEmpty())
        {
            // Meanwhile they were expelled, or have gone on.
            return;
        }
        int missing = barrier.firstMissing(0, epoch);
        while (missing < cluster.hostCount())
        {
            final int holder = missing;
            report.add(holder, "host-" + holder + "/non-isotach-barrier", new Key(this, holder), epoch,
                () -> describe(holder, waiting));
            missing = barrier.firstMissing(missing + 1, epoch);
        }
    }

    private List<String> waitingAt(final long epoch)
    {
        final List<String> waiting = new ArrayList<>();
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            if (epoch == barrier.epoch(host) && !cluster.host(host).isExpelled())
            {
                waiting.add(name(host));
            }
        }
        return waiting;
    }

    private String describe(final int missing, final List<String> waiting)
    {
        return name(missing) + " has not entered the non-isotach barrier: " + String.join(", ", waiting) +
            (1 == waiting.size() ? " waits for it" : " wait for it");
    }

    private String name(final int host)
    {
        return Participants.name(cluster.topology(), host);
    }

    /**
     * Identifies one missing host in all looks.
     */
    private record Key(MissingFromNonIsotachBarrier source, int host)
    {
    }

    @Override
    public String toString()
    {
        return "MissingFromNonIsotachBarrier{hosts=" + cluster.hostCount() + '}';
    }
}
