/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongBinaryOperator;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

import org.isotach.HostSet;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * Isotach shared memory on a cluster: pages of 64-bit variables, each page with copies on the hosts of its copyset (V1
 * section 3.1).
 * <p>
 * A {@link MemoryPort} appends operations to an {@link org.isotach.Isochron}. Initially all variables are 0. All
 * methods are threadsafe.
 */
public final class SharedMemory
{
    private final PageMap pageMap;
    private final SharedMemoryManager[] managers;
    private final LocalMemory[] locals;
    private final UpdateFunctions functions;
    private final OutstandingReads outstanding;
    private final PortDirectory ports;
    private final VariableNames names = new VariableNames();

    private SharedMemory(final Cluster cluster, final PageMap pageMap)
    {
        this.pageMap = pageMap;
        final int hostCount = cluster.hostCount();
        final HostSet[] copysets = PageTable.copysets(pageMap, hostCount);
        for (int host = 0; host < hostCount; host++)
        {
            VariableCells.check(host, copysets, pageMap.pageSize());
        }
        managers = new SharedMemoryManager[hostCount];
        functions = new UpdateFunctions(
            hostCount,
            cluster.localHosts().stream().mapToInt(Host::id).toArray(),
            cluster.host(0).models()::setUpAs);
        final List<Host> hosts = IntStream.range(0, hostCount).mapToObj(cluster::host).toList();
        ports = new PortDirectory(hosts);
        final ReadSlots[] slots = new ReadSlots[hostCount];
        cluster.localHosts().forEach(host -> slots[host.id()] = new ReadSlots(host.context().readCap()));
        outstanding = new OutstandingReads(slots);
        // A host of another member has its copies there.
        final HostSet[] nowhere = new HostSet[copysets.length];
        for (final Host host : hosts)
        {
            managers[host.id()] = new SharedMemoryManager(
                host,
                new PageTable(host.id(), cluster.topology(), pageMap.pageSize(), copysets),
                new VariableCells(host.id(), null == slots[host.id()] ? nowhere : copysets, pageMap.pageSize()),
                outstanding,
                ports,
                names,
                functions);
        }
        locals = new LocalMemory[hostCount];
        Arrays.setAll(locals, host -> new LocalMemory(managers[host]));
        // First, because it may be refused: the cluster is as it was then.
        if (null != cluster.host(0).models().exchange())
        {
            cluster.host(0).models().setUpAs("the page map", "of pages of " + pageMap.pageSize() + " variables, " +
                String.join("; ", pageMap.ranges(Integer.MAX_VALUE)));
        }
        for (final SharedMemoryManager manager : managers)
        {
            manager.host().models().register(MemoryOperation.FAMILY, manager, manager);
        }
        cluster.models().addStallSource(new OpenScheds(managers, outstanding, ports, names));
        cluster.models().addStatusSource(new MemoryStatus(managers, outstanding, ports, names));
        cluster.host(0).models().readOperationsWith(
            MemoryOperation.FAMILY, new MemoryTrace(copysets, pageMap.pageSize(), names));
    }

    /**
     * Creates shared memory on a cluster, before the first isochron is issued.
     *
     * @param cluster the cluster that holds the memory.
     * @param pageMap the hosts that hold a copy of each page.
     * @return the memory.
     * @throws IllegalArgumentException          if a copyset names a host that is not in the cluster, or one host would
     *                                           hold too many copies: more than 2^28 - 9 variables. Each takes 16 bytes
     *                                           outside the heap.
     * @throws IllegalStateException             if the cluster has shared memory already, or something has been issued
     *                                           there: an isochron, a signal, or a participation in a barrier; or this
     *                                           member has joined the others.
     * @throws org.isotach.HostExpelledException if a host of the cluster was expelled.
     */
    public static SharedMemory on(final Cluster cluster, final PageMap pageMap)
    {
        cluster.models().checkMayAdd(MemoryOperation.FAMILY, "SharedMemory");
        return new SharedMemory(cluster, pageMap.checkedAgainst(cluster.hostCount()));
    }

    /**
     * Registers a function for UPDATEs at all hosts, under one number.
     * <p>
     * Every host with a copy of the variable computes the function, so it must be pure: its result may depend on
     * nothing but its two arguments. It is called during execution, at the same point in the order at every copy, on
     * any thread that works for the host, possibly for several hosts at the same time. Like a {@link ReadHandler}, it
     * must be quick, and must not call the library. If it throws, each host tells the error handler of the cluster, and
     * the UPDATE leaves the value unchanged, at every copy. It must need little stack and memory: where it throws a
     * {@link VirtualMachineError}, the value stays unchanged, and elsewhere it may not; then write the variable anew.
     * <p>
     * Members of a cluster in several JVMs compare, when they join, the numbers of their functions, and the names of
     * the classes; of lambdas the numbers only.
     *
     * @param number   the number of the function, 0..255, {@link UpdateFunction#MAX_FUNCTIONS} - 1.
     * @param function takes the value of the variable and the argument of the UPDATE, in this order, as the function of
     *                 {@link java.util.concurrent.atomic.AtomicLong#accumulateAndGet} does, and returns the new value.
     * @return the function, for {@link MemoryPort#update}. It stands for the number alone: ports of another memory
     * compute, or refuse, what that has under the number.
     * @throws IllegalArgumentException if the number is out of range.
     * @throws IllegalStateException    if a host has a function with this number, or the first operation of an isochron
     *                                  has been appended, or this member has joined the others; in all these cases no
     *                                  host registers the function.
     */
    public UpdateFunction registerFunction(final int number, final LongBinaryOperator function)
    {
        return functions.register(0, managers.length, number, function);
    }

    /**
     * Registers a function at one host, for programs whose hosts set themselves up separately. All else is as for
     * {@link #registerFunction(int, LongBinaryOperator)}. UPDATEs are refused until all hosts have registered the
     * function under this number. In a cluster with members, each member registers it at its own hosts; of such
     * functions the numbers are compared.
     *
     * @param host     the host that registers the function.
     * @param number   the number of the function, 0..255, {@link UpdateFunction#MAX_FUNCTIONS} - 1; the same at all
     *                 hosts.
     * @param function the function; it must compute the same as those of the other hosts.
     * @return the function, for {@link MemoryPort#update}; the result of any host will do.
     * @throws IllegalArgumentException if the number is out of range, or the host is not a host of the cluster.
     * @throws IllegalStateException    if the host has a function with this number, or the first operation of an
     *                                  isochron has been appended, or this member has joined the others.
     */
    public UpdateFunction registerFunction(final Host host, final int number, final LongBinaryOperator function)
    {
        checkHost(host);
        return functions.register(host.id(), host.id() + 1, number, function);
    }

    /**
     * Makes a port for one application thread of a host. Make one port per thread, and reuse it; close it when the
     * thread ends.
     *
     * @param host the host of the application thread.
     * @return a new port.
     * @throws IllegalArgumentException if the host is not a host of the cluster.
     * @throws IllegalStateException    if the host has 65,536 open ports, or belongs to another member.
     */
    public MemoryPort port(final Host host)
    {
        checkOwn(host);
        return new MemoryPort(managers[host.id()], locals[host.id()]);
    }

    /**
     * Returns the memory of one host that its threads access at once, without isochrons: the variables that only this
     * host holds.
     *
     * @param host the host of the threads.
     * @return the memory; the same object for the same host.
     * @throws IllegalArgumentException if the host is not a host of the cluster.
     * @throws IllegalStateException    if the host belongs to another member.
     */
    public LocalMemory local(final Host host)
    {
        checkOwn(host);
        return locals[host.id()];
    }

    /**
     * Gives names to variables, for readers of traces ({@link org.isotach.niu.ClusterContext#trace}) and of
     * {@link Cluster#status()}.
     *
     * @param variableNames takes an address and returns the name of the variable, null if it has none. Any thread may
     *                      call it at any time, so it must be threadsafe and quick. If it throws, the variable has no
     *                      name.
     */
    public void names(final IntFunction<String> variableNames)
    {
        names.set(variableNames);
    }

    /**
     * Sets what finds the thread that has reserved a variable, for messages and {@link Cluster#status()}. A port knows
     * it if one thread uses the port; where threads share ports, the program has to say which of them it was. If it
     * does not know, either, no thread is named.
     *
     * @param threads takes the version of a SCHED ({@link TakenVariables#firstVersion()}), and returns the thread, null
     *                if it is not known. Any thread may call it at any time, so it must be threadsafe and quick, and
     *                must not throw.
     */
    public void holders(final LongFunction<Thread> threads)
    {
        ports.holders(threads);
    }

    /**
     * What the hosts of this JVM owe to those of other members: the results of reads that wait for an ASSIGN. To find
     * out which thread waits for which. Threadsafe; each result is listed as it was at some moment during the call.
     *
     * @return for each result its ticket ({@link TakenVariables#ticket}, {@link IsoValue#ticket()}), followed by the
     *         version that it waits for ({@link TakenVariables#firstVersion()}).
     */
    public long[] owedResults()
    {
        return outstanding.owed();
    }

    /**
     * Returns whether a host has executed the last isochron of another host, which was expelled: then it has executed
     * everything of that host that it will ever get. Threadsafe.
     *
     * @param at   a host of this JVM.
     * @param host number of the host that was expelled.
     * @return true if so; then everything that this has done at the first host happens-before the return.
     * @throws IllegalArgumentException if the first host does not belong to the cluster, or there is no second one.
     * @throws IllegalStateException    if the first host belongs to another member.
     */
    public boolean hasLeft(final Host at, final int host)
    {
        checkOwn(at);
        if (host < 0 || host >= managers.length)
        {
            throw new IllegalArgumentException(
                "host: " + host + " (expected: 0.." + (managers.length - 1) + ", a host of the cluster)");
        }
        return managers[at.id()].pageTable().isWithout(host);
    }

    private void checkOwn(final Host host)
    {
        checkHost(host);
        if (null == outstanding.of(host.id()))
        {
            throw new IllegalStateException("host " + host.id() + " belongs to member " +
                host.models().nameOfMember(host.id()) + ": only that JVM can use its memory");
        }
    }

    private void checkHost(final Host host)
    {
        if (host.id() >= managers.length || managers[host.id()].host() != host)
        {
            throw new IllegalArgumentException("host: " + host + " (expected: a host of the cluster of this memory)");
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
