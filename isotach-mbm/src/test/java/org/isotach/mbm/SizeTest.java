/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

import com.sun.management.ThreadMXBean;

import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a host that receives messages takes: as much as there has been under way to it, not as much as there could be
 * if all hosts sent to it as much as they may.
 */
final class SizeTest
{
    private static final int MANY_HOSTS = 256;
    private static final int MOST_PER_MAILBOX = 64 * 1024;
    private static final long MOST_WITH_MANY_HOSTS = 150L * 1024 * 1024;
    private static final int PAIRING_HOSTS = 16;
    private static final int MOST_PER_PAIR = 40 * 1024;
    private static final int SENDERS = 7;
    private static final int BURST = 150;

    /**
     * A slot for all that 255 others have credits for takes 1.7 MB per mailbox.
     */
    @Test
    void shouldTakeLittleForAMailboxHoweverManyHostsThereAre()
    {
        try (TestCluster cluster = TestCluster.invoker(MANY_HOSTS))
        {
            // Loads classes.
            cluster.mailbox(0);
            final ThreadMXBean bean = (ThreadMXBean)ManagementFactory.getThreadMXBean();
            final long before = bean.getCurrentThreadAllocatedBytes();
            for (int host = 1; host < MANY_HOSTS; host++)
            {
                assertNull(cluster.mailbox(host).receive());
            }
            final long perMailbox = (bean.getCurrentThreadAllocatedBytes() - before) / (MANY_HOSTS - 1);
            assertTrue(perMailbox < MOST_PER_MAILBOX, perMailbox + " bytes per mailbox");
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "INVOKER" })
    void shouldTakeLittleForManyHostsWithAMailboxEach(final ThreadingMode mode)
    {
        final long before = taken();
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(MANY_HOSTS).threadingMode(mode)))
        {
            for (int host = 0; host < MANY_HOSTS; host++)
            {
                cluster.mailbox(host);
            }
            final long taken = taken() - before;
            assertTrue(taken < MOST_WITH_MANY_HOSTS, taken + " bytes");
        }
    }

    /**
     * 128 bytes for each of 256 frames that may be under way, and what says where they are.
     */
    @Test
    void shouldTakeLittleForAPairOfHostsThatTalks()
    {
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(PAIRING_HOSTS)
            .threadingMode(ThreadingMode.INVOKER).paranoid(false).linkFaults(LinkFaults.NONE)))
        {
            // Isochrons, ports and mailboxes, which are not of pairs.
            sendToHost(cluster, 1);
            final long before = taken();
            for (int distance = 2; distance < PAIRING_HOSTS; distance++)
            {
                sendToHost(cluster, distance);
            }
            final long perPair = (taken() - before) / (PAIRING_HOSTS * (PAIRING_HOSTS - 2));
            assertTrue(perPair < MOST_PER_PAIR, perPair + " bytes per pair");
        }
    }

    private static void sendToHost(final TestCluster cluster, final int distance)
    {
        for (int sender = 0; sender < PAIRING_HOSTS; sender++)
        {
            final int receiver = (sender + distance) % PAIRING_HOSTS;
            cluster.send(sender, receiver, sender);
            cluster.settle();
            assertEquals(sender, cluster.mailbox(receiver).receive().message().getLong(0));
        }
    }

    /**
     * Allocated by this thread so far, and outside the heap at present.
     */
    private static long taken()
    {
        final long outside = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> "direct".equals(pool.getName())).mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
        return outside +
            ((ThreadMXBean)ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    /**
     * All hosts use up their credits for one that does not receive; each holds back what it has no credit for.
     */
    @Test
    void shouldDeliverAllThatThereAreCreditsForWhenTheApplicationBeginsLate()
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(SENDERS + 1).threadingMode(ThreadingMode.INVOKER).linkRingSize(64)))
        {
            final int[] sent = new int[SENDERS + 1];
            for (int round = 0; round < 3; round++)
            {
                final int[] received = sent.clone();
                for (int sender = 1; sender <= SENDERS; sender++)
                {
                    while (cluster.trySend(sender, 0, sent[sender]))
                    {
                        sent[sender]++;
                        cluster.settle();
                    }
                    assertTrue(sent[sender] - received[sender] >= 64);
                }
                while (!Arrays.equals(sent, received))
                {
                    final Delivery delivery = cluster.mailbox(0).receive();
                    if (null == delivery)
                    {
                        cluster.settle();
                    }
                    else
                    {
                        assertEquals(received[delivery.sender()]++, delivery.message().getLong(0));
                    }
                }
                cluster.assertNothingToReceive();
            }
        }
    }

    /**
     * The queue has grown when the application was behind for the first time; being behind as far again takes nothing.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldAllocateNothingForABacklogThatThereHasBeenBefore(final ThreadingMode mode)
    {
        final Allocations allocations = new Allocations();
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode).threadFactory(allocations::newThread)
                .paranoid(false).linkFaults(LinkFaults.NONE)))
        {
            final Mailbox mailbox = cluster.mailbox(1);
            allocations.assertNone(50, () ->
            {
                for (int i = 0; i < BURST; i++)
                {
                    cluster.send(0, 1, i);
                }
                cluster.isochron(0).awaitExecuted();
                for (int i = 0; i < BURST; i++)
                {
                    assertTrue(i == mailbox.await().message().getLong(0));
                }
            });
        }
    }
}
