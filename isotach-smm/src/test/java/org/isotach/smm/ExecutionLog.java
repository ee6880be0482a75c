/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;

/**
 * What each host executes, in its order of execution: an operation of a family of its own, which every host that the
 * isochron is for executes, writes the number of the isochron down.
 */
final class ExecutionLog
{
    /**
     * Number of isochrons that are not to be logged.
     */
    static final int UNLOGGED = -1;

    private static final int FAMILY = 15;
    private static final int HOSTS_OFFSET = OperationHeader.LENGTH;
    private static final int MARK_LENGTH = OperationHeader.LENGTH + Long.BYTES;

    /**
     * One execution of one isochron at one host.
     */
    record Entry(int sender, long timestamp, int id)
    {
    }

    private final List<List<Entry>> entries = new ArrayList<>();

    ExecutionLog(final Cluster cluster)
    {
        for (int i = 0; i < cluster.hostCount(); i++)
        {
            final int host = i;
            final List<Entry> hostEntries = Collections.synchronizedList(new ArrayList<>());
            entries.add(hostEntries);
            cluster.host(host).models().register(
                FAMILY,
                (sender, timestamp, frame, offset, limit) ->
                {
                    if (0 != (frame.getLong(offset + HOSTS_OFFSET) & 1L << host))
                    {
                        log(hostEntries, sender, timestamp, frame, offset);
                    }
                    return offset + MARK_LENGTH;
                },
                (slot, value) ->
                {
                    throw new AssertionError("a mark has no result");
                });
        }
    }

    /**
     * Adds a mark to an open isochron, behind its other operations.
     */
    void mark(final Isochron isochron, final int id)
    {
        final int offset = isochron.append(MARK_LENGTH);
        isochron.buffer().putLong(offset, OperationHeader.encode(FAMILY << 4, MARK_LENGTH, 0, id));
        isochron.touch(isochron.hostId(), 0);
        long hosts = 0;
        for (int host = isochron.destinations().next(0); host >= 0; host = isochron.destinations().next(host + 1))
        {
            hosts |= 1L << host;
        }
        isochron.buffer().putLong(offset + HOSTS_OFFSET, hosts);
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

    private static void log(
        final List<Entry> entries, final int sender, final long timestamp, final OffHeapBuffer frame, final int offset)
    {
        final int id = OperationHeader.address(frame.getLong(offset));
        if (UNLOGGED != id)
        {
            entries.add(new Entry(sender, timestamp, id));
        }
    }
}
