/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.isotach.HostExpelledException;
import org.isotach.HostSet;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.spi.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What becomes of messages, signals and barriers when a host is expelled.
 */
class ExpelTest
{
    private static final int ROUNDS = 100;

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(new ClusterContext().hosts(3).threadingMode(mode).linkRingSize(4));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForNoCreditOfAHostThatHasGone(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.mailbox(0);
            for (int i = 0; i < 4; i++)
            {
                cluster.send(1, 0, i);
            }
            cluster.cluster().expel(0);
            for (int i = 0; i < 100; i++)
            {
                cluster.isochron(1).begin();
                cluster.port(1).claim(HostSet.of(3, 0, 2), Long.BYTES).putLong(0, i);
                cluster.isochron(1).issue();
                assertEquals(i, cluster.receive(2));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReceiveWhatWasSentBefore(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.mailbox(1);
            for (int i = 0; i < 3; i++)
            {
                cluster.send(0, 1, i);
            }
            cluster.isochron(0).awaitExecuted();
            final long pulse = cluster.cluster().expel(0);
            for (int i = 0; i < 3; i++)
            {
                final Delivery delivery = cluster.mailbox(1).await();
                assertEquals(i, delivery.message().getLong(0));
                assertTrue(delivery.pulse() <= pulse);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCompleteBarriersWithoutIt(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            for (int host = 0; host < 3; host++)
            {
                cluster.mailbox(host).registerBarrier(1, BarrierMode.STRONG);
                cluster.mailbox(host).registerSignal(1);
            }
            cluster.port(1).barrier(1, BarrierMode.STRONG);
            cluster.port(2).barrier(1, BarrierMode.STRONG);
            cluster.cluster().expel(0);
            assertEquals(
                cluster.receive(1, Delivery.Kind.BARRIER, 1), cluster.receive(2, Delivery.Kind.BARRIER, 1));
            // More signals than there is room for at a host that does not receive.
            for (int i = 0; i < 100; i++)
            {
                cluster.port(1).barrier(1, BarrierMode.STRONG);
                cluster.port(1).signal(1);
                cluster.port(2).barrier(1, BarrierMode.STRONG);
                for (int host = 1; host < 3; host++)
                {
                    Delivery.Kind kind = cluster.mailbox(host).await().kind();
                    kind = Delivery.Kind.BARRIER == kind ? cluster.mailbox(host).await().kind() :
                        cluster.mailbox(host).await().kind();
                    assertTrue(Delivery.Kind.MESSAGE != kind);
                }
            }
            boolean isClosed = false;
            while (!isClosed)
            {
                isClosed = cluster.messaging().tryClose(cluster.host(1)) &
                    cluster.messaging().tryClose(cluster.host(2));
                cluster.mailbox(1).receive();
                cluster.mailbox(2).receive();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCompleteABarrierThatItTookPartIn(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            for (int host = 0; host < 3; host++)
            {
                cluster.mailbox(host).registerBarrier(1, BarrierMode.WEAK);
            }
            cluster.port(0).barrier(1, BarrierMode.WEAK);
            cluster.isochron(0).begin();
            cluster.port(0).claim(0, 1);
            cluster.isochron(0).issue();
            cluster.isochron(0).awaitExecuted();
            cluster.cluster().expel(0);
            cluster.port(1).barrier(1, BarrierMode.WEAK);
            cluster.port(2).barrier(1, BarrierMode.WEAK);
            assertEquals(
                cluster.receive(1, Delivery.Kind.BARRIER, 1), cluster.receive(2, Delivery.Kind.BARRIER, 1));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseWhatTheHostAndItsFriendsDo(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final Mailbox mailbox = cluster.mailbox(0);
            mailbox.registerSignal(1);
            mailbox.registerBarrier(1, BarrierMode.WEAK);
            final NonIsotachPort[] ports = new NonIsotachPort[3];
            for (int host = 0; host < 3; host++)
            {
                ports[host] = cluster.messaging().nonIsotachPort(cluster.host(host));
            }
            cluster.send(1, 0, 1);
            cluster.cluster().expel(0);
            assertEquals("host 0 was expelled: it receives no more messages",
                assertThrows(HostExpelledException.class, mailbox::receive).getMessage());
            assertThrows(HostExpelledException.class, () -> cluster.port(0).signal(1));
            assertThrows(HostExpelledException.class, () -> cluster.port(0).barrier(1, BarrierMode.WEAK));
            assertThrows(HostExpelledException.class, () -> mailbox.registerBarrier(1, BarrierMode.WEAK));
            assertThrows(HostExpelledException.class, () -> ports[0].trySend(1, new byte[1], 0, 1));
            assertThrows(HostExpelledException.class, () -> ports[1].trySend(0, new byte[1], 0, 1));
            assertTrue(cluster.messaging().tryClose(cluster.host(0)));

            ports[1].initiateBarrier();
            ports[2].initiateBarrier();
            cluster.send(1, 2, 1);
            cluster.receive(2);
            cluster.send(2, 1, 1);
            cluster.receive(1);
            assertTrue(ports[1].barrierCompleted());
            assertTrue(ports[2].barrierCompleted());
        }
    }

    @Test
    void shouldNotBeHeldUpByAHostThatBeginsTooLate()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)))
        {
            final Messaging messaging = Messaging.on(cluster);
            final Mailbox[] mailboxes = { messaging.mailbox(cluster.host(0)), messaging.mailbox(cluster.host(1)) };
            final MessagePort port = messaging.port(cluster.host(0).isochron());
            for (final Mailbox mailbox : mailboxes)
            {
                mailbox.registerSignal(1);
            }
            cluster.expel(2);
            assertEquals("host 2 was expelled: it gets no more notices",
                assertThrows(HostExpelledException.class, () -> messaging.mailbox(cluster.host(2))).getMessage());
            // More than there is room for.
            for (int i = 0; i < 100; i++)
            {
                port.signal(1);
                for (final Mailbox mailbox : mailboxes)
                {
                    assertEquals(Delivery.Kind.SIGNAL, mailbox.await().kind());
                }
            }
            boolean isClosed = false;
            while (!isClosed)
            {
                isClosed = messaging.tryClose(cluster.host(0)) & messaging.tryClose(cluster.host(1));
            }
        }
    }

    /**
     * The host is a member for itself, and not yet for the others.
     */
    @Test
    void shouldNotCountAHostThatWasAboutToJoin()
    {
        // What is issued waits in the send ring, and nobody works but the test.
        final List<Unit> units = new ArrayList<>();
        final Runnable settle = () -> IntStream.range(0, ROUNDS).forEach(round -> units.forEach(Unit::doWork));
        final AtomicBoolean isRegistering = new AtomicBoolean();
        final Scheduler scheduler = what ->
        {
            settle.run();
            assertFalse(isRegistering.get(), what::toString);
        };
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(3).threadingMode(ThreadingMode.SHARED)
            .linkRingSize(1).scheduler(scheduler)))
        {
            units.addAll(cluster.cluster().units());
            for (int host = 0; host < 3; host++)
            {
                cluster.mailbox(host).registerBarrier(1, BarrierMode.WEAK);
            }
            for (int host = 0; host < 3; host++)
            {
                cluster.port(host).barrier(1, BarrierMode.WEAK);
            }
            for (int host = 0; host < 3; host++)
            {
                cluster.receive(host, Delivery.Kind.BARRIER, 1);
            }
            cluster.mailbox(0).clearBarrier(1);
            settle.run();
            for (int host = 1; host < 3; host++)
            {
                cluster.port(host).barrier(1, BarrierMode.WEAK);
            }
            for (int host = 1; host < 3; host++)
            {
                cluster.receive(host, Delivery.Kind.BARRIER, 1);
            }
            settle.run();
            // No credit: host 1 does not receive, and so host 0 stamps nothing behind the second message.
            cluster.send(0, 1, 1);
            settle.run();
            cluster.send(0, 1, 2);
            isRegistering.set(true);
            assertThrows(AssertionError.class, () -> cluster.mailbox(0).registerBarrier(1, BarrierMode.WEAK));
            isRegistering.set(false);
            cluster.cluster().expel(0);
            assertEquals(1, cluster.receive(1));
            for (int round = 0; round < 3; round++)
            {
                cluster.port(1).barrier(1, BarrierMode.WEAK);
                settle.run();
                assertNull(cluster.mailbox(1).receive(), "complete without host 2");
                cluster.port(2).barrier(1, BarrierMode.WEAK);
                cluster.receive(1, Delivery.Kind.BARRIER, 1);
                cluster.receive(2, Delivery.Kind.BARRIER, 1);
            }
        }
    }

    @Test
    void shouldSayWhyAHostCannotBeExpelled() throws InterruptedException
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.HOST).awaitTimeout(Duration.ofMillis(300))
                .handlerTimeout(Duration.ofMinutes(1))))
        {
            final CountDownLatch isInside = new CountDownLatch(1);
            final CountDownLatch mayLeave = new CountDownLatch(1);
            final AtomicReference<Thread> handler = new AtomicReference<>();
            cluster.messaging().handler(cluster.host(0), 0, (sender, message) ->
            {
                handler.set(Thread.currentThread());
                isInside.countDown();
                awaitQuietly(mayLeave);
            });
            cluster.isochron(1).begin();
            cluster.port(1).claimForHandler(0, 0, 1);
            cluster.isochron(1).issue();
            isInside.await();
            final String message =
                assertThrows(IsotachTimeoutException.class, () -> cluster.cluster().expel(0)).getMessage();
            assertTrue(message.contains("the units of host 0, which another thread works for: thread '" +
                handler.get().getName() + "' is inside a handler, and may be for 60000 ms"), message);
            final String stall = "is inside a handler of host 0, handler call 1";
            assertTrue(message.contains(stall), message);
            assertTrue(cluster.cluster().stalls().toString().contains(stall));
            assertTrue(cluster.host(0).isExpelled());
            mayLeave.countDown();
            assertTrue(cluster.cluster().expel(0) > 0);
        }
    }

    @Test
    void shouldSayWhoDoesNotReceiveWhatTheHostHasToSayLast()
    {
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofMillis(300))))
        {
            for (int host = 0; host < 2; host++)
            {
                cluster.mailbox(host).registerSignal(1);
                cluster.mailbox(host).registerBarrier(1, BarrierMode.WEAK);
            }
            while (cluster.port(0).trySignal(1))
            {
                cluster.receive(0, Delivery.Kind.SIGNAL, 1);
            }
            cluster.port(1).barrier(1, BarrierMode.WEAK);
            final String message =
                assertThrows(IsotachTimeoutException.class, () -> cluster.cluster().expel(0)).getMessage();
            assertTrue(message.contains(
                "hosts to receive the signals and barriers of host 0: host 1 has not received the last 32"), message);
            assertTrue(cluster.cluster().stalls().toString().contains("because host 1 has not executed, or" +
                " received, the last 32 signals and barriers of host 0"), message);
            while (null != cluster.mailbox(1).receive())
            {
                cluster.settle();
            }
            assertTrue(cluster.cluster().expel(0) > 0);
            assertEquals(List.of(), cluster.cluster().stalls());
        }
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }
}
