/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package consumer;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.simulation.Simulations;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What a user gets from the repository compiles and runs: memory, messages, and the simulation of both.
 */
class ProgramTest
{
    private static final int ADDRESS = 10;
    private static final int TIMES = 50;

    @Test
    void shouldReadWhatCameWithAMessage() throws Exception
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final Messaging messaging = Messaging.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final MessagePort port = messaging.port(isochron);
            isochron.begin();
            port.send(1, new byte[]{1, 2, 3}, 0, 3);
            memory.port(cluster.host(0)).write(isochron, ADDRESS, 42);
            isochron.issue();

            final Delivery delivery = messaging.mailbox(cluster.host(1)).await();
            assertEquals(3, delivery.message().length());
            final Isochron reader = cluster.host(1).isochron();
            final IsoValue value = new IsoValue();
            reader.begin();
            memory.port(cluster.host(1)).read(reader, ADDRESS, value);
            reader.issue();
            assertEquals(42, value.await());
        }
    }

    @Test
    void shouldCountTogetherInEachOrderOfSteps()
    {
        Simulations.of(simulation ->
        {
            final Cluster cluster = simulation.launch(new ClusterContext().hosts(2));
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            for (int i = 0; i < 2; i++)
            {
                final Host host = cluster.host(i);
                final MemoryPort port = memory.port(host);
                simulation.thread("counter " + i, host, () -> count(port));
            }
            final MemoryPort port = memory.port(cluster.host(0));
            final long[] counted = new long[1];
            simulation.atEnd("Counted", () ->
                port.tryReadLocal(new int[]{ADDRESS}, counted) && 2 * TIMES == counted[0] ? null :
                    "counted to " + counted[0]);
        }).runs(20).check();
    }

    private static void count(final MemoryPort port)
    {
        final Isochron isochron = port.host().isochron();
        final IsoValue counter = new IsoValue();
        for (int i = 0; i < TIMES; i++)
        {
            isochron.begin();
            port.read(isochron, ADDRESS, counter);
            port.sched(isochron, ADDRESS);
            isochron.issue();
            isochron.begin();
            port.assign(isochron, ADDRESS, counter.await() + 1);
            isochron.issue();
        }
    }
}
