/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.HostSet;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * Isotach shared memory on a cluster: pages of 64-bit variables, each page with copies on the hosts of its copyset
 * (V1 section 3.1).
 * <p>
 * Operations are appended to an {@link org.isotach.Isochron} through a {@link MemoryPort}. Initially all variables
 * are 0. All methods are threadsafe.
 */
public final class SharedMemory
{
    private final PageMap pageMap;
    private final SharedMemoryManager[] managers;

    private SharedMemory(final Cluster cluster, final PageMap pageMap)
    {
        this.pageMap = pageMap;
        final int hostCount = cluster.hostCount();
        final HostSet[] copysets = PageTable.copysets(pageMap, hostCount);
        managers = new SharedMemoryManager[hostCount];
        for (int host = 0; host < hostCount; host++)
        {
            managers[host] = new SharedMemoryManager(
                cluster.host(host),
                managers,
                new PageTable(host, cluster.topology(), pageMap.pageSize(), copysets),
                new VariableStore(host, copysets, pageMap.pageSize()));
        }
        for (final SharedMemoryManager manager : managers)
        {
            manager.host().models().register(MemoryOperation.FAMILY, manager, manager);
        }
        cluster.addStallSource(new OpenScheds(managers));
    }

    /**
     * Lays out shared memory on a cluster, before the first isochron is issued.
     *
     * @param cluster to hold it.
     * @param pageMap which hosts hold a copy of which page.
     * @return the memory.
     * @throws IllegalArgumentException when a copyset names a host that the cluster does not have, or one host would
     *                                  hold too many copies.
     * @throws IllegalStateException    when the cluster has shared memory already, or anything has been issued there:
     *                                  an isochron, a signal, or a participation in a barrier.
     * @throws org.isotach.HostExpelledException when a host of the cluster was expelled.
     */
    public static SharedMemory on(final Cluster cluster, final PageMap pageMap)
    {
        cluster.checkMayAdd(MemoryOperation.FAMILY, "SharedMemory");
        return new SharedMemory(cluster, pageMap.checkedAgainst(cluster.hostCount()));
    }

    /**
     * Makes a port for one application thread of a host. Make one per thread and reuse it.
     *
     * @param host of the application thread.
     * @return a new port.
     */
    public MemoryPort port(final Host host)
    {
        if (host.id() >= managers.length || managers[host.id()].host() != host)
        {
            throw new IllegalArgumentException("host: " + host + " is not a host of the cluster of this memory");
        }
        return new MemoryPort(managers[host.id()]);
    }

    /**
     * Which hosts hold a copy of which page.
     *
     * @return the page map.
     */
    public PageMap pageMap()
    {
        return pageMap;
    }

    SharedMemoryManager manager(final int host)
    {
        return managers[host];
    }

    @Override
    public String toString()
    {
        return "SharedMemory{hosts=" + managers.length + ", pageMap=" + pageMap + '}';
    }
}
