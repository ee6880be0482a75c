/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.niu.Host;
import org.isotach.niu.status.Counter;
import org.isotach.niu.status.Counters;

/**
 * Counts the snapshots that have read their variables, for each host, and adds them to the counters of the cluster. All
 * methods are threadsafe.
 */
final class SnapshotCounts
{
    private static final int AT_ONCE_HERE = Readings.index(0, Readings.Way.AT_ONCE);

    // Of those that no Reading has counted.
    private final ThreadCounts counts;

    /**
     * @param readings count most snapshots.
     */
    SnapshotCounts(final Counters counters, final Readings readings)
    {
        final Readings.Way[] ways = Readings.Way.values();
        counts = new ThreadCounts(ways.length * counters.hostCount());
        for (final Readings.Way way : ways)
        {
            counters.addSource(counter(way), host ->
                readings.snapshots(host, way) + counts.sum(Readings.index(host, way)));
        }
    }

    private static Counter counter(final Readings.Way way)
    {
        switch (way)
        {
            case AT_ONCE:
                return Counter.SNAPSHOTS_AT_ONCE;
            case ANEW:
                return Counter.SNAPSHOTS_ANEW;
            default:
                return Counter.SNAPSHOTS_IN_ORDER;
        }
    }

    /**
     * Counts a snapshot that the only host has read at once.
     */
    void countAtOnce()
    {
        counts.add(AT_ONCE_HERE);
    }

    /**
     * Counts a snapshot.
     *
     * @param reading has read it.
     */
    void count(final Readings.Reading reading)
    {
        if (!reading.countSnapshot())
        {
            counts.add(reading.index());
        }
    }

    /**
     * Counts a snapshot that an action has read.
     *
     * @param run the action, which has not ended yet.
     */
    void count(final Wait run)
    {
        // Null without an isochron: only at the only host.
        final Host host = run.host();
        counts.add(Readings.index(
            null == host ? 0 : host.id(), null == host ? Readings.Way.ANEW : Readings.Way.IN_ORDER));
    }

    @Override
    public String toString()
    {
        return "SnapshotCounts{" + counts + '}';
    }
}
