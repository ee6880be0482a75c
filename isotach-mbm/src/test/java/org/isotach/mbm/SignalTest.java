/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Signals (Ironman sections 3.5.2 and 6.4): one delivery per pulse and channel, at all hosts that have registered the
 * channel, behind the messages of the pulse and behind everything that the sender has issued before.
 */
final class SignalTest
{
    // Signals of one host that can be on their way.
    private static final int LOG_SIZE = 32;

    @Test
    void shouldDeliverTheSignalsOfAPulseAsOne()
    {
        try (TestCluster cluster = TestCluster.invoker(4))
        {
            registerAll(cluster, 2);
            for (int host = 0; host < 4; host++)
            {
                cluster.port(host).signal(2);
            }
            final Set<Long> pulses = new HashSet<>();
            for (int host = 0; host < 4; host++)
            {
                pulses.add(cluster.receive(host, Delivery.Kind.SIGNAL, 2));
            }
            assertEquals(1, pulses.size(), pulses::toString);
            cluster.assertNothingToReceive();
        }
    }

    @Test
    void shouldDeliverTheSignalsOfLaterPulsesOneByOne()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            registerAll(cluster, 2);
            cluster.port(0).signal(2);
            final long first = cluster.receive(1, Delivery.Kind.SIGNAL, 2);
            cluster.port(0).signal(2);
            final long second = cluster.receive(1, Delivery.Kind.SIGNAL, 2);
            assertTrue(first < second, first + ", " + second);
            assertEquals(first, cluster.receive(0, Delivery.Kind.SIGNAL, 2));
            assertEquals(second, cluster.receive(0, Delivery.Kind.SIGNAL, 2));
            cluster.assertNothingToReceive();
        }
    }

    /**
     * It is free to do something else until there is something for it.
     */
    @Test
    void shouldNotBeHeldUpByAHostThatHasReceivedAllThatIsForIt()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            registerAll(cluster, 1);
            cluster.port(0).signal(1);
            cluster.receive(1, Delivery.Kind.SIGNAL, 1);
            cluster.receive(0, Delivery.Kind.SIGNAL, 1);
            cluster.mailbox(0).registerSignal(2);
            for (int i = 0; i < 100; i++)
            {
                cluster.port(0).signal(2);
                cluster.receive(0, Delivery.Kind.SIGNAL, 2);
            }
        }
    }

    /**
     * Isochrons go on meanwhile, so their number says nothing of the host that does not receive.
     */
    @Test
    void shouldTellHowLongAHostHasNotReceivedWhileIsochronsGoOn()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            registerAll(cluster, 1);
            while (cluster.port(0).trySignal(1))
            {
                cluster.receive(0, Delivery.Kind.SIGNAL, 1);
            }
            final Stall first = onlyStall(cluster);
            cluster.send(0, 1, 7);
            cluster.settle();
            final Stall second = onlyStall(cluster);
            assertTrue(second.duration().compareTo(first.duration()) > 0, second::toString);
            assertEquals(1, second.host());
            assertTrue(second.description().startsWith(
                "host-0/sender holds a signal or barrier back, because host 1 has not executed, or received," +
                " the last 32 signals and barriers of host 0"), second::toString);
        }
    }

    private static Stall onlyStall(final TestCluster cluster)
    {
        final List<Stall> stalls = cluster.cluster().stalls();
        assertEquals(1, stalls.size(), stalls::toString);
        return stalls.get(0);
    }

    @Test
    void shouldDeliverSignalsByChannelBehindTheMessagesAndBeforeTheBarriersOfAPulse()
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER).oneInFlight(false)))
        {
            registerAll(cluster, 1);
            registerAll(cluster, 4);
            registerAll(cluster, 5);
            cluster.mailbox(0).registerBarrier(1, BarrierMode.STRONG);
            // All of them before a pulse ends.
            cluster.port(0).signal(4);
            cluster.port(0).signal(1);
            cluster.port(1).signal(5);
            cluster.port(2).signal(4);
            cluster.isochron(2).begin();
            cluster.port(2).claim(HostSet.of(3, 0, 1, 2), Long.BYTES).putLong(0, 77);
            cluster.isochron(2).issue();
            cluster.port(0).barrier(1, BarrierMode.STRONG);
            final List<String> received = new ArrayList<>();
            for (int i = 0; i < 5; i++)
            {
                final Delivery delivery = cluster.mailbox(0).await();
                received.add(delivery.kind() +
                    (Delivery.Kind.MESSAGE == delivery.kind() ? "" : " " + delivery.channel()));
            }
            assertEquals(List.of("MESSAGE", "SIGNAL 1", "SIGNAL 4", "SIGNAL 5", "BARRIER 1"), received);
        }
    }

    /**
     * I41: a signal follows whatever its sender has issued before, messages to far hosts and to itself.
     */
    @Test
    void shouldFollowEverythingThatItsSenderHasIssued()
    {
        for (final Topology topology : List.of(
            Topology.singleSwitch(4), Topology.chain(4, 4), Topology.tree(3, 2), Topology.chain(2, 4)))
        {
            final int hosts = topology.hostCount();
            try (TestCluster cluster = new TestCluster(
                new ClusterContext().topology(topology).threadingMode(ThreadingMode.INVOKER)))
            {
                registerAll(cluster, 3);
                for (int sender = 0; sender < hosts; sender++)
                {
                    for (int receiver = 0; receiver < hosts; receiver++)
                    {
                        cluster.send(sender, hosts - 1 - sender, 1);
                        cluster.send(sender, receiver, 2);
                        cluster.port(sender).signal(3);
                        long last = -1;
                        for (int messages = 0; messages < (receiver == hosts - 1 - sender ? 2 : 1); messages++)
                        {
                            final Delivery message = cluster.mailbox(receiver).await();
                            assertEquals(Delivery.Kind.MESSAGE, message.kind(), topology::toString);
                            last = message.pulse();
                        }
                        final long pulse = cluster.receive(receiver, Delivery.Kind.SIGNAL, 3);
                        assertTrue(last <= pulse, "message in " + last + ", signal in " + pulse);
                        drain(cluster);
                    }
                }
            }
        }
    }

    /**
     * E5: no signal and no participation in a barrier in the middle of an isochron; here that is so of messages to
     * oneself, too. The isochron is not touched: it goes on, and its messages stay together.
     */
    @ParameterizedTest
    @ValueSource(strings = { "1", "0", "0 1", "1 0" })
    void shouldBeRefusedInTheMiddleOfAnIsochron(final String receivers)
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            registerAll(cluster, 3);
            cluster.mailbox(0).registerBarrier(1, BarrierMode.WEAK);
            cluster.mailbox(1).registerBarrier(1, BarrierMode.WEAK);
            final MessagePort port = cluster.port(0);
            final int[] targets = Arrays.stream(receivers.split(" ")).mapToInt(Integer::parseInt).toArray();
            final Isochron isochron = cluster.isochron(0).begin();
            for (final int target : targets)
            {
                port.claim(target, Long.BYTES).putLong(0, 1);
            }
            assertThrows(IllegalStateException.class, () -> port.signal(3));
            assertThrows(IllegalStateException.class, () -> port.trySignal(3));
            assertThrows(IllegalStateException.class, () -> port.barrier(1, BarrierMode.WEAK));
            assertThrows(IllegalStateException.class, () -> port.tryBarrier(1, BarrierMode.WEAK));
            cluster.assertNothingToReceive();
            assertTrue(isochron.isOpen());
            for (final int target : targets)
            {
                port.claim(target, Long.BYTES).putLong(0, 2);
            }
            isochron.issue();
            port.signal(3);
            port.barrier(1, BarrierMode.WEAK);
            cluster.port(1).barrier(1, BarrierMode.WEAK);

            final Set<Long> pulses = new HashSet<>();
            for (final int target : targets)
            {
                for (int number = 1; number <= 2; number++)
                {
                    final Delivery delivery = cluster.mailbox(target).await();
                    assertEquals(Delivery.Kind.MESSAGE, delivery.kind());
                    assertEquals(number, delivery.message().getLong(0));
                    pulses.add(delivery.pulse());
                }
            }
            assertEquals(1, pulses.size(), pulses::toString);
            for (int host = 0; host < 2; host++)
            {
                cluster.receive(host, Delivery.Kind.SIGNAL, 3);
                cluster.receive(host, Delivery.Kind.BARRIER, 1);
            }
            cluster.assertNothingToReceive();
        }
    }

    @Test
    void shouldReachThoseOnlyThatHaveRegisteredTheChannel()
    {
        try (TestCluster cluster = TestCluster.invoker(4))
        {
            cluster.mailbox(0).registerSignal(1);
            cluster.mailbox(1).registerSignal(1);
            cluster.mailbox(2).registerSignal(2);
            cluster.port(0).signal(1);
            assertEquals(
                cluster.receive(0, Delivery.Kind.SIGNAL, 1), cluster.receive(1, Delivery.Kind.SIGNAL, 1));
            cluster.assertNothingToReceive();
            cluster.mailbox(1).clearSignal(1);
            cluster.mailbox(3).registerSignal(1);
            cluster.port(0).signal(1);
            assertEquals(
                cluster.receive(0, Delivery.Kind.SIGNAL, 1), cluster.receive(3, Delivery.Kind.SIGNAL, 1));
            cluster.assertNothingToReceive();
            cluster.mailbox(1).registerSignal(1);
            cluster.port(1).signal(1);
            final Set<Long> pulses = new HashSet<>();
            for (final int host : new int[]{0, 1, 3})
            {
                pulses.add(cluster.receive(host, Delivery.Kind.SIGNAL, 1));
            }
            assertEquals(1, pulses.size());
            cluster.assertNothingToReceive();
        }
    }

    /**
     * A host that begins to listen late, when the others have signalled for long, gets what comes from then on.
     */
    @Test
    void shouldReachAHostThatListensLate()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)))
        {
            final Messaging messaging = Messaging.on(cluster);
            final MessagePort port = messaging.port(cluster.host(0).isochron());
            final Mailbox early = messaging.mailbox(cluster.host(0));
            early.registerSignal(1);
            for (int i = 0; i < 3 * LOG_SIZE; i++)
            {
                port.signal(1);
                assertEquals(Delivery.Kind.SIGNAL, early.await().kind());
            }
            final Mailbox late = messaging.mailbox(cluster.host(2));
            late.registerSignal(1);
            assertNull(late.receive());
            port.signal(1);
            final long pulse = early.await().pulse();
            assertEquals(pulse, late.await().pulse());
            assertNull(late.receive());
        }
    }

    @Test
    void shouldHoldSignalsBackForAHostThatDoesNotReceive()
    {
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(2)
            .threadingMode(ThreadingMode.INVOKER).awaitTimeout(Duration.ofMillis(20))))
        {
            registerAll(cluster, 1);
            int sent = 0;
            while (cluster.port(0).trySignal(1) || settleAndTrySignal(cluster))
            {
                sent++;
                drain(cluster.mailbox(0));
            }
            assertEquals(LOG_SIZE, sent);
            final IsotachTimeoutException failure =
                assertThrows(IsotachTimeoutException.class, () -> cluster.port(0).signal(1));
            assertTrue(failure.getMessage().contains("room for a signal on channel 1"), failure.getMessage());
            assertTrue(failure.getMessage().contains("host 1 has not"), failure.getMessage());
            assertTrue(cluster.trySend(0, 1, 5), "a signal that was refused holds nothing back");
            cluster.send(1, 0, 6);
            assertEquals(6, cluster.receive(0));
            // None of those that were accepted is lost.
            long last = -1;
            for (int i = 0; i < LOG_SIZE; i++)
            {
                final long pulse = cluster.receive(1, Delivery.Kind.SIGNAL, 1);
                assertTrue(last < pulse, last + ", " + pulse);
                last = pulse;
            }
            assertEquals(5, cluster.receive(1));
            drain(cluster);
            cluster.port(0).signal(1);
            assertNotEquals(last, cluster.receive(1, Delivery.Kind.SIGNAL, 1));
            cluster.receive(0, Delivery.Kind.SIGNAL, 1);
            cluster.assertNothingToReceive();
        }
    }

    @Test
    void shouldNotWaitForHostsThatDoNotUseMessages()
    {
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)))
        {
            final Messaging messaging = Messaging.on(cluster);
            final Mailbox mailbox = messaging.mailbox(cluster.host(1));
            final MessagePort port = messaging.port(cluster.host(1).isochron());
            mailbox.registerSignal(1);
            for (int i = 0; i < 5 * LOG_SIZE; i++)
            {
                port.signal(1);
                assertEquals(Delivery.Kind.SIGNAL, mailbox.await().kind());
            }
            assertNull(mailbox.receive());
        }
    }

    /**
     * INV-17 with threads: everybody gets the same signals in the same pulses, one per pulse and channel, and every one
     * of a sender behind the message that it has sent before.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldDeliverTheSameSignalsToEverybody(final ThreadingMode mode) throws InterruptedException
    {
        final int hosts = 4;
        final int rounds = 150;
        final long seed = System.nanoTime();
        final List<List<String>> received = new ArrayList<>();
        try (TestCluster cluster =
            new TestCluster(new ClusterContext().topology(Topology.chain(2, hosts)).threadingMode(mode)))
        {
            registerAll(cluster, 1);
            registerAll(cluster, 2);
            final HostSet all = HostSet.of(hosts, 0, 1, 2, 3);
            final AtomicInteger sending = new AtomicInteger(hosts);
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < hosts; host++)
            {
                final int self = host;
                final Random random = new Random(seed + host);
                final Mailbox mailbox = cluster.mailbox(host);
                final List<String> deliveries = new ArrayList<>();
                received.add(deliveries);
                threads.start("host-" + host, () ->
                {
                    int round = 0;
                    int ended = 0;
                    while (ended < hosts)
                    {
                        TestThreads.checkNotInterrupted();
                        if (round < rounds && random.nextBoolean() &&
                            (0 == round % 2 ? trySend(cluster, self, all, round) :
                            cluster.port(self).trySignal(1 + random.nextInt(2))))
                        {
                            round++;
                        }
                        else if (round == rounds && trySend(cluster, self, all, -1))
                        {
                            round++;
                            sending.decrementAndGet();
                        }
                        final Delivery delivery = mailbox.receive();
                        if (null != delivery)
                        {
                            final boolean isMessage = Delivery.Kind.MESSAGE == delivery.kind();
                            deliveries.add(delivery.pulse() + " " + delivery.kind() + ' ' +
                                (isMessage ? delivery.sender() + ":" + delivery.message().getInt(0) :
                                delivery.channel()));
                            ended += isMessage && -1 == delivery.message().getInt(0) ? 1 : 0;
                        }
                    }
                });
            }
            threads.join();
            assertEquals(0, sending.get());
        }
        for (int host = 0; host < hosts; host++)
        {
            assertEquals(new HashSet<>(received.get(host)).size(), received.get(host).size(), "seed " + seed);
            assertEquals(withoutTail(received.get(0)), withoutTail(received.get(host)), "seed " + seed);
        }
    }

    /**
     * What lies before the last message: signals of the last pulses may be received or not.
     */
    private static List<String> withoutTail(final List<String> deliveries)
    {
        int end = deliveries.size();
        while (!deliveries.get(end - 1).contains("MESSAGE"))
        {
            end--;
        }
        return deliveries.subList(0, end);
    }

    private static boolean trySend(
        final TestCluster cluster, final int sender, final HostSet receivers, final int number)
    {
        cluster.isochron(sender).begin();
        cluster.port(sender).claim(receivers, Integer.BYTES).putInt(0, number);
        final boolean isIssued = cluster.isochron(sender).tryIssue();
        if (!isIssued)
        {
            cluster.isochron(sender).abandon();
        }
        return isIssued;
    }

    private static void registerAll(final TestCluster cluster, final int channel)
    {
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            cluster.mailbox(host).registerSignal(channel);
        }
    }

    private static boolean settleAndTrySignal(final TestCluster cluster)
    {
        cluster.settle();
        return cluster.port(0).trySignal(1);
    }

    private static void drain(final TestCluster cluster)
    {
        cluster.settle();
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            drain(cluster.mailbox(host));
        }
    }

    private static void drain(final Mailbox mailbox)
    {
        Delivery delivery;
        do
        {
            delivery = mailbox.receive();
        }
        while (null != delivery);
    }
}
