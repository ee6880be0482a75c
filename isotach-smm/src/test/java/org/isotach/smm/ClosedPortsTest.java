/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A port that is closed gives its number to another one, and no two SCHEDs have one version nevertheless.
 */
final class ClosedPortsTest
{
    private static final int X = 0;
    private static final int Y = 1;

    private final Cluster cluster = Cluster.launch(
        new ClusterContext().topology(Topology.singleSwitch(2)).threadingMode(ThreadingMode.INVOKER));
    private final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
    private final Host host = cluster.host(0);
    private final Isochron isochron = host.isochron();

    @AfterEach
    void close()
    {
        cluster.close();
    }

    private long sched(final MemoryPort port, final int address)
    {
        final long version = port.sched(isochron.begin(), address);
        isochron.issue();
        return version;
    }

    private void assign(final MemoryPort port, final int address, final long value)
    {
        port.assign(isochron.begin(), address, value);
        isochron.issue();
    }

    private long read(final int address)
    {
        try (MemoryPort port = memory.port(host))
        {
            final IsoValue value = new IsoValue();
            port.read(isochron.begin(), address, value);
            isochron.issue();
            return value.await();
        }
    }

    @Test
    void shouldRefuseMoreOpenPortsThanThereCanBe()
    {
        // Without the other objects of ports, which would fill the heap.
        final PortDirectory ports = new PortDirectory(List.of(host));
        final PortOwner owner = version -> null;
        for (int i = 0; i < Version.MAX_PORTS; i++)
        {
            ports.add(0, owner);
        }
        assertEquals(
            "host 0 has 65536 memory ports, as many as there can be: close those of threads that have ended, or" +
            " reuse the port of each application thread",
            assertThrows(IllegalStateException.class, () -> ports.open(0, owner)).getMessage());
    }

    @Test
    void shouldMakeMorePortsThanThereCanBeOpen()
    {
        for (int i = 0; i < Version.MAX_PORTS + 10; i++)
        {
            try (MemoryPort port = memory.port(host))
            {
                assertEquals(0, Version.port(port.sched(isochron.begin(), X)));
                isochron.abandon();
            }
        }
    }

    @Test
    void shouldGiveNoVersionTwice()
    {
        final Set<Long> versions = new HashSet<>();
        for (int i = 0; i < 100; i++)
        {
            try (MemoryPort first = memory.port(host); MemoryPort second = memory.port(host))
            {
                assertTrue(versions.add(sched(first, X)));
                assertTrue(versions.add(sched(second, Y)));
                assign(first, X, i);
                assign(second, Y, 2 * i);
            }
            assertEquals(i, read(X));
            assertEquals(2 * i, read(Y));
        }
    }

    /**
     * The version stays owed. Another port with the number has nothing to do with it.
     */
    @Test
    void shouldAssignWhatAClosedPortHasHandedOver()
    {
        final MemoryPort port = memory.port(host);
        final long handedOver = sched(port, X);
        port.handOver(X);
        port.close();
        final MemoryPort next = memory.port(host);
        assertEquals(Version.port(handedOver), Version.port(sched(next, Y)));
        assertNotEquals(handedOver, sched(next, X));
        assertThrows(IllegalStateException.class, () -> next.sched(isochron.begin(), X));
        isochron.abandon();
        next.assign(isochron.begin(), X, handedOver, 6);
        isochron.issue();
        assign(next, X, 7);
        assign(next, Y, 8);
        assertEquals(7, read(X));
        assertEquals(8, read(Y));
    }

    @Test
    void shouldStayOpenAsLongAsSomethingIsOwed()
    {
        final MemoryPort port = memory.port(host);
        port.write(isochron.begin(), X, 1);
        assertMessage("close of a memory port of host 0 while an isochron of it is open: issue() or abandon() it first",
            port::close);
        isochron.issue();
        sched(port, X);
        assertMessage("close of a memory port of host 0 that has 1 SCHEDs outstanding: assign, cancel or hand them " +
            "over first", port::close);
        assign(port, X, 2);
        port.close();
        assertEquals(2, read(X));
    }

    @Test
    void shouldRefuseOperationsOfAClosedPort()
    {
        final MemoryPort port = memory.port(host);
        final IsoValue value = new IsoValue();
        port.write(isochron.begin(), X, 3);
        port.read(isochron, X, value);
        isochron.issue();
        port.close();
        port.close();
        // What was issued before comes nevertheless.
        assertEquals(3, value.await());
        isochron.begin();
        assertMessage("this memory port of host 0 is closed: make another one with SharedMemory.port()", () ->
            port.write(isochron, X, 4));
        assertThrows(IllegalStateException.class, () -> port.read(isochron, X, value));
        assertThrows(IllegalStateException.class, () -> port.sched(isochron, X));
        assertThrows(IllegalStateException.class, () -> port.handOver(X));
        try (MemoryPort other = memory.port(host))
        {
            other.write(isochron, X, 5);
            isochron.issue();
        }
        assertEquals(5, read(X));
    }

    @Test
    void shouldGiveNoNumberToTwoOpenPorts() throws InterruptedException
    {
        final Set<Integer> open = ConcurrentHashMap.newKeySet();
        final TestThreads threads = new TestThreads();
        for (int i = 0; i < 4; i++)
        {
            threads.start("port " + i, () ->
            {
                final Isochron own = host.isochron();
                for (int round = 0; round < 2000; round++)
                {
                    final MemoryPort port = memory.port(host);
                    final int number = Version.port(port.sched(own.begin(), X));
                    own.abandon();
                    assertTrue(open.add(number), () -> number + " twice");
                    open.remove(number);
                    port.close();
                }
            });
        }
        threads.join();
    }

    private static void assertMessage(final String message, final Runnable call)
    {
        assertEquals(message, assertThrows(IllegalStateException.class, call::run).getMessage());
    }
}
