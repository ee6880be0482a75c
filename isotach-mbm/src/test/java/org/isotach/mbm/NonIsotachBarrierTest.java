/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.List;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class NonIsotachBarrierTest
{
    private static NonIsotachPort[] ports(final Cluster cluster)
    {
        return NonIsotachPort.forHosts(cluster, new MessagingContext());
    }

    private static Cluster launch(final int hosts)
    {
        return Cluster.launch(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER));
    }

    @Test
    void shouldBeCompleteWhenAllHostsHaveCome()
    {
        try (Cluster cluster = launch(3))
        {
            final NonIsotachPort[] ports = ports(cluster);
            ports[0].initiateBarrier();
            assertFalse(ports[0].barrierCompleted());
            ports[2].initiateBarrier();
            assertFalse(ports[0].barrierCompleted());
            assertFalse(ports[2].barrierCompleted());
            ports[1].initiateBarrier();
            for (final NonIsotachPort port : ports)
            {
                assertTrue(port.barrierCompleted());
            }
        }
    }

    /**
     * Host 1 has closed its messaging, so it can enter none, and the others would poll for ever. Host 3 is expelled.
     */
    @Test
    void shouldNameWhoHasNotEnteredAmongTheStalls()
    {
        try (Cluster cluster = launch(4))
        {
            final Messaging messaging = Messaging.on(cluster);
            final NonIsotachPort first = messaging.nonIsotachPort(cluster.host(0));
            final NonIsotachPort closed = messaging.nonIsotachPort(cluster.host(1));
            final NonIsotachPort third = messaging.nonIsotachPort(cluster.host(2));
            assertEquals(List.of(), stalls(cluster));
            messaging.nonIsotachPort(cluster.host(3)).initiateBarrier();
            cluster.expel(3);
            assertEquals(List.of(), stalls(cluster), "nobody else waits");
            messaging.tryClose(cluster.host(1));
            assertThrows(ClusterClosedException.class, closed::initiateBarrier);
            first.initiateBarrier();
            third.initiateBarrier();
            assertFalse(first.barrierCompleted());
            final List<Stall> stalls = stalls(cluster);
            assertEquals(1, stalls.size(), stalls::toString);
            assertEquals(1, stalls.get(0).host());
            assertEquals("host 1 has not entered the non-isotach barrier: host 0, host 2" +
                " wait for it", stalls.get(0).description());
            cluster.expel(1);
            assertTrue(first.barrierCompleted());
            assertEquals(List.of(), stalls(cluster));
        }
    }

    private static List<Stall> stalls(final Cluster cluster)
    {
        return cluster.stalls().stream().filter(stall -> stall.unit().contains("/non-isotach-barrier")).toList();
    }

    @Test
    void shouldRefuseASecondBarrierBeforeTheFirstIsComplete()
    {
        try (Cluster cluster = launch(2))
        {
            final NonIsotachPort[] ports = ports(cluster);
            ports[0].initiateBarrier();
            final String message =
                "host 0 is in a non-isotach barrier already: wait until barrierCompleted() returns true";
            assertState(message, ports[0]::initiateBarrier);
            ports[1].initiateBarrier();
            // Complete is what the host has seen, not what has happened.
            assertState(message, ports[0]::initiateBarrier);
            assertTrue(ports[0].barrierCompleted());
            assertTrue(ports[1].barrierCompleted());
        }
    }

    @Test
    void shouldRefuseToTellWhenThereIsNoBarrier()
    {
        try (Cluster cluster = launch(2))
        {
            final NonIsotachPort[] ports = ports(cluster);
            final String message = "host 1 is not in a non-isotach barrier: call initiateBarrier() first";
            assertState(message, ports[1]::barrierCompleted);
            ports[0].initiateBarrier();
            ports[1].initiateBarrier();
            assertTrue(ports[1].barrierCompleted());
            assertState(message, ports[1]::barrierCompleted);
        }
    }

    @Test
    void shouldSayThatTheClusterWasClosedBeforeAllHostsHaveCome()
    {
        final NonIsotachPort[] ports;
        try (Cluster cluster = launch(2))
        {
            ports = ports(cluster);
            ports[0].initiateBarrier();
            assertFalse(ports[0].barrierCompleted());
        }
        final String message = "the cluster of host 0 is closed: nothing can be issued";
        for (int i = 0; i < 2; i++)
        {
            assertEquals(message, assertThrows(ClusterClosedException.class, ports[0]::barrierCompleted).getMessage());
        }
    }

    @Test
    void shouldTellThatABarrierIsCompleteAfterTheClusterWasClosed()
    {
        final NonIsotachPort[] ports;
        try (Cluster cluster = launch(2))
        {
            ports = ports(cluster);
            ports[0].initiateBarrier();
            ports[1].initiateBarrier();
        }
        assertTrue(ports[0].barrierCompleted());
        assertTrue(ports[1].barrierCompleted());
    }

    @Test
    void shouldTellAHostInABarrierThatItWasExpelled()
    {
        try (Cluster cluster = launch(3))
        {
            final NonIsotachPort[] ports = ports(cluster);
            ports[0].initiateBarrier();
            cluster.expel(0);
            assertThrows(HostExpelledException.class, ports[0]::barrierCompleted);
        }
    }

    @Test
    void shouldTellAHostInABarrierThatTheClusterWasShutDown()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final Messaging messaging = cluster.messaging();
            while (!messaging.tryOpen(cluster.host(1)) || !messaging.tryOpen(cluster.host(0)))
            {
                messaging.tryOpen(cluster.host(0));
            }
            final NonIsotachPort port = messaging.nonIsotachPort(cluster.host(1));
            port.initiateBarrier();
            cluster.port(0).reset();
            cluster.settle();
            final String message =
                assertThrows(ClusterClosedException.class, port::barrierCompleted).getMessage();
            assertTrue(message.startsWith("host 1 was shut down by the reset of host 0 in pulse "), message);
        }
    }

    @Test
    void shouldLetAFastHostBeOneBarrierAhead()
    {
        try (Cluster cluster = launch(2))
        {
            final NonIsotachPort[] ports = ports(cluster);
            ports[0].initiateBarrier();
            ports[1].initiateBarrier();
            assertTrue(ports[0].barrierCompleted());
            ports[0].initiateBarrier();
            assertFalse(ports[0].barrierCompleted());
            // Host 1 still has to see the first barrier, and then must find host 0 in the second one.
            assertTrue(ports[1].barrierCompleted());
            ports[1].initiateBarrier();
            assertTrue(ports[1].barrierCompleted());
            assertTrue(ports[0].barrierCompleted());
        }
    }

    /**
     * Each host sends its round to all others before it comes to the barrier, and finds those of all others behind it.
     */
    @ParameterizedTest
    @ValueSource(ints = { 2, 3, 9 })
    void shouldKeepHostsInStep(final int hosts) throws Exception
    {
        try (Cluster cluster = launch(hosts))
        {
            final TestThreads threads = new TestThreads();
            for (final NonIsotachPort port : ports(cluster))
            {
                threads.start("host-" + port.host().id(), () -> runRounds(port, hosts));
            }
            threads.join();
        }
    }

    private static void runRounds(final NonIsotachPort port, final int hosts)
    {
        final int id = port.host().id();
        final int[] received = new int[hosts];
        for (int round = 1; round <= 500; round++)
        {
            for (int target = 0; target < hosts; target++)
            {
                if (target != id)
                {
                    port.tryClaim(target, Integer.BYTES).putInt(0, round);
                    port.commit();
                }
            }
            completeBarrier(port);
            // A fast host may be in its next round already.
            while (port.receive())
            {
                assertEquals(++received[port.sender()], port.message().getInt(0), "sender " + port.sender());
            }
            for (int sender = 0; sender < hosts; sender++)
            {
                final int ahead = sender == id ? 0 : received[sender] - round;
                assertTrue(0 == ahead || 1 == ahead, "round " + round + ": host " + sender + " is " + ahead + " ahead");
            }
        }
    }

    /**
     * Nothing but barriers, one host slower than the others: nobody may be lost between the end of one and the
     * beginning of the next (Ironman section 6.3.4).
     */
    @ParameterizedTest
    @ValueSource(ints = { 2, 4, 32 })
    void shouldLoseNobodyInATightLoop(final int hosts) throws Exception
    {
        final int rounds = 20_000 / hosts;
        try (Cluster cluster = launch(hosts))
        {
            final TestThreads threads = new TestThreads();
            for (final NonIsotachPort port : ports(cluster))
            {
                final int pauses = 0 == port.host().id() ? 10 : 0;
                threads.start("host-" + port.host().id(), () ->
                {
                    for (int round = 0; round < rounds; round++)
                    {
                        for (int pause = 0; pause < pauses; pause++)
                        {
                            Thread.yield();
                        }
                        completeBarrier(port);
                    }
                });
            }
            threads.join();
        }
    }

    private static void completeBarrier(final NonIsotachPort port)
    {
        port.initiateBarrier();
        while (!port.barrierCompleted())
        {
            if (Thread.currentThread().isInterrupted())
            {
                throw new AssertionError("interrupted in the barrier of " + port);
            }
            Thread.yield();
        }
    }

    private static void assertState(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(IllegalStateException.class, call).getMessage());
    }
}
