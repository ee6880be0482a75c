/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * INV-19: a host is closed when all have announced that they send nothing any more, and everything that was sent to it
 * has been received (Ironman sections 5.7 and A.1).
 */
final class CloseTest
{
    /**
     * Each host sends what it likes, isotach or not, at its own speed, and closes; nobody loses anything.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLoseNothingHoweverLateAHostIs(final ThreadingMode mode) throws InterruptedException
    {
        final int hosts = 4;
        final long base = System.nanoTime();
        for (int run = 0; run < 20; run++)
        {
            final long seed = base + run;
            final AtomicIntegerArray sent = new AtomicIntegerArray(hosts);
            final AtomicIntegerArray received = new AtomicIntegerArray(hosts);
            final AtomicInteger announced = new AtomicInteger();
            try (TestCluster cluster = new TestCluster(new ClusterContext().topology(Topology.chain(2, hosts))
                .threadingMode(mode).linkRingSize(1 << new Random(seed).nextInt(4)).sendRingSize(4)))
            {
                for (int host = 0; host < hosts; host++)
                {
                    final int self = host;
                    cluster.messaging().handler(
                        cluster.host(host), 0, (sender, message) -> received.incrementAndGet(self));
                }
                final TestThreads threads = new TestThreads();
                for (int host = 0; host < hosts; host++)
                {
                    final int self = host;
                    threads.start("host-" + host, () ->
                    {
                        final Random random = new Random(seed + self);
                        for (int count = random.nextInt(60); count > 0; count--)
                        {
                            sendSomething(cluster, self, random, sent);
                            receiveAll(cluster, self, received, random.nextInt(3));
                        }
                        boolean isFirst = true;
                        while (!cluster.messaging().tryClose(cluster.host(self)))
                        {
                            if (isFirst)
                            {
                                announced.incrementAndGet();
                                isFirst = false;
                            }
                            receiveAll(cluster, self, received, random.nextInt(3));
                            Thread.yield();
                            TestThreads.checkNotInterrupted();
                        }
                        assertTrue(announced.get() >= hosts - 1, "seed " + seed + ": closed before the others");
                        assertEquals(sent.get(self), received.get(self), "seed " + seed + ": host " + self);
                        assertTrue(cluster.messaging().tryClose(cluster.host(self)));
                    });
                }
                threads.join();
            }
        }
    }

    @Test
    void shouldWaitForTheLastHost()
    {
        try (TestCluster cluster = TestCluster.invoker(3))
        {
            for (int i = 0; i < 10; i++)
            {
                assertFalse(cluster.messaging().tryClose(cluster.host(0)));
                assertFalse(cluster.messaging().tryClose(cluster.host(1)));
                cluster.settle();
            }
            cluster.send(2, 0, 5);
            cluster.messaging().nonIsotachPort(cluster.host(2)).send(1, new byte[3], 0, 3);
            cluster.messaging().tryClose(cluster.host(2));
            cluster.settle();
            assertTrue(cluster.messaging().tryClose(cluster.host(2)));
            assertFalse(cluster.messaging().tryClose(cluster.host(0)));
            assertFalse(cluster.messaging().tryClose(cluster.host(1)));
            assertEquals(5, cluster.receive(0));
            assertFalse(cluster.messaging().tryClose(cluster.host(0)), "the message is still being read");
            assertEquals(null, cluster.mailbox(0).receive());
            assertTrue(cluster.messaging().tryClose(cluster.host(0)));
            final NonIsotachPort port = cluster.messaging().nonIsotachPort(cluster.host(1));
            assertTrue(port.receive());
            assertEquals(3, port.message().length());
            assertFalse(port.receive());
            assertTrue(cluster.messaging().tryClose(cluster.host(1)));
        }
    }

    @Test
    void shouldNotWaitForHostsThatDoNotUseMessages()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)))
        {
            final Messaging messaging = Messaging.on(cluster);
            messaging.mailbox(cluster.host(1));
            int calls = 0;
            while (!messaging.tryClose(cluster.host(1)))
            {
                assertTrue(++calls < 100);
            }
            assertTrue(messaging.tryClose(cluster.host(0)));
            final Isochron isochron = cluster.host(2).isochron();
            final ClusterClosedException failure =
                assertThrows(ClusterClosedException.class, () -> messaging.port(isochron));
            assertEquals("all hosts that used messages have closed: host 2 is too late, get its mailbox and ports" +
                " before the others close", failure.getMessage());
        }
    }

    @Test
    void shouldCloseOneHostAfterTheOtherThatHasNeverUsedMessages()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)))
        {
            final Messaging messaging = Messaging.on(cluster);
            for (int host = 0; host < 3; host++)
            {
                int calls = 0;
                while (!messaging.tryClose(cluster.host(host)))
                {
                    assertTrue(++calls < 100);
                }
            }
        }
    }

    @Test
    void shouldExecuteForTheOthersAfterClosing()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final AtomicInteger handled = new AtomicInteger();
            cluster.messaging().handler(cluster.host(0), 0, (sender, message) -> handled.incrementAndGet());
            assertFalse(cluster.messaging().tryClose(cluster.host(0)));
            for (int i = 0; i < 100; i++)
            {
                cluster.isochron(1).begin();
                cluster.port(1).claimForHandler(0, 0, 0);
                cluster.isochron(1).issue();
                cluster.isochron(1).awaitExecuted();
            }
            cluster.settle();
            assertEquals(100, handled.get());
        }
    }

    @Test
    void shouldDeliverBarriersAndSignalsBeforeItCloses()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            for (int host = 0; host < 2; host++)
            {
                cluster.mailbox(host).registerSignal(1);
                cluster.mailbox(host).registerBarrier(1, BarrierMode.STRONG);
            }
            for (int host = 0; host < 2; host++)
            {
                cluster.port(host).barrier(1, BarrierMode.STRONG);
                cluster.port(host).signal(1);
            }
            for (int host = 0; host < 2; host++)
            {
                cluster.messaging().tryClose(cluster.host(host));
            }
            cluster.settle();
            for (int host = 0; host < 2; host++)
            {
                assertFalse(cluster.messaging().tryClose(cluster.host(host)));
                cluster.receive(host, Delivery.Kind.SIGNAL, 1);
                cluster.receive(host, Delivery.Kind.BARRIER, 1);
                assertEquals(null, cluster.mailbox(host).receive());
                assertTrue(cluster.messaging().tryClose(cluster.host(host)));
            }
        }
    }

    private static void sendSomething(
        final TestCluster cluster, final int self, final Random random, final AtomicIntegerArray sent)
    {
        final int receiver = random.nextInt(cluster.hostCount());
        if (receiver != self && random.nextBoolean())
        {
            if (cluster.messaging().nonIsotachPort(cluster.host(self)).trySend(receiver, new byte[8], 0, 8))
            {
                sent.incrementAndGet(receiver);
            }
            return;
        }
        final Isochron isochron = cluster.isochron(self);
        isochron.begin();
        final int messages = 1 + random.nextInt(3);
        for (int i = 0; i < messages; i++)
        {
            if (random.nextBoolean())
            {
                cluster.port(self).claim(receiver, Long.BYTES);
            }
            else
            {
                cluster.port(self).claimForHandler(receiver, 0, Long.BYTES);
            }
        }
        // Counted before: the receiver compares when it has received everything.
        sent.addAndGet(receiver, messages);
        if (!isochron.tryIssue())
        {
            sent.addAndGet(receiver, -messages);
            isochron.abandon();
        }
    }

    private static void receiveAll(
        final TestCluster cluster, final int self, final AtomicIntegerArray received, final int limit)
    {
        for (int i = 0; i < limit; i++)
        {
            if (null != cluster.mailbox(self).receive())
            {
                received.incrementAndGet(self);
            }
            if (cluster.messaging().nonIsotachPort(cluster.host(self)).receive())
            {
                received.incrementAndGet(self);
            }
        }
    }
}
