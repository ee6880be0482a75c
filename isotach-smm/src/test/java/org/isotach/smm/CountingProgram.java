/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;

/**
 * What a user would write: two hosts count up one shared variable in turn. Run by {@link NoFlagsTest}.
 */
public final class CountingProgram
{
    private static final int COUNTER = 10;

    private CountingProgram()
    {
    }

    /**
     * Prints the counter.
     *
     * @param args the threading mode.
     */
    public static void main(final String[] args)
    {
        final ClusterContext context = new ClusterContext().hosts(2).threadingMode(ThreadingMode.valueOf(args[0]));
        try (Cluster cluster = Cluster.launch(context))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            for (int i = 0; i < 10; i++)
            {
                countUp(memory, cluster.host(0));
                countUp(memory, cluster.host(1));
            }
            System.out.println(read(memory, cluster.host(0)));
        }
    }

    private static void countUp(final SharedMemory memory, final Host host)
    {
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron();
        final IsoValue before = new IsoValue();
        isochron.begin().fresh();
        port.read(isochron, COUNTER, before);
        port.sched(isochron, COUNTER);
        isochron.issue();
        final long value = before.await();
        isochron.begin();
        port.assign(isochron, COUNTER, value + 1);
        isochron.issue();
    }

    private static long read(final SharedMemory memory, final Host host)
    {
        final Isochron isochron = host.isochron();
        final IsoValue value = new IsoValue();
        isochron.begin().fresh();
        memory.port(host).read(isochron, COUNTER, value);
        isochron.issue();
        return value.await();
    }
}
