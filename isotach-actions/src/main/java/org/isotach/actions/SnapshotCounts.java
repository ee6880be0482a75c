/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.niu.status.Counter;
import org.isotach.niu.status.Counters;

/**
 * Counts the snapshots that have read their variables, for each host, and adds them to the counters of the cluster. All
 * methods are threadsafe.
 */
final class SnapshotCounts
{
    // By ordinal of the way.
    private static final Counter[] COUNTERS =
        { Counter.SNAPSHOTS_AT_ONCE, Counter.SNAPSHOTS_ANEW, Counter.SNAPSHOTS_IN_ORDER };

    private final ThreadCounts counts;

    SnapshotCounts(final Counters counters)
    {
        counts = new ThreadCounts(COUNTERS.length * counters.hostCount());
        for (int way = 0; way < COUNTERS.length; way++)
        {
            final int itsWay = way;
            counters.addSource(COUNTERS[way], host -> counts.sum(index(host, itsWay)));
        }
    }

    private static int index(final int host, final int way)
    {
        return COUNTERS.length * host + way;
    }

    /**
     * Counts a snapshot that the only host has read at once.
     */
    void countAtOnce()
    {
        counts.add(Readings.Way.AT_ONCE.ordinal());
    }

    /**
     * Counts a snapshot.
     *
     * @param reading has read it.
     */
    void count(final Readings.Reading reading)
    {
        counts.add(index(reading.host(), reading.way().ordinal()));
    }

    /**
     * Counts a snapshot that an action has read.
     *
     * @param run the action, which has not ended yet.
     */
    void count(final Run run)
    {
        final boolean isIssued = run.isIssued();
        final Readings.Way way = isIssued ? Readings.Way.IN_ORDER : Readings.Way.ANEW;
        // Without an isochron only at the only host.
        counts.add(index(isIssued ? run.host().id() : 0, way.ordinal()));
    }

    @Override
    public String toString()
    {
        return "SnapshotCounts{" + counts + '}';
    }
}
