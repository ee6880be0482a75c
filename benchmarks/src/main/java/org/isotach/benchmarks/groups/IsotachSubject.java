/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.ArrayList;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Variables in the isotach shared memory of two hosts, which the threads that access them drive: thread {@code t} uses
 * host {@code t % 2}, a single thread both hosts in turn.
 * <p>
 * A write is a flat isochron of WRITEs. An update is a structured atomic action: an isochron of READs and SCHEDs, and
 * an isochron of ASSIGNs when all values are there; or one isochron of UPDATEs. A snapshot reads local copies at once;
 * if that is not possible, it is an isochron of READs.
 */
final class IsotachSubject implements GroupSubject
{
    private static final int HOSTS = 2;

    // So small that a group has variables at both hosts, unless it has only one.
    private static final int PAGE_SIZE = 8;

    private final Groups groups;
    private final boolean isUpdating;
    private final Cluster cluster;
    private final SharedMemory memory;
    private final List<GroupAccess> accesses = new ArrayList<>();

    private IsotachSubject(final Groups groups, final PageMap pageMap, final boolean isUpdating)
    {
        this.groups = groups;
        this.isUpdating = isUpdating;
        cluster = Cluster.launch(new ClusterContext().hosts(HOSTS).threadingMode(ThreadingMode.INVOKER));
        memory = SharedMemory.on(cluster, pageMap);
    }

    static IsotachSubject withOneCopy(final Groups groups)
    {
        final PageMap.Builder pages = PageMap.builder().pageSize(PAGE_SIZE);
        for (int page = 0; page < pageCount(groups, PAGE_SIZE); page++)
        {
            pages.page(page, page % HOSTS);
        }
        return new IsotachSubject(groups, pages.build(), false);
    }

    static IsotachSubject withTwoCopies(final Groups groups)
    {
        return new IsotachSubject(groups, twoCopies(groups), false);
    }

    static IsotachSubject withUpdates(final Groups groups)
    {
        return new IsotachSubject(groups, twoCopies(groups), true);
    }

    private static PageMap twoCopies(final Groups groups)
    {
        return PageMap.replicated(pageCount(groups, PageMap.DEFAULT_PAGE_SIZE));
    }

    private static int pageCount(final Groups groups, final int pageSize)
    {
        return (groups.of() + pageSize - 1) / pageSize;
    }

    @Override
    public synchronized GroupAccess access(final int thread, final int threads)
    {
        final Host[] hosts = 1 == threads ?
            new Host[]{ cluster.host(0), cluster.host(1) } : new Host[]{ cluster.host(thread % HOSTS) };
        final GroupAccess access = new IsotachAccess(memory, groups, isUpdating, hosts);
        accesses.add(access);
        return access;
    }

    @Override
    public synchronized long[] values()
    {
        while (!isIdle())
        {
            Thread.onSpinWait();
        }
        final long[] values = valuesAt(cluster.host(0));
        for (int id = 1; id < HOSTS; id++)
        {
            final Host host = cluster.host(id);
            final long[] others = valuesAt(host);
            for (int address = 0; address < values.length; address++)
            {
                if (values[address] != others[address])
                {
                    throw new IllegalStateException("variable " + address + ": " + others[address] + " at " + host +
                        " (expected: " + values[address] + " as at host 0)");
                }
            }
        }
        return values;
    }

    @Override
    public void close()
    {
        cluster.close();
    }

    private boolean isIdle()
    {
        boolean isIdle = true;
        for (final GroupAccess access : accesses)
        {
            isIdle &= access.tryComplete();
        }
        for (int id = 0; id < HOSTS; id++)
        {
            isIdle &= 0 == cluster.host(id).poll();
        }
        return isIdle;
    }

    private long[] valuesAt(final Host host)
    {
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron();
        final IsoValue value = new IsoValue();
        final long[] values = new long[groups.of()];
        for (int address = 0; address < values.length; address++)
        {
            isochron.begin();
            port.read(isochron, address, value);
            isochron.issue();
            values[address] = value.await();
        }
        return values;
    }
}
