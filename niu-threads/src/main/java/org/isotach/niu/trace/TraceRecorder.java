/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.OperationHeader;
import org.isotach.niu.spi.OperationReader;

/**
 * Records the last events of each host of a cluster, and keeps the readers of the operations of the models. Threadsafe.
 */
public final class TraceRecorder
{
    private final List<String> hostNames;
    private final HostRecorder[] hosts;
    private final TraceClock clock;
    private final AtomicReferenceArray<OperationReader> readers =
        new AtomicReferenceArray<>(OperationHeader.FAMILY_COUNT);

    /**
     * Called by a cluster at its launch.
     *
     * @param hostNames names of the hosts, by number.
     * @param capacity  number of events to keep for each host, at least 1.
     * @param hasClock  false if no time passes, as under a scheduler: then the same run gives the same trace.
     */
    public TraceRecorder(final List<String> hostNames, final int capacity, final boolean hasClock)
    {
        this.hostNames = List.copyOf(hostNames);
        clock = new TraceClock(hasClock);
        hosts = new HostRecorder[hostNames.size()];
        for (int host = 0; host < hosts.length; host++)
        {
            hosts[host] = new HostRecorder(clock, host, capacity);
        }
    }

    /**
     * Returns the recorder of the events of a host.
     *
     * @param id number of the host.
     * @return always the same object.
     */
    public HostRecorder host(final int id)
    {
        return hosts[id];
    }

    /**
     * Sets the reader of the operations of a family.
     *
     * @param family 0..15.
     * @param reader reads its operations.
     */
    public void reader(final int family, final OperationReader reader)
    {
        readers.set(family, reader);
    }

    /**
     * Returns the events that have been recorded so far.
     *
     * @return a copy; recording continues.
     */
    public Trace trace()
    {
        final List<TraceEvent> events = new ArrayList<>();
        long firstKept = 0;
        for (final HostRecorder host : hosts)
        {
            events.addAll(host.events());
            // Behind the copy: what is lost in between counts as missing.
            firstKept = Math.max(firstKept, host.firstKept());
        }
        events.sort(Comparator.comparingLong(TraceEvent::number));
        return new TraceAssembler(hostNames, readers::get, firstKept).assemble(events);
    }

    @Override
    public String toString()
    {
        return "TraceRecorder{hosts=" + hosts.length + ", " + clock + '}';
    }
}
