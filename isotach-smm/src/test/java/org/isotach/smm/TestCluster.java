/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.LaunchedCluster;

/**
 * A cluster with shared memory for tests that go step by step: each step is an isochron of its own, later in logical
 * time than all steps before it, because it is fresh and the step before has been seen to be executed.
 * <p>
 * One port per host.
 */
final class TestCluster extends LaunchedCluster
{
    private final SharedMemory memory;
    private final ExecutionLog log;
    private final List<MemoryPort> ports = new ArrayList<>();

    TestCluster(final ThreadingMode mode, final Topology topology, final PageMap pageMap)
    {
        this(new ClusterContext().threadingMode(mode).topology(topology), pageMap);
    }

    TestCluster(final ClusterContext context, final PageMap pageMap)
    {
        super(context);
        memory = SharedMemory.on(cluster(), pageMap);
        log = new ExecutionLog(cluster());
        for (int host = 0; host < hostCount(); host++)
        {
            ports.add(memory.port(host(host)));
        }
    }

    /**
     * Hosts on one switch, no thread but that of the test.
     */
    static TestCluster invoker(final int hosts, final PageMap pageMap)
    {
        return new TestCluster(ThreadingMode.INVOKER, Topology.singleSwitch(hosts), pageMap);
    }

    SharedMemory memory()
    {
        return memory;
    }

    ExecutionLog log()
    {
        return log;
    }

    MemoryPort port(final int host)
    {
        return ports.get(host);
    }

    /**
     * Opens the isochron of a host as a new step.
     */
    Isochron begin(final int host)
    {
        return isochron(host).begin().fresh();
    }

    /**
     * Ends a step.
     */
    void execute(final int host)
    {
        isochron(host).issue();
        isochron(host).awaitExecuted();
    }

    void write(final int host, final int address, final long value)
    {
        port(host).write(begin(host), address, value);
        execute(host);
    }

    long sched(final int host, final int address)
    {
        final long version = port(host).sched(begin(host), address);
        execute(host);
        return version;
    }

    void assign(final int host, final int address, final long value)
    {
        port(host).assign(begin(host), address, value);
        execute(host);
    }

    void assign(final int host, final int address, final long version, final long value)
    {
        port(host).assign(begin(host), address, version, value);
        execute(host);
    }

    IsoValue read(final int host, final int address)
    {
        final IsoValue value = new IsoValue();
        port(host).read(begin(host), address, value);
        execute(host);
        return value;
    }

    /**
     * The value of a variable, read as a step of its own.
     */
    long value(final int host, final int address)
    {
        return read(host, address).await();
    }

    /**
     * The value of a variable as all hosts see it.
     */
    List<Long> values(final int address)
    {
        final List<Long> values = new ArrayList<>();
        for (int host = 0; host < hostCount(); host++)
        {
            values.add(value(host, address));
        }
        return values;
    }

    /**
     * Waits until every host has executed all steps, and has taken the results of its reads: two rounds, because a
     * result may come in while the isochron of the first one executes.
     */
    void settle()
    {
        for (int i = 0; i < 2 * hostCount(); i++)
        {
            final int host = i % hostCount();
            log.mark(begin(host), ExecutionLog.UNLOGGED);
            execute(host);
        }
    }
}
