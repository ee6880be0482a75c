/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.function.Executable;
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
            assertEquals("all hosts that used messages have closed: host 2 is too late: get its mailbox and ports" +
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

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCloseAHostThatWasSentMessagesAndNeverUsedAny(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode)))
        {
            final Messaging messaging = Messaging.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            messaging.port(isochron.begin()).claim(1, Long.BYTES);
            isochron.issue();
            messaging.nonIsotachPort(cluster.host(0)).send(1, new byte[1], 0, 1);
            isochron.awaitExecuted();
            while (!messaging.tryClose(cluster.host(0)))
            {
                Thread.onSpinWait();
            }
            assertThrows(ClusterClosedException.class, () -> messaging.mailbox(cluster.host(1)));
            assertTrue(messaging.tryClose(cluster.host(1)), "nobody can receive what was sent to it");
        }
    }

    /**
     * The messages have taken up all room on the link, and the memory needs it.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGiveBackWhatAHostIsTooLateToReceive(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().hosts(2).threadingMode(mode).linkRingSize(2).oneInFlight(false)))
        {
            final MemoryPort memory = SharedMemory.on(cluster, PageMap.replicated(1)).port(cluster.host(0));
            final Messaging messaging = Messaging.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final MessagePort port = messaging.port(isochron);
            for (int i = 0; i < 2; i++)
            {
                isochron.begin();
                port.claim(1, Long.BYTES);
                isochron.issue();
            }
            isochron.awaitExecuted();
            while (!messaging.tryClose(cluster.host(0)))
            {
                Thread.onSpinWait();
            }
            assertTrue(messaging.tryClose(cluster.host(1)));
            for (int i = 0; i < 10; i++)
            {
                memory.write(isochron.begin(), 0, i);
                isochron.issue();
                isochron.awaitExecuted();
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

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseWhatIsOpenWhenItCloses(final ThreadingMode mode)
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode).oneInFlight(false)))
        {
            final MemoryPort memory =
                SharedMemory.on(cluster.cluster(), PageMap.replicated(1)).port(cluster.host(0));
            final Messaging messaging = cluster.messaging();
            final NonIsotachPort nonIsotachPort = messaging.nonIsotachPort(cluster.host(0));
            cluster.send(0, 1, 1);
            cluster.isochron(0).begin();
            memory.write(cluster.isochron(0), 0, 5);
            cluster.port(0).claim(1, 8).putLong(0, 2);
            final Isochron another = cluster.host(0).isochron().begin();
            messaging.port(another).claimForHandler(0, 0, 0);
            nonIsotachPort.tryClaim(1, 8).putLong(0, 3);
            assertFalse(messaging.tryClose(cluster.host(0)));

            final String message = "host 0 has closed a model, and takes no isochrons with operations of it any more:" +
                " this one was not issued";
            assertRefused(message, cluster.isochron(0)::tryIssue);
            assertFalse(cluster.isochron(0).isOpen());
            assertRefused(message, another::issue);
            assertFalse(another.isOpen());
            assertRefused("host 0, its messaging, or its cluster is closed: no non-isotach message can be sent from it",
                nonIsotachPort::commit);
            assertThrows(IllegalStateException.class, nonIsotachPort::commit);

            assertEquals(1, cluster.receive(1));
            memory.write(another.begin(), 1, 6);
            final IsoValue first = new IsoValue();
            final IsoValue second = new IsoValue();
            memory.read(another, 0, first);
            memory.read(another, 1, second);
            another.issue();
            assertEquals(0, first.await());
            assertEquals(6, second.await());
            while (!messaging.tryClose(cluster.host(1)) || !messaging.tryClose(cluster.host(0)))
            {
                assertEquals(null, cluster.mailbox(1).receive());
                assertFalse(messaging.nonIsotachPort(cluster.host(1)).receive());
            }
        }
    }

    /**
     * A thread goes on to send while another one closes: what it is not told to be refused arrives.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    @DisabledIfSystemProperty(
        named = "isotach.one.in.flight", matches = "true", disabledReason = "has several in flight in every build")
    void shouldLoseNothingThatAnotherThreadIssuesMeanwhile(final ThreadingMode mode) throws InterruptedException
    {
        final Random random = new Random(7);
        for (int run = 0; run < 30; run++)
        {
            final AtomicLong sent = new AtomicLong();
            final AtomicLong receivedAll = new AtomicLong();
            try (TestCluster cluster = new TestCluster(
                new ClusterContext().hosts(2).threadingMode(mode).oneInFlight(false)))
            {
                final int before = random.nextInt(3000);
                final TestThreads threads = new TestThreads();
                threads.start("sender", () ->
                {
                    final Isochron isochron = cluster.isochron(0);
                    try
                    {
                        while (true)
                        {
                            isochron.begin();
                            cluster.port(0).claim(1, 8);
                            while (!isochron.tryIssue())
                            {
                                TestThreads.checkNotInterrupted();
                            }
                            sent.setRelease(sent.getPlain() + 1);
                        }
                    }
                    catch (final ClusterClosedException ex)
                    {
                        assertTrue(sent.get() >= before);
                    }
                });
                threads.start("closer", () ->
                {
                    TestThreads.await(sent, before);
                    closeAndReceive(cluster, 0, 0);
                });
                threads.start("receiver", () ->
                {
                    long received = 0;
                    while (received < before)
                    {
                        received += null == cluster.mailbox(1).receive() ? 0 : 1;
                        TestThreads.checkNotInterrupted();
                    }
                    receivedAll.set(closeAndReceive(cluster, 1, received));
                });
                threads.join();
                assertEquals(sent.get(), receivedAll.get());
            }
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

    private static long closeAndReceive(final TestCluster cluster, final int self, final long receivedBefore)
    {
        long received = receivedBefore;
        while (!cluster.messaging().tryClose(cluster.host(self)))
        {
            received += null == cluster.mailbox(self).receive() ? 0 : 1;
            TestThreads.checkNotInterrupted();
        }
        return received;
    }

    private static void assertRefused(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(ClusterClosedException.class, call).getMessage());
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
