/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Step by step, all hosts on the thread of the test.
 */
class NonIsotachPortTest
{
    private static final int MAX_LENGTH = 56;
    private static final int RING_LENGTH = 256;

    private Cluster cluster;
    private NonIsotachPort[] ports;

    @AfterEach
    void closeCluster()
    {
        if (null != cluster)
        {
            cluster.close();
        }
    }

    private void launch(final int hosts, final ClusterContext settings, final MessagingContext context)
    {
        cluster = Cluster.launch(settings.hosts(hosts).threadingMode(ThreadingMode.INVOKER));
        final Messaging messaging = Messaging.on(cluster, context);
        ports = new NonIsotachPort[hosts];
        for (int host = 0; host < hosts; host++)
        {
            ports[host] = messaging.nonIsotachPort(cluster.host(host));
        }
    }

    private void launch(final int hosts)
    {
        launch(hosts, new ClusterContext(),
            new MessagingContext().maxMessageLength(MAX_LENGTH).nonIsotachRingLength(RING_LENGTH));
    }

    private boolean trySend(final int from, final int to, final int length, final int value)
    {
        final byte[] source = new byte[length + 1];
        Arrays.fill(source, (byte)value);
        return ports[from].trySend(to, source, 1, length);
    }

    private int fill(final int from, final int to, final int length)
    {
        int count = 0;
        while (trySend(from, to, length, count))
        {
            count++;
        }
        return count;
    }

    private void assertReceives(final int host, final int sender, final int length, final int value)
    {
        assertTrue(ports[host].receive());
        assertEquals(sender, ports[host].sender());
        final MessageView message = ports[host].message();
        assertEquals(length, message.length());
        for (int i = 0; i < length; i++)
        {
            assertEquals((byte)value, message.getByte(i), "byte " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, 1, 3, Integer.MAX_VALUE })
    void shouldRefuseATarget(final int target)
    {
        launch(3);
        final String message = "target: " + target +
            " (expected: 0..2, and not 1: a host sends no non-isotach messages to itself)";
        assertRefused(message, () -> ports[1].tryClaim(target, 1));
        assertRefused(message, () -> ports[1].trySend(target, new byte[1], 0, 1));
        assertRefused(message, () -> ports[1].send(target, new byte[1], 0, 1));
        assertNothingWasSent();
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, MAX_LENGTH + 1, Integer.MAX_VALUE })
    void shouldRefuseALength(final int length)
    {
        launch(2);
        final String message =
            "length: " + length + " (expected: 0..56 bytes; see MessagingContext.maxMessageLength)";
        assertRefused(message, () -> ports[0].tryClaim(1, length));
        assertRefused(message, () -> ports[0].trySend(1, new byte[100], 0, length));
        assertRefused(message, () -> ports[0].send(1, new byte[100], 0, length));
        assertNothingWasSent();
    }

    @Test
    void shouldRefuseAMessageOutsideOfTheArray()
    {
        launch(2);
        final byte[] source = new byte[8];
        assertThrows(IndexOutOfBoundsException.class, () -> ports[0].trySend(1, source, -1, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> ports[0].trySend(1, source, 1, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> ports[0].send(1, source, 9, 0));
        assertThrows(NullPointerException.class, () -> ports[0].trySend(1, null, 0, 0));
        assertNothingWasSent();
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 7, 8, 9, MAX_LENGTH })
    void shouldSendWhatIsGiven(final int length)
    {
        launch(2);
        assertTrue(trySend(0, 1, length, 5));
        ports[1].send(0, new byte[length], 0, length);
        assertReceives(1, 0, length, 5);
        assertReceives(0, 1, length, 0);
        assertFalse(ports[0].receive());
        assertFalse(ports[1].receive());
    }

    @Test
    void shouldSendWhatIsCommittedAndNothingElse()
    {
        launch(2);
        ports[0].tryClaim(1, 8).putLong(0, 1);
        assertFalse(ports[1].receive());
        ports[0].abort();
        assertFalse(ports[1].receive());
        ports[0].tryClaim(1, 8).putLong(0, 2);
        ports[0].commit();
        ports[1].await();
        assertEquals(2, ports[1].message().getLong(0));
        assertFalse(ports[1].receive());
    }

    @Test
    void shouldGiveTheCreditOfAnAbortedClaimBack()
    {
        launch(2);
        for (int i = 0; i < 100; i++)
        {
            assertNotNull(ports[0].tryClaim(1, MAX_LENGTH));
            ports[0].abort();
        }
        assertEquals(4, fill(0, 1, MAX_LENGTH));
    }

    @Test
    void shouldHaveOneClaimAtATime()
    {
        launch(3);
        assertState("host 0 has not claimed a non-isotach message: call tryClaim() first", () -> ports[0].commit());
        assertState("host 0 has not claimed a non-isotach message: call tryClaim() first", () -> ports[0].abort());
        final MessageBuffer claim = ports[0].tryClaim(1, 8);
        final String message = "host 0 has claimed a non-isotach message to host 1: commit() or abort() it before" +
            " the next one";
        assertState(message, () -> ports[0].tryClaim(1, 8));
        assertState(message, () -> ports[0].tryClaim(2, 8));
        assertState(message, () -> ports[0].trySend(2, new byte[8], 0, 8));
        assertState(message, () -> ports[0].send(2, new byte[8], 0, 8));
        claim.putLong(0, 77);
        ports[0].commit();
        assertTrue(ports[1].receive());
        assertEquals(77, ports[1].message().getLong(0));
        assertFalse(ports[2].receive());
        assertState("host 0 has not claimed a non-isotach message: call tryClaim() first", () -> ports[0].commit());
        assertState("message was sent or aborted: claim another one", () -> claim.putLong(0, 1));
    }

    @Test
    void shouldHaveNoMessageBeforeAndAfterAReceivedOne()
    {
        launch(2);
        final String message =
            "host 1 has not received a non-isotach message: call receive() until it returns true";
        assertState(message, () -> ports[1].message());
        assertState(message, () -> ports[1].sender());
        assertTrue(trySend(0, 1, 8, 3));
        assertReceives(1, 0, 8, 3);
        assertReceivesNothing(1);
        assertState(message, () -> ports[1].message());
        assertState(message, () -> ports[1].sender());
    }

    @Test
    void shouldWithholdTheCreditOfAMessageUntilTheNextReceive()
    {
        launch(2);
        assertEquals(4, fill(0, 1, MAX_LENGTH));
        assertNull(ports[0].tryClaim(1, 0));
        assertReceives(1, 0, MAX_LENGTH, 0);
        assertFalse(trySend(0, 1, MAX_LENGTH, 9), "the first message is still held");
        assertReceives(1, 0, MAX_LENGTH, 1);
        assertTrue(trySend(0, 1, MAX_LENGTH, 4));
        assertFalse(trySend(0, 1, 0, 9), "the second message is still held");
        for (int i = 2; i <= 4; i++)
        {
            assertReceives(1, 0, MAX_LENGTH, i);
        }
        assertReceivesNothing(1);
        assertEquals(4, fill(0, 1, MAX_LENGTH), "the last message was given back, although none was behind it");
    }

    @Test
    void shouldHoldNobodyUpWhenOneTargetDoesNotReceive()
    {
        launch(3);
        assertEquals(4, fill(0, 1, MAX_LENGTH));
        for (int i = 0; i < 50; i++)
        {
            assertFalse(trySend(0, 1, MAX_LENGTH, 9));
            assertTrue(trySend(0, 2, MAX_LENGTH, i));
            assertReceives(2, 0, MAX_LENGTH, i);
        }
        for (int i = 0; i < 4; i++)
        {
            assertReceives(1, 0, MAX_LENGTH, i);
        }
    }

    @Test
    void shouldReceiveFromAllSendersInTurn()
    {
        launch(4);
        fill(1, 0, 0);
        trySend(2, 0, 8, 20);
        trySend(2, 0, 8, 21);
        trySend(3, 0, 8, 30);
        final List<Integer> senders = new ArrayList<>();
        for (int i = 0; i < 6; i++)
        {
            assertTrue(ports[0].receive());
            senders.add(ports[0].sender());
        }
        assertEquals(2, senders.stream().filter(sender -> 2 == sender).count());
        assertTrue(senders.subList(0, 3).containsAll(List.of(1, 2, 3)), senders.toString());
        assertTrue(senders.subList(3, 5).containsAll(List.of(1, 2)), senders.toString());
    }

    /**
     * Every length, hence every place where the ring can begin anew, against a queue.
     */
    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void shouldKeepTheOrderWhereverTheRingBeginsAnew(final long seed)
    {
        launch(2);
        final Random random = new Random(seed);
        final Queue<byte[]> expected = new ArrayDeque<>();
        int sent = 0;
        while (sent < 5_000)
        {
            if (random.nextBoolean())
            {
                final byte[] message = new byte[random.nextInt(MAX_LENGTH + 1)];
                random.nextBytes(message);
                if (ports[0].trySend(1, message, 0, message.length))
                {
                    expected.add(message);
                    sent++;
                }
                else
                {
                    assertFalse(expected.isEmpty(), "an empty ring has no room, seed " + seed);
                }
            }
            else if (random.nextInt(4) > 0)
            {
                assertReceivesNext(expected.poll(), seed);
            }
        }
        while (!expected.isEmpty())
        {
            assertReceivesNext(expected.poll(), seed);
        }
        assertReceivesNothing(1);
    }

    private void assertReceivesNext(final byte[] expected, final long seed)
    {
        if (null == expected)
        {
            assertReceivesNothing(1);
            return;
        }
        assertTrue(ports[1].receive(), "seed " + seed);
        final byte[] actual = new byte[ports[1].message().length()];
        ports[1].message().getBytes(0, actual, 0, actual.length);
        assertArrayEquals(expected, actual, "seed " + seed);
    }

    @Test
    void shouldTakeMessagesAsLargeAsTheRing()
    {
        launch(2, new ClusterContext(), new MessagingContext().maxMessageLength(56).nonIsotachRingLength(64));
        for (int length = 0; length <= 56; length++)
        {
            // What does not fit into the rest of the ring needs a receiver that steps over the rest.
            while (!trySend(0, 1, length, length))
            {
                assertReceivesNothing(1);
            }
            assertReceives(1, 0, length, length);
            assertReceivesNothing(1);
            while (!trySend(0, 1, 56, 56))
            {
                assertReceivesNothing(1);
            }
            assertReceives(1, 0, 56, 56);
        }
    }

    @Test
    void shouldNoticeTheUseOfAReleasedMessageInParanoidMode()
    {
        launch(2, new ClusterContext().paranoid(true), new MessagingContext());
        trySend(0, 1, 8, 1);
        trySend(0, 1, 8, 2);
        assertReceives(1, 0, 8, 1);
        final MessageView first = ports[1].message();
        assertReceives(1, 0, 8, 2);
        final MessageView second = ports[1].message();
        assertNotSame(first, second);
        final String released = "message was released by the next receive: copy what you need before that";
        assertState(released, () -> first.getByte(0));
        assertReceivesNothing(1);
        assertState(released, second::length);

        final MessageBuffer sent = ports[0].tryClaim(1, 8);
        ports[0].commit();
        final MessageBuffer abandoned = ports[0].tryClaim(1, 8);
        ports[0].abort();
        ports[0].tryClaim(1, 8);
        assertState("message was sent or aborted: claim another one", () -> sent.putByte(0, (byte)1));
        assertState("message was sent or aborted: claim another one", () -> abandoned.putByte(0, (byte)1));
    }

    @Test
    void shouldWaitNoLongerThanTheTimeLimit()
    {
        launch(2, new ClusterContext().awaitTimeout(Duration.ofMillis(1)),
            new MessagingContext().maxMessageLength(MAX_LENGTH).nonIsotachRingLength(RING_LENGTH));
        assertMatches("host 0 has waited \\d+ ms for a non-isotach message",
            assertThrows(IsotachTimeoutException.class, () -> ports[0].await()));
        final int count = fill(0, 1, MAX_LENGTH);
        assertMatches("host 0 has waited \\d+ ms for room for a non-isotach message to host 1",
            assertThrows(IsotachTimeoutException.class, () -> ports[0].send(1, new byte[8], 0, 8)));
        for (int i = 0; i < count; i++)
        {
            assertReceives(1, 0, MAX_LENGTH, i);
        }
        assertReceivesNothing(1);
    }

    @Test
    void shouldReceiveButNotSendOnceTheClusterIsClosed()
    {
        launch(2);
        trySend(0, 1, 8, 6);
        cluster.close();
        final String message =
            "host 0, its messaging, or its cluster is closed: no non-isotach message can be sent from it";
        assertClosed(message, () -> ports[0].trySend(1, new byte[8], 0, 8));
        assertClosed(message, () -> ports[0].send(1, new byte[8], 0, 8));
        assertClosed(message, () -> ports[0].tryClaim(1, 8));
        assertClosed(message, () -> ports[0].initiateBarrier());
        assertReceives(1, 0, 8, 6);
        assertClosed("the cluster was closed while host 1 waited for a non-isotach message", () -> ports[1].await());
    }

    @Test
    void shouldNotSendFromAHostThatIsClosed()
    {
        launch(2);
        cluster.host(0).tryClose();
        assertClosed("host 0, its messaging, or its cluster is closed: no non-isotach message can be sent from it",
            () -> ports[0].trySend(1, new byte[8], 0, 8));
        assertTrue(trySend(1, 0, 8, 4));
        assertReceives(0, 1, 8, 4);
    }

    @Test
    void shouldRefuseCallsFromInsideAHandler()
    {
        launch(2);
        final MessageBuffer claim = ports[0].tryClaim(1, 8);
        claim.putLong(0, 7);
        ports[1].initiateBarrier();
        final List<String> messages = new ArrayList<>();
        final String suffix = " from inside a handler: a handler runs in the middle of logical time and can neither" +
            " issue nor wait; hand the work to an application thread";
        cluster.host(0).models().runHandler(() ->
        {
            messages.add(assertThrows(IllegalStateException.class, () -> ports[0].receive()).getMessage());
            messages.add(assertThrows(IllegalStateException.class, () -> ports[0].await()).getMessage());
            messages.add(assertThrows(IllegalStateException.class, () -> ports[0].tryClaim(1, 0)).getMessage());
            messages.add(assertThrows(
                IllegalStateException.class, () -> ports[0].send(1, new byte[1], 0, 1)).getMessage());
            messages.add(assertThrows(IllegalStateException.class, ports[0]::commit).getMessage());
            messages.add(assertThrows(IllegalStateException.class, ports[0]::abort).getMessage());
            messages.add(assertThrows(IllegalStateException.class, ports[0]::initiateBarrier).getMessage());
            messages.add(assertThrows(IllegalStateException.class, ports[1]::barrierCompleted).getMessage());
        });
        assertEquals(List.of(
            "NonIsotachPort.receive()" + suffix,
            "NonIsotachPort.receive()" + suffix,
            "sending a non-isotach message" + suffix,
            "sending a non-isotach message" + suffix,
            "NonIsotachPort.commit()" + suffix,
            "NonIsotachPort.abort()" + suffix,
            "NonIsotachPort.initiateBarrier()" + suffix,
            "NonIsotachPort.barrierCompleted()" + suffix), messages);
        assertNothingWasSent();
        assertFalse(ports[1].barrierCompleted());
        ports[0].commit();
        assertTrue(ports[1].receive());
        assertEquals(7, ports[1].message().getLong(0));
    }

    private void assertReceivesNothing(final int host)
    {
        assertFalse(ports[host].receive());
    }

    private void assertNothingWasSent()
    {
        for (final NonIsotachPort port : ports)
        {
            assertFalse(port.receive());
        }
    }

    private static void assertMatches(final String regex, final Throwable error)
    {
        assertTrue(error.getMessage().matches(regex), error.getMessage());
    }

    private static void assertState(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(IllegalStateException.class, call).getMessage());
    }

    private static void assertClosed(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(ClusterClosedException.class, call).getMessage());
    }
}
