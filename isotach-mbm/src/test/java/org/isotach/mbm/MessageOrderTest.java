/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.isotach.ClusterClosedException;
import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Unit;
import org.isotach.smm.SharedMemory;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Row I39: messages without order (Ironman section 7.3, version 1): what is left of the order, and what is refused.
 */
final class MessageOrderTest
{
    private static final int HOSTS = 4;
    private static final int SENDER_SHIFT = 32;

    static Stream<Arguments> ordersAndModes()
    {
        return Stream.of(MessageOrder.values()).flatMap(order ->
            Stream.of(ThreadingMode.values()).flatMap(mode ->
                Stream.of(false, true).map(isParanoid -> Arguments.of(order, mode, isParanoid))));
    }

    static Stream<Arguments> arrivalsAndModes()
    {
        return ordersAndModes().filter(arguments -> MessageOrder.ISOTACH != arguments.get()[0]);
    }

    /**
     * Host 2 has stopped tokens, and does not go on: no pulse can end in which the messages could be delivered. Host 3
     * sends nothing, so that nobody can tell what it has not sent.
     */
    @ParameterizedTest
    @EnumSource
    void shouldDeliverWhileLogicalTimeStandsStillWhenOrderIsOff(final MessageOrder order)
    {
        final List<Unit> units = new ArrayList<>();
        final ClusterContext context = new ClusterContext().hosts(HOSTS).threadingMode(ThreadingMode.SHARED)
            .oneInFlight(false).scheduler(what -> units.forEach(Unit::doWork));
        try (TestCluster cluster = new TestCluster(context, new MessagingContext().order(order)))
        {
            units.addAll(cluster.cluster().units());
            cluster.send(2, 1, 0);
            unit(cluster, "host-2/siu").doWork();
            cluster.send(0, 1, 100);
            for (int i = 0; i < 10; i++)
            {
                unit(cluster, "host-0/siu").doWork();
                unit(cluster, "host-0/lanai").doWork();
                unit(cluster, "host-1/executor").doWork();
                unit(cluster, "switch-0/tm").doWork();
            }
            final List<Long> received = new ArrayList<>();
            for (Delivery delivery = cluster.mailbox(1).receive(); null != delivery;
                delivery = cluster.mailbox(1).receive())
            {
                if (0 == delivery.sender())
                {
                    received.add(delivery.message().getLong(0));
                }
            }
            final boolean isArrival = MessageOrder.ISOTACH != order;
            assertEquals(isArrival ? List.of(100L) : List.of(), received);
            assertEquals(isArrival ? 0 : 1, cluster.host(1).logicalTime());
            unit(cluster, "host-2/lanai").doWork();
            for (int i = 0; i < 10; i++)
            {
                units.forEach(Unit::doWork);
            }
            if (!isArrival)
            {
                assertTrue(drain(cluster, 1).contains(100L), "time moves again");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStampUnlessToldNotTo(final MessageOrder order)
    {
        try (TestCluster cluster = invoker(order))
        {
            for (int i = 0; i < 20; i++)
            {
                cluster.send(0, 1, i);
                final Delivery delivery = cluster.mailbox(1).await();
                assertEquals(i, delivery.message().getLong(0));
                assertEquals(MessageOrder.ARRIVAL_UNSTAMPED == order, 0 == delivery.pulse());
            }
            cluster.isochron(0).awaitExecuted();
        }
    }

    /**
     * One host has received the message of host 1 when host 0 sends, the other one has not.
     */
    @ParameterizedTest
    @EnumSource
    void shouldLetHostsDisagreeOnlyWhenOrderIsOff(final MessageOrder order)
    {
        try (TestCluster cluster = invoker(order))
        {
            sendToTwoAndThree(cluster, 1);
            final List<Long> first = new ArrayList<>();
            first.add(cluster.receive(2));
            sendToTwoAndThree(cluster, 0);
            first.add(cluster.receive(2));
            final List<Long> second = List.of(cluster.receive(3), cluster.receive(3));
            assertEquals(List.of(1L, 0L), first);
            if (MessageOrder.ISOTACH == order)
            {
                assertEquals(first, second);
            }
            else
            {
                assertNotEquals(first, second, "nobody says that hosts agree; if they do, something waits");
            }
        }
    }

    /**
     * All hosts send to all others, to mailboxes and handlers, one or more messages in an isochron, then close. What
     * one host sends to another arrives in issue order, and nothing is lost, doubled or changed.
     */
    @ParameterizedTest
    @MethodSource("ordersAndModes")
    void shouldKeepTheOrderOfEachSender(final MessageOrder order, final ThreadingMode mode, final boolean isParanoid)
        throws InterruptedException
    {
        final int count = 300;
        final ClusterContext context = new ClusterContext()
            .hosts(HOSTS).threadingMode(mode).linkRingSize(4).sendRingSize(8).paranoid(isParanoid);
        try (TestCluster cluster = new TestCluster(context, new MessagingContext().order(order)))
        {
            final Ledger[] ledgers = new Ledger[HOSTS];
            for (int host = 0; host < HOSTS; host++)
            {
                final Ledger ledger = new Ledger();
                ledgers[host] = ledger;
                cluster.mailbox(host);
                cluster.messaging().handler(
                    cluster.host(host), 0, (sender, message) -> ledger.handle(sender, message.getLong(0)));
            }
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < HOSTS; host++)
            {
                final int self = host;
                threads.start("host-" + host, () -> exchange(cluster, self, count, ledgers[self]));
            }
            threads.join();
            for (int host = 0; host < HOSTS; host++)
            {
                ledgers[host].checkComplete(host, count);
            }
        }
    }

    private static void exchange(final TestCluster cluster, final int self, final int count, final Ledger ledger)
    {
        final SplittableRandom random = new SplittableRandom(self);
        final HostSet others = new HostSet(HOSTS);
        for (int host = 0; host < HOSTS; host++)
        {
            if (host != self)
            {
                others.add(host);
            }
        }
        final Isochron isochron = cluster.isochron(self);
        int sent = 0;
        while (sent < count)
        {
            isochron.begin();
            for (int i = Math.min(count - sent, 1 + random.nextInt(3)); i > 0; i--)
            {
                final long number = (long)self << SENDER_SHIFT | sent++;
                cluster.port(self).claim(others, Long.BYTES).putLong(0, number);
                cluster.port(self).claimForHandler(others, 0, Long.BYTES).putLong(0, number);
            }
            while (!isochron.tryIssue())
            {
                ledger.receive(cluster.mailbox(self));
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
            ledger.receive(cluster.mailbox(self));
        }
        while (!cluster.messaging().tryClose(cluster.host(self)))
        {
            ledger.receive(cluster.mailbox(self));
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ISOTACH")
    void shouldRefuseMessagesToOneself(final MessageOrder order)
    {
        try (TestCluster cluster = invoker(order))
        {
            final String reason = " (expected: not 1, because a host sends no messages without order, " + order +
                ", to itself: set MessagingContext.order(MessageOrder.ISOTACH), or send to other hosts only)";
            final HostSet both = HostSet.of(HOSTS, 0, 1);
            final MessagePort port = cluster.port(1);
            cluster.isochron(1).begin();
            assertRefused(IllegalArgumentException.class, "target: 1" + reason, () -> port.claim(1, 8));
            assertRefused(IllegalArgumentException.class, "target: 1" + reason, () -> port.claimForHandler(1, 0, 8));
            assertRefused(IllegalArgumentException.class, "target: 1" + reason, () -> port.send(1, new byte[1], 0, 1));
            assertRefused(IllegalArgumentException.class, "targets: " + both + reason, () -> port.claim(both, 8));
            port.claim(0, Long.BYTES).putLong(0, 7);
            cluster.isochron(1).issue();
            assertEquals(7, cluster.receive(0));
            cluster.assertNothingToReceive();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ISOTACH")
    void shouldRefuseSignalsAndBarriers(final MessageOrder order)
    {
        try (TestCluster cluster = invoker(order))
        {
            final String reason = "host 0 has messages without order (" + order + "), and neither signals nor" +
                " barriers: set MessagingContext.order(MessageOrder.ISOTACH), or use NonIsotachPort.initiateBarrier()";
            final Mailbox mailbox = cluster.mailbox(0);
            final MessagePort port = cluster.port(0);
            final List<Executable> calls = List.of(
                () -> mailbox.registerSignal(1),
                () -> mailbox.registerBarrier(1, BarrierMode.STRONG),
                () -> port.trySignal(1),
                () -> port.signal(1),
                () -> port.tryBarrier(1, BarrierMode.WEAK),
                () -> port.barrier(1, BarrierMode.WEAK));
            for (final Executable call : calls)
            {
                assertRefused(IllegalStateException.class, reason, call);
            }
            mailbox.clearSignal(1);
            mailbox.clearBarrier(1);
            cluster.send(0, 1, 5);
            assertEquals(5, cluster.receive(1));
        }
    }

    /**
     * Rows I8 and I39: the one signal that is looked at without order. It arrives behind what its sender had issued.
     */
    @ParameterizedTest
    @MethodSource("arrivalsAndModes")
    void shouldLookAtTheResetSignal(final MessageOrder order, final ThreadingMode mode, final boolean isParanoid)
    {
        final ClusterContext context = new ClusterContext().hosts(2).threadingMode(mode).paranoid(isParanoid);
        try (TestCluster cluster = new TestCluster(context, new MessagingContext().order(order)))
        {
            final Messaging messaging = cluster.messaging();
            boolean areOpen = false;
            while (!areOpen)
            {
                // Both, whether the first one is open or not.
                areOpen = messaging.tryOpen(cluster.host(1)) & messaging.tryOpen(cluster.host(0));
            }
            assertEquals(1, messaging.resetCount(cluster.host(1)));
            for (int i = 0; i < 20; i++)
            {
                cluster.send(0, 1, i);
            }
            cluster.port(0).reset();
            for (int i = 0; i < 20; i++)
            {
                assertEquals(i, cluster.receive(1));
            }
            assertEquals(Delivery.Kind.RESET, cluster.mailbox(1).await().kind());
            assertEquals(2, messaging.resetCount(cluster.host(1)));
        }
    }

    @Test
    void shouldRefuseSharedMemoryBesideMessagesWithoutOrder()
    {
        try (Cluster cluster = launch())
        {
            SharedMemory.on(cluster, PageMap.replicated(1));
            assertRefused(IllegalStateException.class, "host 0 has a model already: order cannot be off for" +
                " operation family 1. Leave order on, or give each model a cluster of its own",
                () -> Messaging.on(cluster, new MessagingContext().order(MessageOrder.ARRIVAL)));
            assertEquals(MessageOrder.ISOTACH, Messaging.on(cluster).context().order());
        }
        try (Cluster cluster = launch())
        {
            Messaging.on(cluster, new MessagingContext().order(MessageOrder.ARRIVAL));
            assertRefused(IllegalStateException.class, "host 0 runs a model with order off:" +
                " operation family 0 cannot be registered beside it. Leave order on, or give each model a cluster of" +
                " its own", () -> SharedMemory.on(cluster, PageMap.replicated(1)));
        }
    }

    @ParameterizedTest
    @MethodSource("arrivalsAndModes")
    void shouldWaitForTheLastHostToClose(final MessageOrder order, final ThreadingMode mode, final boolean isParanoid)
    {
        final ClusterContext context = new ClusterContext().hosts(2).threadingMode(mode).paranoid(isParanoid);
        try (TestCluster cluster = new TestCluster(context, new MessagingContext().order(order)))
        {
            cluster.mailbox(0);
            cluster.mailbox(1);
            for (int i = 0; i < 10; i++)
            {
                assertFalse(cluster.messaging().tryClose(cluster.host(0)));
            }
            cluster.send(1, 0, 5);
            while (!cluster.messaging().tryClose(cluster.host(1)))
            {
                assertFalse(cluster.messaging().tryClose(cluster.host(0)), "there is a message to receive");
            }
            assertEquals(5, cluster.receive(0));
            assertNull(cluster.mailbox(0).receive());
            while (!cluster.messaging().tryClose(cluster.host(0)))
            {
                Thread.yield();
            }
            cluster.isochron(1).begin();
            assertThrows(ClusterClosedException.class, () -> cluster.port(1).claim(0, 1));
            cluster.isochron(1).abandon();
        }
    }

    @ParameterizedTest
    @MethodSource("arrivalsAndModes")
    void shouldGoOnWithoutAHostThatIsExpelled(
        final MessageOrder order, final ThreadingMode mode, final boolean isParanoid)
    {
        final ClusterContext context = new ClusterContext().hosts(3).threadingMode(mode).linkRingSize(4)
            .paranoid(isParanoid);
        try (TestCluster cluster = new TestCluster(context, new MessagingContext().order(order)))
        {
            for (int host = 0; host < 3; host++)
            {
                cluster.mailbox(host);
            }
            for (int i = 0; i < 3; i++)
            {
                cluster.send(0, 1, i);
            }
            cluster.isochron(0).awaitExecuted();
            cluster.cluster().expel(0);
            for (int i = 0; i < 3; i++)
            {
                assertEquals(i, cluster.receive(1));
            }
            for (int i = 0; i < 100; i++)
            {
                cluster.send(1, 2, i);
                assertEquals(i, cluster.receive(2));
            }
            boolean areClosed = false;
            while (!areClosed)
            {
                // Both, however the first one answers.
                areClosed = cluster.messaging().tryClose(cluster.host(1)) & cluster.messaging().tryClose(
                    cluster.host(2));
                cluster.mailbox(1).receive();
                cluster.mailbox(2).receive();
            }
            assertTrue(cluster.host(0).isExpelled());
        }
    }

    /**
     * Each host has several isochrons under way, whatever the default is: what is sent at once, and what waits, is what
     * some of this is about.
     */
    private static TestCluster invoker(final MessageOrder order)
    {
        return new TestCluster(
            new ClusterContext().hosts(HOSTS).threadingMode(ThreadingMode.INVOKER).oneInFlight(false),
            new MessagingContext().order(order));
    }

    private static Cluster launch()
    {
        return Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
    }

    private static Unit unit(final TestCluster cluster, final String name)
    {
        return cluster.cluster().units().stream().filter(unit -> name.equals(unit.unitName())).findFirst()
            .orElseThrow();
    }

    private static List<Long> drain(final TestCluster cluster, final int host)
    {
        final List<Long> received = new ArrayList<>();
        for (Delivery delivery = cluster.mailbox(host).receive(); null != delivery;
            delivery = cluster.mailbox(host).receive())
        {
            received.add(delivery.message().getLong(0));
        }
        return received;
    }

    private static void sendToTwoAndThree(final TestCluster cluster, final int sender)
    {
        cluster.isochron(sender).begin();
        cluster.port(sender).claim(HostSet.of(HOSTS, 2, 3), Long.BYTES).putLong(0, sender);
        cluster.isochron(sender).issue();
    }

    /**
     * What one host receives: from each sender the numbers from 0 on, in a mailbox and with a handler.
     */
    private static final class Ledger
    {
        private final int[] received = new int[HOSTS];
        private final int[] handled = new int[HOSTS];
        private volatile String wrong;

        void receive(final Mailbox mailbox)
        {
            for (Delivery delivery = mailbox.receive(); null != delivery; delivery = mailbox.receive())
            {
                check(delivery.sender(), delivery.message().getLong(0), received);
            }
        }

        /**
         * On the thread that works for the host, one at a time.
         */
        void handle(final int sender, final long number)
        {
            check(sender, number, handled);
        }

        void checkComplete(final int self, final int count)
        {
            assertNull(wrong);
            for (int sender = 0; sender < HOSTS; sender++)
            {
                assertEquals(sender == self ? 0 : count, received[sender], "from " + sender + " at " + self);
                assertEquals(sender == self ? 0 : count, handled[sender], "handled from " + sender + " at " + self);
            }
        }

        private void check(final int sender, final long number, final int[] next)
        {
            final long expected = (long)sender << SENDER_SHIFT | next[sender]++;
            if (number != expected)
            {
                wrong = "from host " + sender + ": " + Long.toHexString(number) + " instead of " +
                    Long.toHexString(expected);
            }
        }
    }
}
