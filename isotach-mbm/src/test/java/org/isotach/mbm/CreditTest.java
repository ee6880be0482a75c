/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.HostSet;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Who holds the memory of a message, and for how long (Ironman sections 3.6.3 and 7.2).
 */
final class CreditTest
{
    private static final int MAX_LENGTH = 256;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldHoldTheCreditUntilTheNextReceive(final int linkRingSize)
    {
        try (TestCluster cluster = new TestCluster(invoker(3).linkRingSize(linkRingSize)))
        {
            final Mailbox mailbox = cluster.mailbox(1);
            for (int i = 0; i < linkRingSize + 1; i++)
            {
                cluster.send(0, 1, i);
                // Otherwise some would share a frame, and its credit.
                cluster.settle();
            }
            for (int received = 0; received < linkRingSize + 1; received++)
            {
                assertEquals(received > 1, isExecuted(cluster), received + " received");
                assertEquals(received, mailbox.await().message().getLong(0));
            }
            cluster.assertNothingToReceive();
        }
    }

    @Test
    void shouldHoldOneCreditForAllMessagesOfAnIsochron()
    {
        try (TestCluster cluster = new TestCluster(invoker(2).linkRingSize(1)))
        {
            cluster.isochron(0).begin();
            for (int i = 0; i < 3; i++)
            {
                cluster.port(0).claim(1, Long.BYTES).putLong(0, i);
            }
            cluster.isochron(0).issue();
            cluster.send(0, 1, 3);
            for (int i = 0; i < 3; i++)
            {
                assertEquals(i, cluster.receive(1));
                assertFalse(isExecuted(cluster), "message " + i + " is still held");
            }
            assertEquals(3, cluster.receive(1));
            assertTrue(isExecuted(cluster));
        }
    }

    /**
     * Has the isochron that host 0 issued last been executed, once everybody has done what can be done?
     */
    private static boolean isExecuted(final TestCluster cluster)
    {
        cluster.settle();
        final boolean isSeen = cluster.isochron(0).isExecuted();
        cluster.settle();
        return isSeen || cluster.isochron(0).isExecuted();
    }

    @Test
    void shouldHoldUpThoseOnlyThatSendToAHostThatDoesNotReceive()
    {
        try (TestCluster cluster = new TestCluster(invoker(4).linkRingSize(2).sendRingSize(8)))
        {
            int accepted = 0;
            while (cluster.trySend(0, 1, accepted))
            {
                accepted++;
            }
            cluster.settle();
            assertFalse(cluster.trySend(0, 1, accepted));
            assertFalse(cluster.trySend(0, 2, accepted), "ahead of what was issued before");
            for (int i = 0; i < 100; i++)
            {
                cluster.send(2, 3, i);
                cluster.send(3, 0, i);
                cluster.send(3, 2, i);
                assertEquals(i, cluster.receive(3));
                assertEquals(i, cluster.receive(0));
                assertEquals(i, cluster.receive(2));
            }
            int received = 0;
            final Mailbox mailbox = cluster.mailbox(1);
            while (received < accepted)
            {
                assertEquals(received++, mailbox.await().message().getLong(0));
            }
            cluster.assertNothingToReceive();
            assertTrue(accepted >= 8, "accepted " + accepted);
        }
    }

    @Test
    void shouldSendToOneselfAsLongAsOneReceives()
    {
        try (TestCluster cluster = new TestCluster(invoker(2).linkRingSize(1).sendRingSize(2)))
        {
            int sent = 0;
            int received = 0;
            int refused = 0;
            while (received < 1000 || received < sent)
            {
                if (received < 1000 && cluster.trySend(0, 0, sent))
                {
                    sent++;
                    continue;
                }
                refused++;
                final Delivery delivery = cluster.mailbox(0).receive();
                if (null != delivery)
                {
                    assertEquals(received++, delivery.message().getLong(0));
                }
            }
            assertTrue(refused > 0);
        }
    }

    @Test
    void shouldSayWhoDoesNotReceive()
    {
        try (TestCluster cluster = new TestCluster(invoker(2).linkRingSize(2).sendRingSize(4)
            .awaitTimeout(Duration.ofMillis(20)).closeTimeout(Duration.ofMillis(20))))
        {
            final IsotachTimeoutException failure = assertThrows(IsotachTimeoutException.class, () ->
            {
                while (true)
                {
                    cluster.send(0, 1, 7);
                }
            });
            final String reason =
                "because host 1 has not executed, or received, the last 2 frames of host 0";
            assertTrue(failure.getMessage().contains(reason), failure.getMessage());
            cluster.cluster().close();
            assertEquals(1, cluster.errors().size());
            assertTrue(cluster.errors().get(0).getMessage().contains(reason), () -> cluster.errors().toString());
            cluster.errors().clear();
            assertEquals(7, cluster.receive(1));
            assertEquals(7, cluster.receive(1));
            assertNull(cluster.mailbox(1).receive());
        }
    }

    @Test
    void shouldHandleMessagesWithoutReceiving()
    {
        try (TestCluster cluster = new TestCluster(invoker(2).linkRingSize(1).sendRingSize(2)))
        {
            final AtomicLong handled = new AtomicLong();
            cluster.messaging().handler(cluster.host(1), 0, (sender, message) ->
                assertEquals(handled.getAndIncrement(), message.getLong(0)));
            for (int i = 0; i < 1000; i++)
            {
                cluster.isochron(0).begin();
                cluster.port(0).claimForHandler(1, 0, Long.BYTES).putLong(0, i);
                cluster.isochron(0).issue();
            }
            cluster.settle();
            assertEquals(1000, handled.get());
        }
    }

    /**
     * A message that is being read stays as it is, however much is sent behind it, in slabs that have room for hardly
     * more than that.
     */
    @ParameterizedTest
    @CsvSource({
        "INVOKER, 1", "INVOKER, 4", "SHARED, 1", "SHARED, 2", "HOST, 2", "HOST, 4", "DEDICATED, 1", "DEDICATED, 4"})
    void shouldNeverOverwriteAMessageThatIsBeingRead(final ThreadingMode mode, final int linkRingSize)
        throws InterruptedException
    {
        final int senders = 2;
        final int messages = 400;
        final long seed = System.nanoTime();
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(3).threadingMode(mode).linkRingSize(linkRingSize).sendRingSize(8)
                .maxIsochronLength(2 * MAX_LENGTH).slabLength(6 * MAX_LENGTH),
            new MessagingContext().maxMessageLength(MAX_LENGTH)))
        {
            for (int host = 1; host < 3; host++)
            {
                cluster.messaging().handler(cluster.host(host), 0, (sender, message) -> message.length());
            }
            final TestThreads threads = new TestThreads();
            final AtomicLong running = new AtomicLong(senders);
            for (int sender = 0; sender < senders; sender++)
            {
                final int host = sender;
                threads.start("sender-" + sender, () ->
                {
                    final Random random = new Random(seed + host);
                    for (int i = 0; i < messages; i++)
                    {
                        cluster.isochron(host).begin();
                        fill(cluster.port(host).claim(2, random.nextInt(MAX_LENGTH + 1)), host, i);
                        if (0 == random.nextInt(4))
                        {
                            cluster.port(host).claimForHandler(HostSet.of(3, 1, 2), 0, random.nextInt(20));
                        }
                        cluster.isochron(host).issue();
                    }
                    running.decrementAndGet();
                });
            }
            threads.start("receiver", () ->
            {
                final Random random = new Random(seed + senders);
                final int[] received = new int[senders];
                for (int i = 0; i < senders * messages; i++)
                {
                    final Delivery delivery = cluster.mailbox(2).await();
                    final int sender = delivery.sender();
                    for (int looks = random.nextInt(4); looks >= 0; looks--)
                    {
                        check(delivery.message(), sender, received[sender], seed);
                        cluster.host(2).poll();
                        Thread.yield();
                    }
                    check(delivery.message(), sender, received[sender]++, seed);
                }
            });
            threads.join();
            assertEquals(0, running.get());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCloseWithMessagesThatWereNotReceivedAndReceiveThemAfterThat(final ThreadingMode mode)
    {
        final TestCluster cluster = new TestCluster(new ClusterContext().hosts(2).threadingMode(mode));
        cluster.mailbox(1).registerSignal(1);
        cluster.mailbox(0).registerSignal(1);
        cluster.mailbox(0).registerBarrier(1, BarrierMode.STRONG);
        for (int i = 0; i < 10; i++)
        {
            cluster.isochron(0).begin();
            cluster.port(0).claim(HostSet.of(2, 0, 1), Long.BYTES).putLong(0, i);
            cluster.isochron(0).issue();
        }
        cluster.port(0).signal(1);
        cluster.port(0).barrier(1, BarrierMode.STRONG);
        assertEquals(0, cluster.receive(0));
        // A time limit that is over would be an error.
        cluster.close();
        for (int host = 0; host < 2; host++)
        {
            for (int i = 1 - host; i < 10; i++)
            {
                assertEquals(i, cluster.receive(host));
            }
            assertEquals(Delivery.Kind.SIGNAL, cluster.mailbox(host).receive().kind());
        }
        assertNull(cluster.mailbox(1).receive());
        final Delivery completion = cluster.mailbox(0).receive();
        assertNotNull(completion);
        assertEquals(Delivery.Kind.BARRIER, completion.kind());
        assertNull(cluster.mailbox(0).receive());
    }

    private static ClusterContext invoker(final int hosts)
    {
        // Credits are counted for what is under way, so that must be more than one.
        return new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER).oneInFlight(false);
    }

    private static void fill(final MessageBuffer message, final int sender, final int number)
    {
        for (int i = 0; i < message.length(); i++)
        {
            message.putByte(i, pattern(sender, number, i));
        }
    }

    private static void check(final MessageView message, final int sender, final int number, final long seed)
    {
        for (int i = 0; i < message.length(); i++)
        {
            if (pattern(sender, number, i) != message.getByte(i))
            {
                throw new AssertionError("seed " + seed + ": byte " + i + " of message " + number + " of host " +
                    sender + " is " + message.getByte(i) + ", not " + pattern(sender, number, i));
            }
        }
    }

    private static byte pattern(final int sender, final int number, final int index)
    {
        return (byte)(sender * 101 + number * 7 + index);
    }
}
