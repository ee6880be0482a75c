/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Messages as operations of isochrons (V1 section 3.2.7, Ironman sections 6.2 and 3.3): what arrives, when, and in
 * which order.
 */
final class MessageTest
{
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 128, 256, 512, 1024, 4095, 65535, 65536})
    void shouldCarryMessagesOfAllSizes(final int length)
    {
        final byte[] source = new byte[length + 3];
        new Random(length).nextBytes(source);
        try (TestCluster cluster = large())
        {
            final List<byte[]> handled = new ArrayList<>();
            for (int host = 0; host < cluster.hostCount(); host++)
            {
                cluster.messaging().handler(cluster.host(host), 7, (sender, message) -> handled.add(bytes(message)));
            }
            final Isochron isochron = cluster.isochron(0);
            final MessagePort port = cluster.port(0);
            final HostSet all = HostSet.of(cluster.hostCount(), 0, 1, 2);
            isochron.begin();
            port.send(1, source, 3, length);
            port.claim(0, length).putBytes(0, ByteBuffer.wrap(source, 3, length), length);
            port.send(all, source, 3, length);
            port.sendToHandler(2, 7, source, 3, length);
            port.sendToHandler(all, 7, source, 3, length);
            isochron.issue();
            final byte[] expected = Arrays.copyOfRange(source, 3, length + 3);
            assertArrayEquals(expected, bytes(cluster.mailbox(1).await().message()));
            assertArrayEquals(expected, bytes(cluster.mailbox(0).await().message()));
            for (int host = 0; host < cluster.hostCount(); host++)
            {
                assertArrayEquals(expected, bytes(cluster.mailbox(host).await().message()));
            }
            cluster.assertNothingToReceive();
            assertEquals(4, handled.size());
            handled.forEach(message -> assertArrayEquals(expected, message));
        }
    }

    @Test
    void shouldCarryWordsAtAnyIndex()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            cluster.isochron(0).begin();
            final MessageBuffer buffer = cluster.port(0).claim(1, 24);
            buffer.putByte(0, (byte)-5);
            buffer.putInt(1, Integer.MIN_VALUE + 7);
            buffer.putLong(5, Long.MIN_VALUE + 9);
            buffer.putDouble(13, -Math.PI);
            cluster.isochron(0).issue();
            final MessageView view = cluster.mailbox(1).await().message();
            assertEquals(-5, view.getByte(0));
            assertEquals(Integer.MIN_VALUE + 7, view.getInt(1));
            assertEquals(Long.MIN_VALUE + 9, view.getLong(5));
            assertEquals(-Math.PI, view.getDouble(13));
        }
    }

    @Test
    void shouldReachTheHostsOfASecondBitmapWordAndNobodyElse()
    {
        final int hosts = 70;
        try (TestCluster cluster =
            new TestCluster(new ClusterContext().topology(Topology.chain(3, hosts)).threadingMode(
                ThreadingMode.INVOKER)))
        {
            final List<Integer> handled = new ArrayList<>();
            for (int host = 0; host < hosts; host++)
            {
                final int number = host;
                cluster.messaging().handler(cluster.host(host), 0, (sender, message) -> handled.add(number));
            }
            final int[] receivers = {0, 1, 62, 63, 64, 65, 69};
            cluster.isochron(64).begin();
            cluster.port(64).claim(HostSet.of(hosts, receivers), 4).putInt(0, 99);
            cluster.port(64).claimForHandler(HostSet.of(hosts, 5, 63, 64), 0, 0);
            cluster.isochron(64).issue();
            for (final int host : receivers)
            {
                final Delivery delivery = cluster.mailbox(host).await();
                assertEquals(64, delivery.sender());
                assertEquals(99, delivery.message().getInt(0));
            }
            cluster.assertNothingToReceive();
            assertEquals(List.of(5, 63, 64), handled.stream().sorted().toList());
        }
    }

    @Test
    void shouldDeliverAllMessagesOfAnIsochronInOnePulseAndInTheirOrder()
    {
        try (TestCluster cluster = chain(3))
        {
            cluster.isochron(0).begin();
            for (int i = 0; i < 20; i++)
            {
                cluster.port(0).claim(i % 3, Integer.BYTES).putInt(0, i);
            }
            cluster.isochron(0).issue();
            long pulse = -1;
            for (int i = 0; i < 20; i++)
            {
                final Delivery delivery = cluster.mailbox(i % 3).await();
                assertEquals(i, delivery.message().getInt(0));
                pulse = pulse < 0 ? delivery.pulse() : pulse;
                assertEquals(pulse, delivery.pulse(), "pulse of message " + i);
            }
            final int farthest = cluster.cluster().topology().distance(0, 2);
            assertTrue(pulse >= farthest, "pulse " + pulse + ", distance " + farthest);
        }
    }

    @Test
    void shouldNotDeliverMessagesOfAbandonedIsochrons()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            cluster.isochron(0).begin();
            cluster.port(0).claim(1, Long.BYTES).putLong(0, 1);
            cluster.port(0).claim(0, Long.BYTES).putLong(0, 2);
            cluster.isochron(0).abandon();
            cluster.assertNothingToReceive();
            cluster.send(0, 1, 3);
            assertEquals(3, cluster.receive(1));
            cluster.assertNothingToReceive();
        }
    }

    @Test
    void shouldSendAMessageToOneselfAtOnceIfNothingIsPending()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final List<Long> handled = new ArrayList<>();
            cluster.messaging().handler(
                cluster.host(0), 0, (sender, message) -> handled.add(message.getLong(0)));
            cluster.isochron(0).begin();
            cluster.port(0).claimForHandler(0, 0, Long.BYTES).putLong(0, 1);
            cluster.isochron(0).issue();
            assertEquals(List.of(1L), handled);
            assertTrue(cluster.isochron(0).isExecuted());
            cluster.send(0, 0, 2);
            assertEquals(2, cluster.receive(0));
        }
    }

    /**
     * E1 and E3 of Ironman section 6.2: whether a message is the last of its isochron, and whether any of them goes
     * over the network, changes nothing about the order of those to oneself.
     */
    @Test
    void shouldKeepMessagesToOneselfBehindThoseBefore()
    {
        try (TestCluster cluster = chain(3))
        {
            final Isochron isochron = cluster.isochron(0);
            final MessagePort port = cluster.port(0);
            isochron.begin();
            port.claim(2, Long.BYTES).putLong(0, 1);
            port.claim(0, Long.BYTES).putLong(0, 2);
            port.claim(0, Long.BYTES).putLong(0, 3);
            isochron.issue();
            cluster.send(0, 0, 4);
            cluster.send(0, 1, 5);
            cluster.send(0, 0, 6);
            long pulse = -1;
            for (final long number : new long[]{2, 3, 4, 6})
            {
                final Delivery delivery = cluster.mailbox(0).await();
                assertEquals(number, delivery.message().getLong(0));
                assertTrue(pulse <= delivery.pulse());
                pulse = delivery.pulse();
            }
            assertEquals(1, cluster.receive(2));
            assertEquals(5, cluster.receive(1));
        }
    }

    /**
     * H1: purely local isochrons run behind the pending one that was issued before, and in front of the next one. Both
     * have a part at their host, so the order is that of the messages there.
     */
    @Test
    void shouldHandleLocalMessagesBetweenThePendingOnesAroundThem()
    {
        try (TestCluster cluster = chain(3))
        {
            final List<String> handled = handledBy(cluster);
            handle(cluster, 1, 0, 2);
            handle(cluster, 2, 0);
            handle(cluster, 3, 0);
            handle(cluster, 4, 0, 2);
            handle(cluster, 5, 0);
            assertEquals(List.of(), handled, "before the pulse of isochron 1 has ended");
            cluster.settle();
            assertEquals(
                List.of("0:1", "0:2", "0:3", "0:4", "0:5"),
                handled.stream().filter(text -> text.startsWith("0")).toList());
            assertEquals(
                List.of("2:1", "2:4"), handled.stream().filter(text -> text.startsWith("2")).toList());
        }
    }

    /**
     * H2: a purely local isochron waits for the pending one that was issued before, although that has no part at their
     * host: until logical time there has come to its pulse.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldHandleALocalMessageBehindAPendingOneForOthersOnly(final int receiver)
    {
        try (TestCluster cluster = chain(3))
        {
            final List<Long> times = new ArrayList<>();
            cluster.messaging().handler(
                cluster.host(0), 0, (sender, message) -> times.add(cluster.host(0).logicalTime()));
            // Behind the first one that executes at once, which it may.
            handle(cluster, 1, 0);
            assertEquals(1, times.size());
            cluster.send(0, receiver, 2);
            handle(cluster, 3, 0);
            assertEquals(1, times.size(), "ahead of isochron 2");
            // Nobody but host 0 works: what it executes does not depend on the receiver.
            while (times.size() < 2)
            {
                assertTrue(cluster.host(0).poll() > 0, "nothing left to do");
            }
            cluster.send(0, receiver, 4);
            final Delivery delivery = cluster.mailbox(receiver).await();
            assertEquals(2, delivery.message().getLong(0));
            final long pulse = delivery.pulse();
            assertTrue(times.get(0) < pulse && pulse <= times.get(1), times + ", pulse " + pulse);
            assertEquals(4, cluster.receive(receiver));
        }
    }

    private static List<String> handledBy(final TestCluster cluster)
    {
        final List<String> handled = new ArrayList<>();
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            final String name = host + ":";
            cluster.messaging().handler(
                cluster.host(host), 0, (sender, message) -> handled.add(name + message.getLong(0)));
        }
        return handled;
    }

    /**
     * I25: whoever has nothing to send may end an isochron all the same.
     */
    @Test
    void shouldIgnoreEmptyIsochrons()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            cluster.send(0, 1, 1);
            cluster.isochron(0).begin().issue();
            cluster.send(0, 1, 2);
            assertEquals(1, cluster.receive(1));
            assertEquals(2, cluster.receive(1));
            cluster.assertNothingToReceive();
        }
    }

    /**
     * I25, E4: the first end ends the isochron, and nothing of it waits for another one. A second end is a mistake of
     * the program, which is told, and neither sends anything nor changes what comes next.
     */
    @ParameterizedTest
    @CsvSource({ "1, INVOKER", "0, INVOKER", "1, SHARED", "0, SHARED", "1, DEDICATED", "0, HOST" })
    void shouldRefuseASecondEndOfAnIsochron(final int receiver, final ThreadingMode mode)
    {
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(2).threadingMode(mode)))
        {
            final Isochron isochron = cluster.isochron(0);
            final Mailbox mailbox = cluster.mailbox(receiver);
            for (int round = 0; round < 3; round++)
            {
                isochron.begin();
                cluster.port(0).claim(receiver, Long.BYTES).putLong(0, round);
                isochron.issue();
                assertEquals(
                    "isochron of host 0 is not open: call begin() before its operations",
                    assertThrows(IllegalStateException.class, isochron::issue).getMessage());
                assertThrows(IllegalStateException.class, isochron::tryIssue);
                assertEquals(round, cluster.receive(receiver));
                isochron.awaitExecuted();
                assertThrows(IllegalStateException.class, isochron::issue);
                assertFalse(isochron.isOpen());
                assertNull(mailbox.receive());
            }
        }
    }

    /**
     * V38: V1 forbids to poll inside an isochron. Here nothing of it is sent before it is issued, and a loop that
     * receives while an isochron finds no room has it open. So whoever polls or receives in the middle of one serves
     * the others as ever, and the isochron stays as it was.
     */
    @Test
    void shouldServeOthersInTheMiddleOfAnIsochron()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final SharedMemory memory =
                SharedMemory.on(cluster.cluster(), PageMap.builder().pageSize(16).page(0, 0).build());
            final MemoryPort own = memory.port(cluster.host(0));
            final MemoryPort other = memory.port(cluster.host(1));
            final Isochron open = cluster.isochron(0).begin();
            cluster.port(0).claim(1, Long.BYTES).putLong(0, 1);
            own.write(open, 5, 50);

            cluster.send(1, 0, 7);
            final IsoValue before = new IsoValue();
            other.read(cluster.isochron(1).begin(), 5, before);
            cluster.isochron(1).issue();
            while (!before.isReady())
            {
                assertTrue(cluster.host(0).poll() + cluster.host(1).poll() > 0, "nothing left to do");
            }
            assertEquals(0, before.get());
            assertEquals(7, cluster.receive(0));
            assertNull(cluster.mailbox(0).receive());
            assertNull(cluster.mailbox(1).receive());

            assertTrue(open.isOpen());
            cluster.port(0).claim(1, Long.BYTES).putLong(0, 2);
            open.issue();
            final long pulse = cluster.mailbox(1).await().pulse();
            final Delivery second = cluster.mailbox(1).await();
            assertEquals(2, second.message().getLong(0));
            assertEquals(pulse, second.pulse());
            final IsoValue after = new IsoValue();
            other.read(cluster.isochron(1).begin(), 5, after);
            cluster.isochron(1).issue();
            assertEquals(50, after.await());
            cluster.assertNothingToReceive();
        }
    }

    @Test
    void shouldHandleAMessageInItsPlaceAmongTheMemoryOperations()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final MemoryPort memory = memory(cluster);
            final List<String> seen = new ArrayList<>();
            cluster.messaging().handler(
                cluster.host(1), 0, (sender, message) -> seen.add("message " + message.getLong(0)));
            final Isochron isochron = cluster.isochron(0);
            isochron.begin();
            cluster.port(0).claimForHandler(1, 0, Long.BYTES).putLong(0, 1);
            memory.write(isochron, 5, 10);
            cluster.port(0).claimForHandler(1, 0, Long.BYTES).putLong(0, 2);
            memory.read(isochron, 5, new IsoValue().onValue((address, value) -> seen.add("value " + value)));
            cluster.port(0).claimForHandler(0, 0, Long.BYTES).putLong(0, 3);
            memory.write(isochron, 5, 11);
            memory.read(isochron, 5, new IsoValue().onValue((address, value) -> seen.add("value " + value)));
            cluster.messaging().handler(
                cluster.host(0), 0, (sender, message) -> seen.add("own " + message.getLong(0)));
            isochron.issue();
            cluster.settle();
            assertEquals(
                List.of("value 10", "own 3", "value 11"),
                seen.stream().filter(text -> !text.startsWith("message")).toList());
            assertEquals(
                List.of("message 1", "message 2"),
                seen.stream().filter(text -> text.startsWith("message")).toList());
        }
    }

    /**
     * The message lies in front of the writes, and is received before they are executed, perhaps; whoever looks finds
     * the whole isochron nevertheless.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSeeTheWholeIsochronOfAReceivedMessage(final ThreadingMode mode) throws InterruptedException
    {
        final int rounds = 300;
        final int variables = 40;
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(2).threadingMode(mode)))
        {
            final SharedMemory memory = SharedMemory.on(cluster.cluster(), PageMap.replicated(1));
            final MemoryPort writer = memory.port(cluster.host(0));
            final MemoryPort reader = memory.port(cluster.host(1));
            final Mailbox mailbox = cluster.mailbox(1);
            final TestThreads threads = new TestThreads();
            threads.start("writer", () ->
            {
                for (int round = 1; round <= rounds; round++)
                {
                    final Isochron isochron = cluster.isochron(0).begin();
                    cluster.port(0).claim(1, Long.BYTES).putLong(0, round);
                    for (int i = 0; i < variables; i++)
                    {
                        writer.write(isochron, i, round);
                    }
                    isochron.issue();
                }
            });
            threads.start("reader", () ->
            {
                final IsoValue first = new IsoValue();
                final IsoValue last = new IsoValue();
                for (int round = 1; round <= rounds; round++)
                {
                    assertEquals(round, mailbox.await().message().getLong(0));
                    final Isochron isochron = cluster.isochron(1).begin();
                    reader.read(isochron, 0, first);
                    reader.read(isochron, variables - 1, last);
                    isochron.issue();
                    assertTrue(last.await() >= round, "message " + round + " without its writes: " + last);
                    assertEquals(last.await(), first.await());
                }
            });
            threads.join();
        }
    }

    /**
     * INV-4, with several isochrons per pulse and messages that overlap in part.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReceiveInOneOrderEverywhere(final ThreadingMode mode) throws InterruptedException
    {
        final int hosts = 4;
        final int messages = 300;
        final List<List<Long>> received = new ArrayList<>();
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().topology(Topology.chain(2, hosts)).threadingMode(mode).oneInFlight(false)))
        {
            final HostSet all = HostSet.of(hosts, 0, 1, 2, 3);
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < hosts; host++)
            {
                final int self = host;
                final Mailbox mailbox = cluster.mailbox(host);
                final List<Long> numbers = new ArrayList<>();
                received.add(numbers);
                threads.start("host-" + host, () ->
                {
                    int sent = 0;
                    while (numbers.size() < hosts * messages)
                    {
                        TestThreads.checkNotInterrupted();
                        if (sent < messages)
                        {
                            cluster.isochron(self).begin();
                            cluster.port(self).claim(all, Long.BYTES).putLong(0, self * messages + sent);
                            if (cluster.isochron(self).tryIssue())
                            {
                                sent++;
                            }
                            else
                            {
                                cluster.isochron(self).abandon();
                            }
                        }
                        final Delivery delivery = mailbox.receive();
                        if (null != delivery)
                        {
                            numbers.add(delivery.message().getLong(0));
                        }
                    }
                });
            }
            threads.join();
        }
        for (int host = 1; host < hosts; host++)
        {
            assertEquals(received.get(0), received.get(host), "host " + host);
        }
        for (int sender = 0; sender < hosts; sender++)
        {
            final int number = sender;
            final List<Long> ofSender =
                received.get(0).stream().filter(value -> value / messages == number).toList();
            assertEquals(ofSender.stream().sorted().toList(), ofSender, "messages of host " + sender);
        }
    }

    /**
     * Several threads of a host send, each with an isochron of its own, while one receives.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepTheOrderOfEachThread(final ThreadingMode mode) throws InterruptedException
    {
        final int hosts = 2;
        final int senders = 3;
        final int messages = 300;
        final List<List<Long>> received = new ArrayList<>();
        try (TestCluster cluster =
            new TestCluster(new ClusterContext().hosts(hosts).threadingMode(mode).linkRingSize(8)))
        {
            final TestThreads threads = new TestThreads();
            for (int sender = 0; sender < hosts * senders; sender++)
            {
                final long number = sender;
                final MessagePort port =
                    cluster.messaging().port(cluster.host(sender % hosts).isochron());
                threads.start("sender-" + sender, () ->
                {
                    for (int i = 0; i < messages; i++)
                    {
                        port.isochron().begin();
                        port.claim(HostSet.of(hosts, 0, 1), Long.BYTES).putLong(0, number * messages + i);
                        port.isochron().issue();
                    }
                });
            }
            for (int host = 0; host < hosts; host++)
            {
                final int self = host;
                final Mailbox mailbox = cluster.mailbox(host);
                final List<Long> numbers = new ArrayList<>();
                received.add(numbers);
                threads.start("receiver-" + host, () ->
                {
                    while (numbers.size() < hosts * senders * messages)
                    {
                        final Delivery delivery = mailbox.await();
                        final long number = delivery.message().getLong(0);
                        assertEquals(number / messages % hosts, delivery.sender(), "at host " + self);
                        numbers.add(number);
                    }
                });
            }
            threads.join();
        }
        assertEquals(received.get(0), received.get(1));
        for (int sender = 0; sender < hosts * senders; sender++)
        {
            final int number = sender;
            final List<Long> ofSender = received.get(0).stream().filter(value -> value / messages == number).toList();
            assertEquals(ofSender.stream().sorted().toList(), ofSender, "messages of sender " + sender);
            assertEquals(messages, ofSender.size(), "messages of sender " + sender);
        }
    }

    /**
     * INV-21: who answers what it has received is received behind it everywhere.
     */
    @Test
    void shouldReceiveAnswersBehindTheQuestions()
    {
        try (TestCluster cluster = chain(3))
        {
            for (int round = 0; round < 100; round++)
            {
                cluster.isochron(0).begin();
                cluster.port(0).claim(HostSet.of(3, 1, 2), Long.BYTES).putLong(0, round);
                cluster.isochron(0).issue();
                final Delivery question = cluster.mailbox(1).await();
                final long pulse = question.pulse();
                assertEquals(round, question.message().getLong(0));
                cluster.send(1, 2, -round);
                assertEquals(round, cluster.receive(2));
                final Delivery answer = cluster.mailbox(2).await();
                assertEquals(-round, answer.message().getLong(0));
                assertTrue(pulse < answer.pulse(), "answer in pulse " + answer.pulse() + ", question in " + pulse);
            }
        }
    }

    @Test
    void shouldReuseItsViewsUnlessParanoid()
    {
        for (final boolean isParanoid : new boolean[]{false, true})
        {
            try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(2)
                .threadingMode(ThreadingMode.INVOKER).paranoid(isParanoid)))
            {
                cluster.send(0, 1, 1);
                cluster.send(0, 1, 2);
                final Delivery first = cluster.mailbox(1).await();
                final Delivery second = cluster.mailbox(1).await();
                if (isParanoid)
                {
                    assertNotSame(first, second);
                }
                else
                {
                    assertSame(first, second);
                }
            }
        }
    }

    @Test
    void shouldHaveOneMailboxPerHost()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            assertSame(cluster.mailbox(1), cluster.mailbox(1));
            assertSame(cluster.host(1), cluster.mailbox(1).host());
            assertSame(cluster.isochron(1), cluster.port(1).isochron());
            assertSame(cluster.host(1), cluster.port(1).host());
            assertNull(cluster.mailbox(1).receive());
        }
    }

    private static void handle(final TestCluster cluster, final long number, final int... receivers)
    {
        cluster.isochron(0).begin();
        for (final int receiver : receivers)
        {
            cluster.port(0).claimForHandler(receiver, 0, Long.BYTES).putLong(0, number);
        }
        cluster.isochron(0).issue();
    }

    private static MemoryPort memory(final TestCluster cluster)
    {
        return SharedMemory.on(cluster.cluster(), PageMap.replicated(1)).port(cluster.host(0));
    }

    private static TestCluster chain(final int hosts)
    {
        return new TestCluster(
            new ClusterContext().topology(Topology.chain(hosts, hosts)).threadingMode(ThreadingMode.INVOKER)
                .oneInFlight(false));
    }

    private static TestCluster large()
    {
        return new TestCluster(
            new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER).maxIsochronLength(512 * 1024),
            new MessagingContext().maxMessageLength(65536).nonIsotachRingLength(1 << 17));
    }

    private static byte[] bytes(final MessageView message)
    {
        final byte[] bytes = new byte[message.length()];
        message.getBytes(0, bytes, 0, bytes.length);
        return bytes;
    }
}
