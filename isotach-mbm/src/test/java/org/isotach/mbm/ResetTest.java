/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Row I8: hosts are opened by a reset that host 0 sends when all are ready; a later one shuts the cluster down, in one
 * pulse everywhere (Ironman sections 5.2 and 6.4).
 */
final class ResetTest
{
    private static ClusterContext context(final ThreadingMode mode, final int hosts)
    {
        return new ClusterContext().threadingMode(mode).hosts(hosts);
    }

    @Test
    void shouldKeepHostsFromSendingUntilTheResetArrives()
    {
        try (TestCluster cluster = TestCluster.invoker(3))
        {
            final Messaging messaging = cluster.messaging();
            cluster.send(1, 2, 7);
            assertFalse(messaging.tryOpen(cluster.host(1)));
            assertFalse(messaging.tryOpen(cluster.host(0)));
            cluster.settle();
            assertFalse(messaging.tryOpen(cluster.host(1)));
            assertFalse(messaging.tryOpen(cluster.host(0)));
            assertEquals(0, messaging.resetCount(cluster.host(1)));

            final String waits = "host 1 waits for the reset that opens it, and sends nothing before: call" +
                " Messaging.tryOpen() until it returns true, or Messaging.open()";
            cluster.isochron(1).begin();
            assertRefused(waits, () -> cluster.port(1).claim(2, 8));
            cluster.isochron(1).abandon();
            assertRefused(waits, () -> cluster.mailbox(1).registerBarrier(1, BarrierMode.STRONG));
            assertRefused(waits, () -> cluster.mailbox(1).clearBarrier(1));
            // Not one of those that wait.
            assertEquals(7, cluster.receive(2));
            cluster.send(2, 1, 8);

            assertFalse(messaging.tryOpen(cluster.host(2)), "the next call of host 0 sends it");
            while (!messaging.tryOpen(cluster.host(0)))
            {
                cluster.settle();
            }
            for (int host = 0; host < 3; host++)
            {
                while (!messaging.tryOpen(cluster.host(host)))
                {
                    cluster.settle();
                }
                assertEquals(1, messaging.resetCount(cluster.host(host)));
                cluster.mailbox(host).registerBarrier(1, BarrierMode.STRONG);
            }
            assertEquals(8, cluster.receive(1), "the reset itself is not received");
            for (int host = 0; host < 3; host++)
            {
                cluster.port(host).barrier(1, BarrierMode.STRONG);
            }
            for (int host = 0; host < 3; host++)
            {
                cluster.receive(host, Delivery.Kind.BARRIER, 1);
            }
            assertTrue(messaging.tryOpen(cluster.host(1)));
            cluster.assertNothingToReceive();
        }
    }

    @Test
    void shouldReceiveASignalRightBehindTheResetOnAChannelThatItHasRegisteredMeanwhile()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final Messaging messaging = cluster.messaging();
            assertFalse(messaging.tryOpen(cluster.host(1)));
            cluster.mailbox(1).registerSignal(1);
            assertThrows(IllegalStateException.class, () -> cluster.port(1).signal(1));
            cluster.mailbox(0).registerSignal(1);
            while (!messaging.tryOpen(cluster.host(0)))
            {
                cluster.settle();
            }
            cluster.port(0).signal(1);
            cluster.settle();
            assertTrue(messaging.tryOpen(cluster.host(1)));
            cluster.receive(1, Delivery.Kind.SIGNAL, 1);
        }
    }

    @Test
    void shouldRegisterNoSignalWhenMessagingIsClosed()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            cluster.messaging().tryClose(cluster.host(1));
            assertThrows(ClusterClosedException.class, () -> cluster.mailbox(1).registerSignal(1));
        }
    }

    @Test
    void shouldTakeAnIsochronThatHadItsMessagesBefore()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            cluster.isochron(1).begin();
            cluster.port(1).claim(0, Long.BYTES).putLong(0, 7);
            assertFalse(cluster.messaging().tryOpen(cluster.host(1)));
            assertThrows(IllegalStateException.class, () -> cluster.port(1).claim(0, Long.BYTES));
            cluster.isochron(1).issue();
            assertEquals(7, cluster.receive(0));
            openAll(cluster, 0, 1);
        }
    }

    /**
     * The executor delivers the reset while the application waits for it, and is not done with it then.
     */
    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldHaveCountedAResetThatIsReceived(final ThreadingMode mode)
    {
        for (int i = 0; i < 200; i++)
        {
            try (TestCluster cluster = new TestCluster(context(mode, 2)))
            {
                while (!(cluster.messaging().tryOpen(cluster.host(1)) & cluster.messaging().tryOpen(cluster.host(0))))
                {
                    Thread.onSpinWait();
                }
                cluster.port(0).reset();
                for (int host = 0; host < 2; host++)
                {
                    Delivery delivery = null;
                    while (null == delivery)
                    {
                        delivery = cluster.mailbox(host).receive();
                    }
                    assertEquals(2, cluster.messaging().resetCount(cluster.host(host)));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({ "INVOKER, 2", "INVOKER, 5", "SHARED, 3", "HOST, 2", "HOST, 4", "DEDICATED, 3" })
    void shouldOpenHostsTogetherThatAreReadyAtDifferentTimes(final ThreadingMode mode, final int hosts)
        throws InterruptedException
    {
        try (TestCluster cluster = new TestCluster(context(mode, hosts)))
        {
            final AtomicLong ready = new AtomicLong();
            final TestThreads threads = new TestThreads();
            final List<Integer> order = IntStream.range(0, hosts).boxed().collect(Collectors.toList());
            Collections.shuffle(order, new Random(hosts));
            for (int host = 0; host < hosts; host++)
            {
                final int id = host;
                threads.start("host " + id, () ->
                {
                    // The ones before it are about to wait, or wait.
                    TestThreads.await(ready, order.indexOf(id));
                    ready.incrementAndGet();
                    cluster.messaging().open(cluster.host(id));
                    assertEquals(hosts, ready.get());
                    assertEquals(1, cluster.messaging().resetCount(cluster.host(id)));
                    cluster.send(id, (id + 1) % hosts, id);
                    assertEquals((id + hosts - 1) % hosts, cluster.receive(id));
                });
            }
            threads.join();
        }
    }

    /**
     * Everybody sends to all hosts, mailboxes and handlers, until the reset comes in between: what is before it has
     * executed at all hosts, what is behind it at none.
     */
    @ParameterizedTest
    @CsvSource({
        "INVOKER, 1, 3", "INVOKER, 3, 4", "SHARED, 1, 3", "SHARED, 2, 4", "HOST, 1, 2", "HOST, 3, 3", "DEDICATED, 1, 3",
    })
    void shouldShutAllHostsDownInOnePulse(final ThreadingMode mode, final int switches, final int hosts)
        throws InterruptedException
    {
        for (int round = 0; round < 5; round++)
        {
            shutDownInOnePulse(
                new ClusterContext().threadingMode(mode).topology(Topology.chain(switches, hosts)).paranoid(true),
                hosts,
                round);
        }
    }

    private static void shutDownInOnePulse(final ClusterContext context, final int hosts, final int round)
        throws InterruptedException
    {
        final List<List<String>> received = new ArrayList<>();
        final List<List<String>> handled = new ArrayList<>();
        try (TestCluster cluster = new TestCluster(context))
        {
            final HostSet everybody = new HostSet(hosts);
            final CountDownLatch open = new CountDownLatch(hosts);
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < hosts; host++)
            {
                final List<String> handledHere = new ArrayList<>();
                handled.add(handledHere);
                received.add(new ArrayList<>());
                everybody.add(host);
                cluster.messaging().handler(cluster.host(host), 1,
                    (sender, message) -> handledHere.add(sender + " " + message.getLong(0)));
            }
            for (int host = 0; host < hosts; host++)
            {
                final int id = host;
                threads.start("host " + id, () ->
                {
                    cluster.messaging().open(cluster.host(id));
                    open.countDown();
                    open.await();
                    received.get(id).addAll(untilReset(cluster, id, everybody, 20 * round));
                });
            }
            threads.join();
        }
        for (int host = 0; host < hosts; host++)
        {
            assertEquals(received.get(0), received.get(host), "received by host " + host);
            final List<String> messages = received.get(host);
            assertEquals(messages.subList(0, messages.size() - 1), handled.get(host), "handled by host " + host);
        }
    }

    /**
     * @return what a host has received, and the pulse of the reset.
     */
    private static List<String> untilReset(
        final TestCluster cluster, final int id, final HostSet everybody, final int beforeReset)
    {
        final List<String> received = new ArrayList<>();
        final Isochron isochron = cluster.isochron(id);
        boolean isShutDown = false;
        for (int number = 0; !isShutDown; number++)
        {
            if (0 == id && beforeReset == number)
            {
                cluster.port(0).reset();
            }
            isochron.begin();
            cluster.port(id).claim(everybody, Long.BYTES).putLong(0, number);
            cluster.port(id).claimForHandler(everybody, 1, Long.BYTES).putLong(0, number);
            boolean isIssued = false;
            while (!isIssued && !isShutDown)
            {
                try
                {
                    isIssued = isochron.tryIssue();
                }
                catch (final ClusterClosedException ex)
                {
                    assertTrue(ex.getMessage().contains("host " + id + " was shut down by the reset of host 0 in" +
                        " pulse "), ex.getMessage());
                    isIssued = true;
                }
                isShutDown = receiveAll(cluster.mailbox(id), received);
            }
        }
        assertNull(cluster.mailbox(id).receive(), "nothing comes after it");
        final String message =
            assertThrows(ClusterClosedException.class, () -> cluster.mailbox(id).await()).getMessage();
        assertTrue(message.contains("the cluster was shut down by the reset of host 0 in pulse "), message);
        assertTrue(message.contains(" while host " + id + " waited for a message, signal or barrier"), message);
        assertEquals(2, cluster.messaging().resetCount(cluster.host(id)));
        assertTrue(cluster.messaging().tryClose(cluster.host(id)));
        return received;
    }

    /**
     * @return true if the reset has been received.
     */
    private static boolean receiveAll(final Mailbox mailbox, final List<String> received)
    {
        Delivery delivery = mailbox.receive();
        while (null != delivery && Delivery.Kind.MESSAGE == delivery.kind())
        {
            received.add(delivery.sender() + " " + delivery.message().getLong(0));
            delivery = mailbox.receive();
        }
        if (null != delivery)
        {
            assertEquals(Delivery.Kind.RESET, delivery.kind());
            received.add("reset in pulse " + delivery.pulse());
        }
        return null != delivery;
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellWhoWaitsThatTheClusterIsShutDown(final ThreadingMode mode) throws InterruptedException
    {
        final String shutDown = "the cluster was shut down by the reset of host 0 in pulse ";
        final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        try (Cluster cluster = Cluster.launch(context(mode, 4).linkRingSize(2).errorHandler(errors::add)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final Messaging messaging = Messaging.on(cluster);
            final CountDownLatch waiting = new CountDownLatch(3);
            final TestThreads threads = new TestThreads();
            threads.start("reader", () ->
            {
                messaging.open(cluster.host(1));
                final MemoryPort port = memory.port(cluster.host(1));
                final Isochron isochron = cluster.host(1).isochron();
                final IsoValue value = new IsoValue();
                port.sched(isochron.begin(), 3);
                port.read(isochron, 3, value);
                isochron.issue();
                waiting.countDown();
                assertMessage(shutDown, "host 1 waited for the value of variable 3", value::await);
            });
            threads.start("sender", () ->
            {
                messaging.open(cluster.host(2));
                final Isochron isochron = cluster.host(2).isochron();
                final MessagePort port = messaging.port(isochron);
                waiting.countDown();
                // Host 3 receives nothing. This one waits for room, or is just about to.
                assertMessage("", " shut down by the reset of host 0 in pulse ", () ->
                {
                    while (true)
                    {
                        isochron.begin();
                        port.claim(3, 8).putLong(0, 1);
                        isochron.issue();
                    }
                });
            });
            threads.start("closer", () ->
            {
                messaging.open(cluster.host(3));
                cluster.host(3).isochron();
                waiting.countDown();
                // Waits for the others; that they are shut down is the end of it.
                cluster.host(3).close();
            });
            final MessagePort port = messaging.port(cluster.host(0).isochron());
            messaging.open(cluster.host(0));
            waiting.await();
            port.reset();
            assertMessage(shutDown, "host 0 waited for ", () ->
            {
                while (true)
                {
                    messaging.mailbox(cluster.host(0)).await();
                }
            });
            threads.join();
            for (int host = 0; host < 4; host++)
            {
                // Host 3 was done with closing when the others were shut down, perhaps a moment before it was itself.
                while (!cluster.host(host).isShutDown())
                {
                    cluster.host(host).poll();
                    Thread.yield();
                }
                assertTrue(cluster.host(host).isClosed());
                final MemoryPort late = memory.port(cluster.host(host));
                assertMessage("host " + host + " was shut down by the reset of host 0 in pulse ",
                    ": nothing can be issued from it", late::tryOptimisticRead);
            }
            assertThrows(ClusterClosedException.class, () -> cluster.expel(1));
        }
        // What was not executed is not waited for.
        assertEquals(List.of(), errors);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldShutDownHostsThatWereClosedBeforeTheOthersWereOpened(final ThreadingMode mode)
    {
        final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        final Cluster cluster = Cluster.launch(context(mode, 4).errorHandler(errors::add));
        try (cluster)
        {
            final Messaging messaging = Messaging.on(cluster);
            // Neither has ever used messages.
            cluster.host(2).tryClose();
            cluster.expel(3);
            while (!messaging.tryOpen(cluster.host(1)) || !messaging.tryOpen(cluster.host(0)))
            {
                messaging.tryOpen(cluster.host(0));
            }
            messaging.port(cluster.host(0).isochron()).reset();
            assertEquals(Delivery.Kind.RESET, messaging.mailbox(cluster.host(0)).await().kind());
        }
        assertTrue(cluster.host(2).isShutDown());
        assertEquals(List.of(), errors);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellHostsThatAreToBeOpenedWhenHost0IsExpelled(final ThreadingMode mode) throws InterruptedException
    {
        try (TestCluster cluster = new TestCluster(context(mode, 3)))
        {
            final CountDownLatch begun = new CountDownLatch(2);
            final TestThreads threads = new TestThreads();
            for (int host = 1; host < 3; host++)
            {
                final int id = host;
                threads.start("host " + id, () ->
                {
                    assertFalse(cluster.messaging().tryOpen(cluster.host(id)));
                    begun.countDown();
                    final String message = "host 0 was expelled before it sent the reset: host " + id + " will never" +
                        " be open: close the cluster";
                    for (int i = 0; i < 2; i++)
                    {
                        assertEquals(message, assertThrows(HostExpelledException.class, () ->
                            cluster.messaging().open(cluster.host(id))).getMessage());
                    }
                });
            }
            begun.await();
            cluster.cluster().expel(0);
            threads.join();
            assertThrows(HostExpelledException.class, () -> cluster.messaging().open(cluster.host(0)));
        }
    }

    @Test
    void shouldOpenHostsWhenHost0IsExpelledAfterItHasSentTheReset()
    {
        try (TestCluster cluster = TestCluster.invoker(3))
        {
            assertFalse(cluster.messaging().tryOpen(cluster.host(1)));
            assertFalse(cluster.messaging().tryOpen(cluster.host(2)));
            // In logical time now, and executed by nobody else.
            cluster.messaging().tryOpen(cluster.host(0));
            cluster.cluster().expel(0);
            cluster.messaging().open(cluster.host(1));
            cluster.messaging().open(cluster.host(2));
            assertEquals(1, cluster.messaging().resetCount(cluster.host(1)));
            cluster.send(1, 2, 4);
            assertEquals(4, cluster.receive(2));
        }
    }

    /**
     * @param isHost true if the host is closed, false if only its messaging is.
     */
    @ParameterizedTest
    @CsvSource({ "INVOKER, true", "INVOKER, false", "SHARED, true", "SHARED, false", "HOST, false" })
    void shouldTellHostsThatAreToBeOpenedWhenHost0IsClosed(final ThreadingMode mode, final boolean isHost)
        throws InterruptedException
    {
        try (TestCluster cluster = new TestCluster(context(mode, 3)))
        {
            final Messaging messaging = cluster.messaging();
            assertFalse(messaging.tryOpen(cluster.host(1)));
            assertFalse(messaging.tryOpen(cluster.host(0)));
            final TestThreads threads = new TestThreads();
            threads.start("host 2", () -> assertClosedBefore(2, () -> messaging.open(cluster.host(2))));
            if (isHost)
            {
                cluster.host(0).tryClose();
            }
            else
            {
                messaging.tryClose(cluster.host(0));
            }
            threads.join();
            assertClosedBefore(1, () -> messaging.tryOpen(cluster.host(1)));
            assertThrows(ClusterClosedException.class, () -> messaging.tryOpen(cluster.host(0)));
        }
    }

    private static void assertClosedBefore(final int host, final Executable call)
    {
        assertEquals("host 0 was closed before it sent the reset: host " + host + " will never be open: close the" +
            " cluster", assertThrows(ClusterClosedException.class, call).getMessage());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldOpenHostsWhenHost0IsClosedAfterItHasSentTheReset(final ThreadingMode mode)
    {
        try (TestCluster cluster = new TestCluster(context(mode, 2)))
        {
            assertFalse(cluster.messaging().tryOpen(cluster.host(1)));
            cluster.messaging().open(cluster.host(0));
            cluster.messaging().tryClose(cluster.host(0));
            cluster.messaging().open(cluster.host(1));
        }
    }

    @Test
    void shouldSayThatOnlyHost0IsMissing()
    {
        try (TestCluster cluster = new TestCluster(
            context(ThreadingMode.INVOKER, 2).awaitTimeout(Duration.ofMillis(20))))
        {
            assertFalse(cluster.messaging().tryOpen(cluster.host(0)));
            final String message = assertThrows(
                IsotachTimeoutException.class, () -> cluster.messaging().open(cluster.host(1))).getMessage();
            assertTrue(
                message.contains(" ms for the reset of host 0, for which all hosts are ready"), message);
            assertEquals(
                List.of("host 0 has not sent the reset: it has closed, or does not call Messaging.tryOpen()" +
                " again: host 0, host 1 wait for the reset"), resetStalls(cluster, 0));
            openAll(cluster, 0, 1);
            assertEquals(List.of(), resetStalls(cluster, 0));
        }
    }

    private static List<String> resetStalls(final TestCluster cluster, final int host)
    {
        return cluster.cluster().stalls().stream().filter(stall -> ("host-" + host + "/reset").equals(stall.unit()))
            .map(Stall::description).collect(Collectors.toList());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSayWhomTheResetWaitsFor(final ThreadingMode mode)
    {
        try (TestCluster cluster = new TestCluster(context(mode, 4).awaitTimeout(Duration.ofMillis(20))))
        {
            assertFalse(cluster.messaging().tryOpen(cluster.host(3)));
            for (int host = 0; host < 2; host++)
            {
                final int id = host;
                final String message = assertThrows(
                    IsotachTimeoutException.class, () -> cluster.messaging().open(cluster.host(id))).getMessage();
                assertTrue(message.contains(" ms for the reset of host 0, which waits for Messaging.open()" +
                    " of " + (0 == id ? "host 1, " : "") + "host 2"), message);
            }
            assertEquals(
                List.of("host 2 has not called Messaging.open(): host 0, host 1, host 3" +
                " wait for the reset"), resetStalls(cluster, 2));
            // It sends nothing, so there is nothing to wait for.
            cluster.messaging().tryClose(cluster.host(2));
            openAll(cluster, 0, 1, 3);
        }
    }

    @Test
    void shouldRefuseResetsThatAreNotInPlace()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            assertRefused("host 0 has not been opened: call Messaging.open(), which sends the first reset, before" +
                " the reset that shuts down", () -> cluster.port(0).tryReset());
            openAll(cluster, 0, 1);
            assertRefused("host 1 may not send a reset: only host 0 may", () -> cluster.port(1).reset());
            cluster.isochron(0).begin();
            assertRefused("MessagePort.reset() inside an isochron of host 0: issue() or abandon() it first",
                () -> cluster.port(0).reset());
            cluster.isochron(0).abandon();
            cluster.messaging().tryClose(cluster.host(0));
            assertMessage("messaging of host 0 is closed", "", () -> cluster.port(0).reset());
            assertMessage("messaging of host 0 is closed", "", () -> cluster.messaging().open(cluster.host(0)));
        }
    }

    @Test
    void shouldCountNoFurtherResets()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            openAll(cluster, 0, 1);
            cluster.mailbox(1).registerSignal(1);
            cluster.mailbox(0).registerSignal(1);
            cluster.port(0).signal(1);
            cluster.port(0).reset();
            cluster.port(0).reset();
            cluster.receive(1, Delivery.Kind.SIGNAL, 1);
            final Delivery end = cluster.mailbox(1).await();
            assertEquals(Delivery.Kind.RESET, end.kind());
            assertEquals("Delivery{kind=RESET, pulse=" + end.pulse() + '}', end.toString());
            assertThrows(IllegalStateException.class, end::channel);
            assertMessage("host 1 was shut down by the reset of host 0 in pulse " + end.pulse(), "",
                () -> cluster.port(1).signal(1));
            cluster.settle();
            assertEquals(2, cluster.messaging().resetCount(cluster.host(0)));
            assertEquals(2, cluster.messaging().resetCount(cluster.host(1)));
        }
    }

    /**
     * On one thread.
     */
    private static void openAll(final TestCluster cluster, final int... hosts)
    {
        int open = 0;
        while (open < hosts.length)
        {
            open = 0;
            for (final int host : hosts)
            {
                open += cluster.messaging().tryOpen(cluster.host(host)) ? 1 : 0;
            }
        }
    }

    private static void assertRefused(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(IllegalStateException.class, call).getMessage());
    }

    private static void assertMessage(
        final String begin, final String contained, final Executable call)
    {
        final String message = assertThrows(ClusterClosedException.class, call).getMessage();
        assertTrue(message.startsWith(begin) && message.contains(contained), message);
    }
}
