/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.readme;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

public final class ReadmeExample
{
    private static final int COUNTER = 10;

    private ReadmeExample()
    {
    }

    public static void main(final String[] args) throws InterruptedException
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final Thread other = new Thread(() -> increment(memory, cluster.host(1), 1000));
            other.start();
            increment(memory, cluster.host(0), 1000);
            other.join();
            System.out.println("counter: " + increment(memory, cluster.host(0), 1));
        }
    }

    private static long increment(final SharedMemory memory, final Host host, final int times)
    {
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron();
        final IsoValue value = new IsoValue();
        for (int i = 0; i < times; i++)
        {
            isochron.begin();
            port.read(isochron, COUNTER, value);
            port.sched(isochron, COUNTER);
            isochron.issue();

            isochron.begin();
            port.assign(isochron, COUNTER, value.await() + 1);
            isochron.issue();
        }
        return value.get() + 1;
    }
}
