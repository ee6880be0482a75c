/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A host without threads that issues faster than it executes may send isochrons together; each is as it would be alone.
 */
final class BurstTest
{
    private static final int HOSTS = 3;
    private static final int MESSAGES = 3000;
    private static final int MAX_LENGTH = 64;

    private final List<List<Integer>> sent = newLists();
    private final List<List<Integer>> received = newLists();
    private final List<List<Integer>> sentToHandler = newLists();
    private final List<List<Integer>> handled = newLists();

    @ParameterizedTest
    @ValueSource(ints = {4, 64, 256})
    void shouldReceiveEverythingInOrder(final int sendRingSize)
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().topology(Topology.chain(2, HOSTS)).threadingMode(ThreadingMode.INVOKER)
                .sendRingSize(sendRingSize).maxIsochronLength(1024).slabLength(16 * 1024),
            new MessagingContext().maxMessageLength(MAX_LENGTH)))
        {
            for (int host = 0; host < HOSTS; host++)
            {
                final List<Integer> numbers = handled.get(host);
                cluster.messaging().handler(
                    cluster.host(host), 0, (sender, message) -> numbers.add(message.getInt(0)));
                cluster.mailbox(host).registerSignal(1);
            }
            int receiver = 0;
            int number = 0;
            while (number < MESSAGES)
            {
                // Mostly to the host of the message before.
                receiver = 0 == random.nextInt(50) ? random.nextInt(HOSTS) : receiver;
                if (0 == random.nextInt(100))
                {
                    cluster.port(0).trySignal(1);
                }
                if (trySend(cluster, receiver, number, random))
                {
                    number++;
                }
                else
                {
                    receiveAll(cluster);
                }
            }
            while (!sent.equals(received))
            {
                receiveAll(cluster);
            }
            cluster.settle();
            assertEquals(sentToHandler, handled, "seed " + seed);
        }
    }

    /**
     * Two hosts that do nothing but send to each other, in loops that do nothing but try: each call that cannot issue
     * works for its host, or neither would ever go on (Ironman section 5.1).
     */
    @Test
    void shouldMakeProgressInALoopThatOnlyTries() throws InterruptedException
    {
        try (TestCluster cluster =
            new TestCluster(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
                .linkRingSize(4).sendRingSize(4)))
        {
            final AtomicLong executed = new AtomicLong();
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < 2; host++)
            {
                final int self = host;
                cluster.messaging().handler(
                    cluster.host(host), 0, (sender, message) -> executed.incrementAndGet());
                cluster.mailbox(host).registerSignal(1);
                threads.start("host-" + host, () ->
                {
                    final Isochron isochron = cluster.isochron(self);
                    for (int i = 0; i < MESSAGES; i++)
                    {
                        isochron.begin();
                        cluster.port(self).claimForHandler(1 - self, 0, MAX_LENGTH);
                        while (!isochron.tryIssue())
                        {
                            TestThreads.checkNotInterrupted();
                        }
                        while (0 == i % 256 && !cluster.port(self).trySignal(1))
                        {
                            TestThreads.checkNotInterrupted();
                        }
                    }
                    while (executed.get() < 2 * MESSAGES)
                    {
                        cluster.host(self).poll();
                        TestThreads.checkNotInterrupted();
                    }
                });
            }
            threads.join();
        }
    }

    private boolean trySend(final TestCluster cluster, final int receiver, final int number, final Random random)
    {
        final MessagePort port = cluster.port(0);
        final int length = Integer.BYTES + random.nextInt(MAX_LENGTH - Integer.BYTES);
        final boolean isToHandler = 0 == random.nextInt(4);
        port.isochron().begin();
        (isToHandler ? port.claimForHandler(receiver, 0, length) : port.claim(receiver, length)).putInt(0, number);
        final boolean isIssued = port.isochron().tryIssue();
        if (isIssued)
        {
            (isToHandler ? sentToHandler : sent).get(receiver).add(number);
        }
        else
        {
            port.isochron().abandon();
        }
        return isIssued;
    }

    private void receiveAll(final TestCluster cluster)
    {
        for (int host = 0; host < HOSTS; host++)
        {
            final Mailbox mailbox = cluster.mailbox(host);
            for (Delivery delivery = mailbox.receive(); null != delivery; delivery = mailbox.receive())
            {
                if (Delivery.Kind.MESSAGE == delivery.kind())
                {
                    final int number = delivery.message().getInt(0);
                    assertEquals(sent.get(host).get(received.get(host).size()), number, "host " + host);
                    received.get(host).add(number);
                }
            }
        }
    }

    private static List<List<Integer>> newLists()
    {
        final List<List<Integer>> lists = new ArrayList<>();
        for (int i = 0; i < HOSTS; i++)
        {
            lists.add(new ArrayList<>());
        }
        return lists;
    }
}
