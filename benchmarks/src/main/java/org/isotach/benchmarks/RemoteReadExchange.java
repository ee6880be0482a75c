/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

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
 * Reads of a variable whose only copy is at the host of the other thread. The cluster has no threads.
 */
final class RemoteReadExchange implements Exchange
{
    private static final int READER = 0;
    private static final int OWNER = 1;
    private static final int ADDRESS = 10;

    private final IsoValue value = new IsoValue();
    private final Cluster cluster;
    private final MemoryPort port;
    private final Isochron isochron;
    private final Host owner;

    RemoteReadExchange()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
        final SharedMemory memory = SharedMemory.on(cluster, PageMap.builder().page(0, OWNER).build());
        final Host reader = cluster.host(READER);
        port = memory.port(reader);
        isochron = reader.isochron();
        owner = cluster.host(OWNER);
    }

    @Override
    public long operate()
    {
        isochron.begin();
        port.read(isochron, ADDRESS, value);
        isochron.issue();
        return value.await();
    }

    @Override
    public int serve()
    {
        return owner.poll();
    }

    @Override
    public void close()
    {
        cluster.close();
    }
}
