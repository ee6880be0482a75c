/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.function.Consumer;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * After start-up nothing is allocated for messages, signals and barriers: neither by the thread that sends and
 * receives, nor by those of the cluster. (Non-isotach messages: {@link NonIsotachStreamTest}.)
 */
final class AllocationTest
{
    private static final int HOSTS = 3;
    private static final int TIMES = 2000;
    private static final int SIGNAL = 1;
    private static final int BARRIER = 1;
    private static final int BURST = 16;

    private static final class Counter implements MessageHandler
    {
        private volatile long sum;

        // There is one thread at a time that calls it.
        @SuppressWarnings("NonAtomicOperationOnVolatileField")
        @Override
        public void onMessage(final int sender, final MessageView message)
        {
            sum += message.getLong(0);
        }
    }

    private static void assertNothingAllocated(final ThreadingMode mode, final Consumer<TestCluster> action)
    {
        final Allocations allocations = new Allocations();
        try (TestCluster cluster = new TestCluster(
            // Rings so small that senders wait for room.
            new ClusterContext().hosts(HOSTS).threadingMode(mode).threadFactory(allocations::newThread)
                .sendRingSize(8).linkRingSize(4).paranoid(false).linkFaults(LinkFaults.NONE)))
        {
            for (int host = 0; host < HOSTS; host++)
            {
                cluster.mailbox(host).registerSignal(SIGNAL);
                cluster.mailbox(host).registerBarrier(BARRIER, BarrierMode.STRONG);
            }
            assertEquals(ThreadingMode.INVOKER != mode, allocations.threadCount() > 1);
            allocations.assertNone(TIMES, () -> action.accept(cluster));
        }
    }

    private static void receiveMessage(final TestCluster cluster, final int host, final long number)
    {
        final Delivery delivery = cluster.mailbox(host).await();
        assertEquals(Delivery.Kind.MESSAGE, delivery.kind());
        assertTrue(number == delivery.message().getLong(0));
    }

    private static void receiveNotice(final TestCluster cluster, final int host, final Delivery.Kind kind)
    {
        assertEquals(kind, cluster.mailbox(host).await().kind());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotAllocateForMessagesThatAreWrittenInPlace(final ThreadingMode mode)
    {
        assertNothingAllocated(mode, cluster ->
        {
            cluster.send(0, 1, 42);
            receiveMessage(cluster, 1, 42);
            // To the own host.
            cluster.send(1, 1, 43);
            receiveMessage(cluster, 1, 43);
        });
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotAllocateForMessagesThatAreCopied(final ThreadingMode mode)
    {
        final byte[] source = new byte[300];
        final byte[] target = new byte[300];
        assertNothingAllocated(mode, cluster ->
        {
            final Isochron isochron = cluster.isochron(0).begin();
            cluster.port(0).send(1, source, 0, source.length);
            cluster.port(0).send(2, source, 0, Long.BYTES);
            isochron.issue();
            final MessageView message = cluster.mailbox(1).await().message();
            message.getBytes(0, target, 0, message.length());
            receiveMessage(cluster, 2, 0);
        });
    }

    /**
     * More messages than there are credits.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotAllocateForMessagesThatWaitForRoom(final ThreadingMode mode)
    {
        assertNothingAllocated(mode, cluster ->
        {
            int received = 0;
            for (int sent = 0; sent < BURST;)
            {
                if (cluster.trySend(0, 1, sent))
                {
                    sent++;
                }
                else if (null != cluster.mailbox(1).receive())
                {
                    received++;
                }
                else
                {
                    Thread.yield();
                }
            }
            for (; received < BURST; received++)
            {
                receiveMessage(cluster, 1, received);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotAllocateForMulticasts(final ThreadingMode mode)
    {
        final HostSet others = HostSet.of(HOSTS, 1, 2);
        final HostSet everybody = HostSet.of(HOSTS, 0, 1, 2);
        final byte[] source = new byte[Long.BYTES];
        assertNothingAllocated(mode, cluster ->
        {
            final Isochron isochron = cluster.isochron(0).begin();
            cluster.port(0).claim(others, Long.BYTES).putLong(0, 42);
            cluster.port(0).send(everybody, source, 0, source.length);
            isochron.issue();
            receiveMessage(cluster, 0, 0);
            receiveMessage(cluster, 1, 42);
            receiveMessage(cluster, 1, 0);
            receiveMessage(cluster, 2, 42);
            receiveMessage(cluster, 2, 0);
        });
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotAllocateForMessagesToHandlers(final ThreadingMode mode)
    {
        final HostSet everybody = HostSet.of(HOSTS, 0, 1, 2);
        final Counter[] counters = { new Counter(), new Counter(), new Counter() };
        final long[] sent = new long[1];
        final byte[] source = new byte[Long.BYTES];
        final boolean[] isPrepared = new boolean[1];
        assertNothingAllocated(mode, cluster ->
        {
            for (int host = 0; host < HOSTS && !isPrepared[0]; host++)
            {
                cluster.messaging().handler(cluster.host(host), 0, counters[host]);
            }
            isPrepared[0] = true;
            final Isochron isochron = cluster.isochron(0).begin();
            cluster.port(0).claimForHandler(1, 0, Long.BYTES).putLong(0, 1);
            cluster.port(0).claimForHandler(everybody, 0, Long.BYTES).putLong(0, 1);
            cluster.port(0).sendToHandler(2, 0, source, 0, source.length);
            isochron.issue();
            sent[0]++;
            isochron.awaitExecuted();
            while (counters[0].sum < sent[0] || counters[1].sum < 2 * sent[0] || counters[2].sum < sent[0])
            {
                for (int host = 0; host < HOSTS; host++)
                {
                    cluster.host(host).poll();
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotAllocateForSignals(final ThreadingMode mode)
    {
        assertNothingAllocated(mode, cluster ->
        {
            cluster.port(0).signal(SIGNAL);
            for (int host = 0; host < HOSTS; host++)
            {
                receiveNotice(cluster, host, Delivery.Kind.SIGNAL);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotAllocateForBarriers(final ThreadingMode mode)
    {
        assertNothingAllocated(mode, cluster ->
        {
            for (int host = 0; host < HOSTS; host++)
            {
                cluster.port(host).barrier(BARRIER, BarrierMode.STRONG);
            }
            for (int host = 0; host < HOSTS; host++)
            {
                receiveNotice(cluster, host, Delivery.Kind.BARRIER);
            }
        });
    }
}
