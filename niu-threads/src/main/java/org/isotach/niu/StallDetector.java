/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.wait.ElapsedTime;

/**
 * Finds the hosts that hold others up: it asks the units of all hosts, and the models, and remembers since when each
 * stall has lasted. Threadsafe.
 */
final class StallDetector
{
    // Largest number of stalls of hosts, and of those of models, in one message: nobody would read one with thousands
    // of waiting reads.
    private static final int MAX_REPORTED_STALLS = 16;

    private final StallClock clock = new StallClock();
    private final List<StallSource> sources = new CopyOnWriteArrayList<>();
    private final StallSource last;
    private final Host[] hosts;
    private final Scheduler scheduler;

    /**
     * @param hosts     complete by the time of the first check.
     * @param last      asked behind all others: messages name the first stalls only.
     * @param scheduler of the cluster, null for none.
     */
    StallDetector(final Host[] hosts, final StallSource last, final Scheduler scheduler)
    {
        this.hosts = hosts;
        this.last = last;
        this.scheduler = scheduler;
    }

    /**
     * Adds a source that is asked from now on.
     */
    void addSource(final StallSource source)
    {
        sources.add(Objects.requireNonNull(source, "source"));
    }

    /**
     * Returns how long something has been held up, as far as is known.
     */
    Duration known(final Object what, final long nowNs)
    {
        return clock.known(what, nowNs);
    }

    /**
     * Returns the stalls of this moment.
     */
    List<Stall> stalls()
    {
        final List<Stall> stalls = new ArrayList<>();
        look(stalls, stalls);
        return List.copyOf(stalls);
    }

    /**
     * Called by a waiting thread: remembers since when each stall has lasted.
     */
    void lookIfDue(final long waitingSinceNs, final long nowNs)
    {
        if (clock.isTimeToLook(waitingSinceNs, nowNs))
        {
            look(new ArrayList<>(), null);
        }
    }

    /**
     * Describes what holds the cluster up, for messages; empty if nothing does.
     */
    String report()
    {
        final List<Stall> ofHosts = new ArrayList<>();
        final List<Stall> ofModels = new ArrayList<>();
        look(ofHosts, ofModels);
        final StringBuilder report = new StringBuilder();
        final int more = appendTo(report, ofHosts) + appendTo(report, ofModels);
        if (more > 0)
        {
            report.append("\n  and ").append(more).append(" more: Cluster.stalls()");
        }
        for (final Host host : hosts)
        {
            report.append(host.stalls().pendingReport());
        }
        return report.toString();
    }

    /**
     * @return the number of stalls that are left out.
     */
    private static int appendTo(final StringBuilder report, final List<Stall> stalls)
    {
        stalls.stream().limit(MAX_REPORTED_STALLS).forEach(stall -> report.append("\n  ").append(stall));
        return Math.max(0, stalls.size() - MAX_REPORTED_STALLS);
    }

    /**
     * @param stalls takes the stalls of the hosts.
     * @param asked  takes those of the models; null if only their durations count, and no descriptions.
     */
    private void look(final List<Stall> stalls, final List<Stall> asked)
    {
        final long nowNs = ElapsedTime.now(scheduler);
        for (final Host host : hosts)
        {
            host.stalls().addTo(stalls, clock, nowNs);
        }
        final StallReport report = new StallReport(clock, nowNs, asked, host -> hosts[host].logicalTime());
        sources.forEach(source -> source.addStalls(report));
        last.addStalls(report);
        clock.forgetUnseenSince(nowNs);
    }
}
