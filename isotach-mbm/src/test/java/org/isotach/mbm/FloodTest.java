/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;

import org.isotach.Isochron;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * I2 and I57: a call ends however much arrives while it works, and isotach and non-isotach messages do not keep each
 * other from getting through (Ironman sections 8.1.3, 8.3.4 and 8.4.4).
 */
final class FloodTest
{
    private static final int LENGTH = 64;

    // What a poll that does not end executes before this test gives it up.
    private static final int FLOOD = 10_000;

    // Frames that a poll executes, and a link more, on which it may have found the last one.
    private static final int MOST_OF_A_POLL = 1024 + ClusterContext.LINK_RING_SIZE_DEFAULT;

    // Messages that must get through while those of the other kind are sent without an end.
    private static final int ENOUGH = 3000;

    static List<Named<ToIntFunction<TestCluster>>> callsThatPoll()
    {
        return List.of(
            Named.of("Host.poll", cluster -> cluster.host(0).poll()),
            Named.of("Mailbox.receive", cluster -> null == cluster.mailbox(0).receive() ? 0 : 1),
            Named.of("Isochron.tryIssue", cluster -> cluster.trySend(0, 1, 0) ? 1 : 0),
            Named.of("NonIsotachPort.receive", cluster -> port(cluster, 0).receive() ? 1 : 0),
            Named.of("NonIsotachPort.trySend", cluster -> port(cluster, 0).trySend(1, new byte[LENGTH], 0, 1) ? 1 : 0));
    }

    /**
     * Each message that is handled brings the next one: before its handler returns, another thread has sent that, and
     * its pulse has ended. What the host itself sends finds no room, which is when such calls poll.
     */
    @ParameterizedTest
    @MethodSource("callsThatPoll")
    void shouldEndACallWhileMessagesKeepArriving(final ToIntFunction<TestCluster> call) throws InterruptedException
    {
        final AtomicInteger handled = new AtomicInteger();
        final AtomicBoolean isOver = new AtomicBoolean();
        final Semaphore wanted = new Semaphore(0);
        final Semaphore sent = new Semaphore(0);
        try (TestCluster cluster = invoker(new ClusterContext().hosts(2)))
        {
            cluster.messaging().handler(cluster.host(0), 0, (sender, message) ->
            {
                if (handled.incrementAndGet() < FLOOD && !isOver.get())
                {
                    wanted.release();
                    sent.acquireUninterruptibly();
                }
            });
            cluster.messaging().handler(cluster.host(1), 0, (sender, message) ->
            {
            });
            final TestThreads threads = new TestThreads();
            threads.start("flood", () ->
            {
                final Isochron isochron = cluster.isochron(1);
                wanted.acquire();
                while (!isOver.get())
                {
                    isochron.begin();
                    cluster.port(1).claimForHandler(0, 0, Long.BYTES);
                    cluster.port(1).claimForHandler(1, 0, Long.BYTES);
                    isochron.issue();
                    // So each has a pulse, a frame, and a credit of its own, and is on its link.
                    isochron.awaitExecuted();
                    sent.release();
                    wanted.acquire();
                }
            });
            fill(cluster);
            wanted.release();
            sent.acquire();
            for (int i = 0; i < 3; i++)
            {
                final int before = handled.get();
                call.applyAsInt(cluster);
                assertTrue(handled.get() - before <= MOST_OF_A_POLL, () -> handled.get() - before + " in one call");
            }
            final int before = handled.get();
            assertTrue(cluster.host(0).poll() > 0);
            assertTrue(handled.get() > before, "the flood is over");
            isOver.set(true);
            wanted.release();
            sent.release();
            threads.join();
            drain(cluster);
        }
    }

    /**
     * A receive gives one message, whoever sends how much meanwhile.
     */
    @Test
    void shouldReceiveOneNonIsotachMessageAtATimeWhileOthersArrive() throws InterruptedException
    {
        try (TestCluster cluster = invoker(new ClusterContext().hosts(3)))
        {
            final AtomicBoolean isOver = new AtomicBoolean();
            final TestThreads threads = new TestThreads();
            for (int host = 1; host < 3; host++)
            {
                final int self = host;
                threads.start("flood-" + host, () -> floodNonIsotach(cluster, self, 0, isOver));
            }
            final NonIsotachPort port = port(cluster, 0);
            final long[] next = new long[3];
            while (next[1] < ENOUGH || next[2] < ENOUGH)
            {
                TestThreads.checkNotInterrupted();
                if (port.receive())
                {
                    assertEquals(next[port.sender()]++, port.message().getLong(0), "from host " + port.sender());
                }
            }
            isOver.set(true);
            threads.join();
        }
    }

    /**
     * Neither waits for credits of the other.
     */
    @Test
    void shouldSendEitherKindWhileTheOtherHasNoRoom()
    {
        try (TestCluster cluster = invoker(new ClusterContext().hosts(2).linkRingSize(4).sendRingSize(4)))
        {
            final byte[] message = new byte[LENGTH];
            fillWithIsotach(cluster);
            for (int i = 0; i < ENOUGH; i++)
            {
                assertTrue(port(cluster, 0).trySend(1, message, 0, LENGTH), "non-isotach message " + i);
                assertTrue(port(cluster, 1).receive());
            }
            assertFalse(cluster.trySend(0, 1, 0), "there is still no room for isotach messages");
            drain(cluster);

            fillWithNonIsotach(cluster);
            for (int i = 0; i < ENOUGH; i++)
            {
                cluster.send(0, 1, i);
                assertEquals(i, cluster.receive(1));
            }
            drain(cluster);
            assertFalse(port(cluster, 0).trySend(1, message, 0, LENGTH), "there is still no room for the others");
        }
    }

    /**
     * I57: one host sends messages of both kinds to another one, without an end and as fast as it can; of each kind
     * enough get through, in order.
     */
    @ParameterizedTest
    @CsvSource({ "INVOKER, 0", "SHARED, 0", "HOST, 0", "DEDICATED, 0", "INVOKER, 0.02", "SHARED, 0.02" })
    void shouldLetNeitherKindStarveTheOther(final ThreadingMode mode, final double faults) throws InterruptedException
    {
        final LinkFaults linkFaults = 0 == faults ? LinkFaults.NONE :
            new LinkFaults(faults, faults, faults, faults, faults / 10, System.nanoTime());
        try (TestCluster cluster =
            new TestCluster(new ClusterContext().hosts(2).threadingMode(mode).linkFaults(linkFaults)))
        {
            final AtomicBoolean isOver = new AtomicBoolean();
            final AtomicLong isotach = new AtomicLong();
            final AtomicLong nonIsotach = new AtomicLong();
            final TestThreads threads = new TestThreads();
            threads.start("isotach", () ->
            {
                long number = 0;
                while (!isOver.get())
                {
                    TestThreads.checkNotInterrupted();
                    if (cluster.trySend(0, 1, number))
                    {
                        number++;
                    }
                    else
                    {
                        Thread.yield();
                    }
                }
            });
            threads.start("non-isotach", () -> floodNonIsotach(cluster, 0, 1, isOver));
            threads.start("receiver", () ->
            {
                final Mailbox mailbox = cluster.mailbox(1);
                final NonIsotachPort port = port(cluster, 1);
                while (isotach.get() < ENOUGH || nonIsotach.get() < ENOUGH)
                {
                    TestThreads.checkNotInterrupted();
                    final Delivery delivery = mailbox.receive();
                    if (null != delivery)
                    {
                        assertEquals(isotach.getAndIncrement(), delivery.message().getLong(0));
                    }
                    if (port.receive())
                    {
                        assertEquals(nonIsotach.getAndIncrement(), port.message().getLong(0));
                    }
                    if (null == delivery)
                    {
                        Thread.yield();
                    }
                }
                isOver.set(true);
                // So that the cluster can be closed.
                while (null != mailbox.receive() || cluster.host(0).poll() > 0)
                {
                    TestThreads.checkNotInterrupted();
                }
            });
            threads.join();
            drain(cluster);
        }
    }

    /**
     * Each host has several isochrons under way, whatever the default is: what this is about does not happen otherwise.
     */
    private static TestCluster invoker(final ClusterContext context)
    {
        return new TestCluster(context.threadingMode(ThreadingMode.INVOKER).oneInFlight(false));
    }

    private static void fill(final TestCluster cluster)
    {
        fillWithIsotach(cluster);
        fillWithNonIsotach(cluster);
    }

    private static void fillWithIsotach(final TestCluster cluster)
    {
        do
        {
            cluster.settle();
        }
        while (cluster.trySend(0, 1, 0));
    }

    private static void fillWithNonIsotach(final TestCluster cluster)
    {
        final byte[] message = new byte[LENGTH];
        boolean isSent;
        do
        {
            isSent = port(cluster, 0).trySend(1, message, 0, LENGTH);
        }
        while (isSent);
    }

    private static void floodNonIsotach(
        final TestCluster cluster, final int sender, final int receiver, final AtomicBoolean isOver)
    {
        final NonIsotachPort port = port(cluster, sender);
        final byte[] message = new byte[LENGTH];
        long number = 0;
        while (!isOver.get())
        {
            TestThreads.checkNotInterrupted();
            final MessageBuffer claim = port.tryClaim(receiver, LENGTH);
            if (null == claim)
            {
                Thread.yield();
            }
            else
            {
                claim.putBytes(0, message, 0, LENGTH);
                claim.putLong(0, number++);
                port.commit();
            }
        }
    }

    /**
     * Receives all isotach messages, so that nothing holds up the end.
     */
    private static void drain(final TestCluster cluster)
    {
        do
        {
            cluster.settle();
        }
        while (null != cluster.mailbox(1).receive());
    }

    private static NonIsotachPort port(final TestCluster cluster, final int host)
    {
        return cluster.messaging().nonIsotachPort(cluster.host(host));
    }
}
