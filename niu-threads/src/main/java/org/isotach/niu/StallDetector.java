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

/**
 * Finds the hosts that hold others up: it asks the units of all hosts, and the models, and remembers since when things
 * are as they are. Threadsafe.
 */
final class StallDetector
{
    // Stalls that one message has: with thousands of reads that wait it would not be read otherwise.
    private static final int MAX_REPORTED_STALLS = 16;

    private final StallClock clock = new StallClock();
    private final List<StallSource> sources = new CopyOnWriteArrayList<>();
    private final Host[] hosts;

    /**
     * @param hosts all of them, by the time somebody looks.
     */
    StallDetector(final Host[] hosts)
    {
        this.hosts = hosts;
    }

    /**
     * Adds who is asked, from now on.
     */
    void addSource(final StallSource source)
    {
        sources.add(Objects.requireNonNull(source, "source"));
    }

    /**
     * How long somebody has been held up, as far as is known.
     */
    Duration known(final Object what, final long nowNs)
    {
        return clock.known(what, nowNs);
    }

    /**
     * Those of this moment.
     */
    List<Stall> stalls()
    {
        final List<Stall> stalls = new ArrayList<>();
        look(stalls, stalls);
        return List.copyOf(stalls);
    }

    /**
     * Somebody waits: remembers since when things are as they are.
     */
    void lookIfDue(final long waitingSinceNs, final long nowNs)
    {
        if (clock.isTimeToLook(waitingSinceNs, nowNs))
        {
            look(new ArrayList<>(), null);
        }
    }

    /**
     * What holds the cluster up, for messages; empty if nothing does.
     */
    String report()
    {
        final StringBuilder report = new StringBuilder();
        final List<Stall> stalls = stalls();
        stalls.stream().limit(MAX_REPORTED_STALLS).forEach(stall -> report.append("; ").append(stall));
        if (stalls.size() > MAX_REPORTED_STALLS)
        {
            report.append("; and ").append(stalls.size() - MAX_REPORTED_STALLS).append(" more: Cluster.stalls()");
        }
        for (final Host host : hosts)
        {
            report.append(host.stalls().pendingReport());
        }
        return report.toString();
    }

    /**
     * @param stalls of the hosts are added here.
     * @param asked  the same, or null if nobody asks what the models know, and only the time counts.
     */
    private void look(final List<Stall> stalls, final List<Stall> asked)
    {
        final long nowNs = System.nanoTime();
        for (final Host host : hosts)
        {
            host.stalls().addTo(stalls, clock, nowNs);
        }
        final StallReport report = new StallReport(clock, nowNs, asked, host -> hosts[host].logicalTime());
        sources.forEach(source -> source.addStalls(report));
        clock.forgetUnseenSince(nowNs);
    }
}
