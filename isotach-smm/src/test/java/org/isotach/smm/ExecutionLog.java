/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.OffHeapBuffer;
import org.isotach.OperationHeader;
import org.isotach.niu.Cluster;

/**
 * What each host executes, in its order of execution: an operation of a family of its own, which goes wherever the
 * isochron goes, writes the number of the isochron down.
 */
final class ExecutionLog
{
    static final int MARK_LENGTH = OperationHeader.LENGTH;

    /**
     * Number of isochrons that are not to be logged.
     */
    static final int UNLOGGED = -1;

    private static final int FAMILY = 15;

    /**
     * One execution of one isochron at one host.
     */
    record Entry(int sender, long timestamp, int id)
    {
    }

    private final List<List<Entry>> entries = new ArrayList<>();

    ExecutionLog(final Cluster cluster)
    {
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            final List<Entry> hostEntries = Collections.synchronizedList(new ArrayList<>());
            entries.add(hostEntries);
            cluster.host(host).register(
                FAMILY,
                (sender, timestamp, frame, offset, limit) -> log(hostEntries, sender, timestamp, frame, offset),
                (slot, value) ->
                {
                    throw new AssertionError("a mark has no result");
                });
        }
    }

    /**
     * Adds a mark to an open isochron.
     */
    void mark(final Isochron isochron, final int id)
    {
        final int offset = isochron.append(MARK_LENGTH);
        isochron.buffer().putLong(offset, OperationHeader.encode(FAMILY << 4, MARK_LENGTH, 0, id));
        isochron.touch(isochron.hostId(), 0);
    }

    /**
     * What a host has executed so far.
     */
    List<Entry> of(final int host)
    {
        synchronized (entries.get(host))
        {
            return List.copyOf(entries.get(host));
        }
    }

    /**
     * Numbers of the isochrons that a host has executed so far.
     */
    List<Integer> idsOf(final int host)
    {
        return of(host).stream().map(Entry::id).toList();
    }

    private static int log(
        final List<Entry> entries, final int sender, final long timestamp, final OffHeapBuffer frame, final int offset)
    {
        final int id = OperationHeader.address(frame.getLong(offset));
        if (UNLOGGED != id)
        {
            entries.add(new Entry(sender, timestamp, id));
        }
        return offset + MARK_LENGTH;
    }
}
