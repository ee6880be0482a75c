/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;

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
    private final LocalMemory[] locals;
    private final UpdateFunctions functions;
    private final VariableNames names = new VariableNames();

    private SharedMemory(final Cluster cluster, final PageMap pageMap)
    {
        this.pageMap = pageMap;
        final int hostCount = cluster.hostCount();
        final HostSet[] copysets = PageTable.copysets(pageMap, hostCount);
        managers = new SharedMemoryManager[hostCount];
        functions = new UpdateFunctions(hostCount);
        final List<Host> hosts = IntStream.range(0, hostCount).mapToObj(cluster::host).toList();
        final PortDirectory ports = new PortDirectory(hosts);
        final ReadSlots[] slotsOfHosts = new ReadSlots[hostCount];
        Arrays.setAll(slotsOfHosts, host -> new ReadSlots(cluster.host(host).context().readCap()));
        for (final Host host : hosts)
        {
            managers[host.id()] = new SharedMemoryManager(
                host,
                new PageTable(host.id(), cluster.topology(), pageMap.pageSize(), copysets),
                new VariableCells(host.id(), copysets, pageMap.pageSize()),
                slotsOfHosts,
                ports,
                functions);
        }
        locals = new LocalMemory[hostCount];
        Arrays.setAll(locals, host -> new LocalMemory(managers[host]));
        for (final SharedMemoryManager manager : managers)
        {
            manager.host().models().register(MemoryOperation.FAMILY, manager, manager);
        }
        cluster.addStallSource(new OpenScheds(managers, ports));
        cluster.addStatusSource(new MemoryStatus(managers, ports, names));
        cluster.host(0).models().readOperationsWith(
            MemoryOperation.FAMILY, new MemoryTrace(copysets, pageMap.pageSize(), names));
    }

    /**
     * Lays out shared memory on a cluster, before the first isochron is issued.
     *
     * @param cluster to hold it.
     * @param pageMap which hosts hold a copy of which page.
     * @return the memory.
     * @throws IllegalArgumentException if a copyset names a host that the cluster does not have, or one host would
     *                                  hold too many copies.
     * @throws IllegalStateException    if the cluster has shared memory already, or anything has been issued there:
     *                                  an isochron, a signal, or a participation in a barrier.
     * @throws org.isotach.HostExpelledException if a host of the cluster was expelled.
     */
    public static SharedMemory on(final Cluster cluster, final PageMap pageMap)
    {
        cluster.checkMayAdd(MemoryOperation.FAMILY, "SharedMemory");
        return new SharedMemory(cluster, pageMap.checkedAgainst(cluster.hostCount()));
    }

    /**
     * Registers a function for UPDATEs at all hosts, under one number.
     * <p>
     * Every host that holds a copy of the variable computes the function, so it must be a pure one: nothing but its two
     * arguments may decide about the result. It is called in the middle of execution, at the same point in the order at
     * every copy, on whichever thread works for the host, perhaps for several hosts at the same time; it must be quick,
     * and may not call the library, as a {@link ReadHandler} may not. If it throws, the error handler of the cluster is
     * told by each host, and the UPDATE leaves the value as it is, at every copy.
     *
     * @param number   0..255, {@link UpdateFunction#MAX_FUNCTIONS} - 1.
     * @param function is given the value of the variable and the argument of the UPDATE, in this order, as by
     *                 {@link java.util.concurrent.atomic.AtomicLong#accumulateAndGet}, and returns the new value.
     * @return the function as {@link MemoryPort#update} takes it.
     * @throws IllegalArgumentException if the number is out of range.
     * @throws IllegalStateException    if a host has a function with this number, or the first operation of an
     *                                  isochron has been appended; no host has registered it then.
     */
    public UpdateFunction registerFunction(final int number, final LongBinaryOperator function)
    {
        return functions.register(0, managers.length, number, function);
    }

    /**
     * As {@link #registerFunction(int, LongBinaryOperator)}, at one host: for programs whose hosts each set themselves
     * up. UPDATEs are refused until all hosts have registered the function under this number.
     *
     * @param host     that registers it.
     * @param number   0..255, {@link UpdateFunction#MAX_FUNCTIONS} - 1; the same at all hosts.
     * @param function which computes the same as those of the other hosts.
     * @return the function as {@link MemoryPort#update} takes it, whichever host has returned it.
     * @throws IllegalArgumentException if the number is out of range, or the host is not one of the cluster.
     * @throws IllegalStateException    if the host has a function with this number, or the first operation of an
     *                                  isochron has been appended.
     */
    public UpdateFunction registerFunction(final Host host, final int number, final LongBinaryOperator function)
    {
        checkHost(host);
        return functions.register(host.id(), host.id() + 1, number, function);
    }

    /**
     * Makes a port for one application thread of a host. Make one per thread and reuse it.
     *
     * @param host of the application thread.
     * @return a new port.
     */
    public MemoryPort port(final Host host)
    {
        checkHost(host);
        return new MemoryPort(managers[host.id()], locals[host.id()]);
    }

    /**
     * What threads of a host do at once, without isochrons, with variables that only this host holds.
     *
     * @param host of the threads.
     * @return always the same object for one host.
     */
    public LocalMemory local(final Host host)
    {
        checkHost(host);
        return locals[host.id()];
    }

    /**
     * Gives variables names, for those who look at traces ({@link org.isotach.niu.ClusterContext#trace}) and at
     * {@link Cluster#status()}.
     *
     * @param variableNames is given an address and returns the name of the variable, null if it has none; called by any
     *                      thread, at any time, and must be quick.
     */
    public void names(final IntFunction<String> variableNames)
    {
        names.set(variableNames);
    }

    private void checkHost(final Host host)
    {
        if (host.id() >= managers.length || managers[host.id()].host() != host)
        {
            throw new IllegalArgumentException("host: " + host + " is not a host of the cluster of this memory");
        }
    }

    /**
     * The map of pages to the hosts that hold a copy.
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
