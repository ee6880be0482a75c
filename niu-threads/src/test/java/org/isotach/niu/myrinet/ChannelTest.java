/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.BusyOnDuty;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.niu.myrinet.MyrinetCluster.LONG;
import static org.isotach.niu.myrinet.MyrinetCluster.SHORT;
import static org.isotach.niu.myrinet.MyrinetCluster.assertContent;
import static org.isotach.niu.myrinet.MyrinetCluster.invoker;
import static org.isotach.niu.myrinet.MyrinetCluster.small;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Channels of Myrinet: rows M3, M22 to M26, M29, M30 and M32.
 */
@Timeout(60)
final class ChannelTest
{
    @Test
    void shouldOpenEachNumberOnceUntilItIsClosedM23()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Nic nic = on.nic(0);
            final Channel second = nic.open(2);
            assertThrows(IllegalStateException.class, () -> nic.open(2));
            assertNull(nic.tryOpen(2));
            assertEquals(0, nic.open(Channel.ANY).number());
            assertEquals(1, nic.open(Channel.ANY).number());
            assertEquals(3, nic.open(Channel.ANY).number());
            assertNull(nic.tryOpen(Channel.ANY));
            assertThrows(IllegalStateException.class, () -> nic.open(Channel.ANY));
            assertEquals(2, on.nic(1).open(2).number(), "each host has numbers of its own");
            second.close();
            assertTrue(second.isClosed());
            assertThrows(IllegalStateException.class, second::tryReceive);
            assertEquals(2, nic.open(Channel.ANY).number());
        }
    }

    @Test
    void shouldGiveTheNumberOfAThreadThatHasEndedToWhoAsksForItM23() throws InterruptedException
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(1))
        {
            final Channel[] opened = new Channel[1];
            final Thread owner = new Thread(() -> opened[0] = on.nic(0).open(1));
            owner.start();
            owner.join();
            final Channel channel = on.nic(0).open(1);
            assertTrue(opened[0].isClosed());
            assertThrows(IllegalStateException.class, opened[0]::tryReceive);
            assertNull(channel.tryReceive());
        }
    }

    @Test
    void shouldTakeNoNumberOfAThreadThatHasEndedWhileOthersAreFreeM23() throws InterruptedException
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(1))
        {
            final Channel[] opened = new Channel[1];
            final Thread owner = new Thread(() -> opened[0] = on.nic(0).open(0));
            owner.start();
            owner.join();
            for (int number = 1; number < 4; number++)
            {
                assertEquals(number, on.nic(0).open(Channel.ANY).number());
                assertFalse(opened[0].isClosed());
            }
            assertEquals(0, on.nic(0).open(Channel.ANY).number());
            assertTrue(opened[0].isClosed());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { -2, 4 })
    void shouldRefuseNumbersThatNoChannelHasM24(final int number)
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            assertThrows(IllegalArgumentException.class, () -> on.nic(0).open(number));
            final Buffer buffer = on.buffer(0, LONG, 1);
            assertThrows(IllegalArgumentException.class,
                () -> on.nic(0).trySend(on.network.route(0, 1), number, buffer));
            assertThrows(IllegalArgumentException.class,
                () -> on.nic(0).trySend(on.network.route(0, 1), Channel.ANY, buffer));
            buffer.free();
        }
    }

    @Test
    void shouldDropAndCountPacketsToAChannelThatIsNotOpenM24()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            for (final int length : new int[] { SHORT, LONG })
            {
                assertTrue(on.nic(0).trySend(on.network.route(0, 1), 3, on.buffer(0, length, 1)));
            }
            assertEquals(2, on.nic(1).dropped(DropReason.NOT_OPEN));
            on.assertAllFree();
            final Channel channel = on.nic(1).open(3);
            on.send(0, channel, 1, LONG, 2);
            channel.close();
            final Channel again = on.nic(1).open(3);
            assertNull(again.tryReceive(), "what was sent to the other one is not for this one");
            on.send(0, again, 1, LONG, 3);
            final Buffer received = again.tryReceive();
            assertContent(LONG, 3, received);
            received.free();
            on.assertAllFree();
            assertEquals(1, on.nic(1).dropped(DropReason.CLOSED));
        }
    }

    /**
     * As a frame of an unknown type, or subtype.
     */
    @Test
    void shouldDropPacketsOfAKindThatThereIsNotM3()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            on.send(0, channel, 1, SHORT, 1);
            assertFreed(SHORT, 1, channel);
            final ChannelLink link = on.nic(0).sendSide().linkOrNull(1, 0);
            final int[] kinds = { 0, Packet.FILLING + 1, 0xFF };
            for (final int kind : kinds)
            {
                final int place = link.writer().tryClaim(Packet.HEADER_LENGTH);
                Packet.writeHeader(link.writer().buffer(), place, kind, 0xFF, 0, 0, 0);
                link.commit();
            }
            on.send(0, channel, 1, SHORT, 2);
            assertFreed(SHORT, 2, channel);
            assertEquals(kinds.length, on.nic(1).dropped(DropReason.CORRUPT));
        }
    }

    @Test
    void shouldReceiveInTheOrderOfEachSenderM22()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(3), small().buffers(32).channelLength(32)))
        {
            final Channel channel = on.nic(2).open(1);
            for (int i = 0; i < 16; i++)
            {
                on.send(i % 2, channel, 2, 0 == i % 3 ? SHORT : LONG, i);
            }
            final int[] next = { 0, 1 };
            for (int i = 0; i < 16; i++)
            {
                final Buffer received = channel.tryReceive();
                final int number = next[received.sender()];
                assertContent(0 == number % 3 ? SHORT : LONG, number, received);
                next[received.sender()] += 2;
                received.free();
            }
            assertNull(channel.tryReceive());
        }
    }

    @Test
    void shouldStopOnlyItselfWhenItIsFullM25()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), small().buffers(64)))
        {
            final Channel slow = on.nic(1).open(0);
            final Channel fast = on.nic(1).open(1);
            final int route = on.network.route(0, 1);
            int sent = 0;
            Buffer rest = on.buffer(0, LONG, 0);
            while (on.nic(0).trySend(route, 0, rest))
            {
                sent++;
                rest = on.buffer(0, LONG, sent);
            }
            assertTrue(sent >= 4, sent + " sent");
            assertFalse(on.nic(0).trySend(route, 0, rest));
            assertContent(LONG, sent, rest);
            for (int i = 0; i < 100; i++)
            {
                on.send(0, fast, 1, LONG, i);
                final Buffer received = fast.tryReceive();
                assertContent(LONG, i, received);
                received.free();
            }
            for (int i = 0; i < sent; i++)
            {
                final Buffer received = slow.tryReceive();
                assertContent(LONG, i, received);
                received.free();
            }
            assertNull(slow.tryReceive());
            assertTrue(on.nic(0).trySend(route, 0, rest));
            slow.tryReceive().free();
        }
    }

    @Test
    void shouldCopySmallPayloadsAndKeepTheOrderM26()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            on.send(0, channel, 1, 31, 1);
            on.send(0, channel, 1, 32, 2);
            assertEquals(4, on.nic(0).freeBuffers(), "copied, and back in the pool");
            on.send(0, channel, 1, 33, 3);
            assertEquals(3, on.nic(0).freeBuffers());
            assertEquals(1, on.nic(0).pending());
            on.send(0, channel, 1, 0, 4);
            assertFreed(31, 1, channel);
            assertFreed(32, 2, channel);
            assertFreed(33, 3, channel);
            assertFreed(0, 4, channel);
            assertEquals(0, on.nic(0).pending());
        }
    }

    private static void assertFreed(final int length, final long value, final Channel channel)
    {
        final Buffer received = channel.tryReceive();
        assertContent(length, value, received);
        received.free();
    }

    @Test
    void shouldKeepSmallPayloadsUntilTheyAreFreedM26()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            final Buffer[] received = new Buffer[4];
            for (int i = 0; i < received.length; i++)
            {
                on.send(0, channel, 1, SHORT, i);
                received[i] = channel.tryReceive();
            }
            on.send(0, channel, 1, SHORT, 4);
            assertNull(channel.tryReceive(), "no memory for a fifth one");
            for (int i = 0; i < received.length; i++)
            {
                assertContent(SHORT, i, received[i]);
                received[i].free();
            }
            assertFreed(SHORT, 4, channel);
        }
    }

    /**
     * Nobody else wakes the thread: the one on duty, which does that from time to time, is busy.
     */
    @Test
    void shouldWakeAThreadThatWaitsForRoomForASmallPayloadM26() throws InterruptedException
    {
        final ClusterContext context = invoker(3).threadingMode(ThreadingMode.SHARED).awaitTimeout(Duration.ZERO);
        try (MyrinetCluster on = new MyrinetCluster(context, small()))
        {
            final Channel channel = on.nic(1).open(0);
            final List<Buffer> held = new ArrayList<>();
            for (int i = 0; i < 4; i++)
            {
                on.send(0, channel, 1, SHORT, i);
                held.add(channel.tryReceive());
            }
            on.send(0, channel, 1, SHORT, 4);
            try (BusyOnDuty other = new BusyOnDuty(on.cluster.host(2).waiter()))
            {
                final TestThreads receivers = new TestThreads();
                other.awaitWaiting(receivers.start("receiver", () -> assertFreed(channel.receive())));
                held.forEach(Buffer::free);
                receivers.join();
            }
        }
    }

    /**
     * As for room.
     */
    @Test
    void shouldWakeAThreadThatWaitsWhenItsChannelIsClosed() throws InterruptedException
    {
        final ClusterContext context = invoker(3).threadingMode(ThreadingMode.SHARED).awaitTimeout(Duration.ZERO);
        try (MyrinetCluster on = new MyrinetCluster(context, small()))
        {
            final Channel channel = on.nic(1).open(0);
            try (BusyOnDuty other = new BusyOnDuty(on.cluster.host(2).waiter()))
            {
                final TestThreads receivers = new TestThreads();
                other.awaitWaiting(receivers.start("receiver", () ->
                    assertThrows(IllegalStateException.class, channel::receive)));
                channel.close();
                receivers.join();
            }
        }
    }

    private static void assertFreed(final Buffer received)
    {
        assertContent(SHORT, 4, received);
        received.free();
    }

    @Test
    void shouldSendSmallPayloadsOnM26()
    {
        try (MyrinetCluster on = MyrinetCluster.paranoid(2))
        {
            final Channel there = on.nic(1).open(0);
            final Channel back = on.nic(0).open(0);
            on.send(0, there, 1, SHORT, 6);
            final Buffer received = there.tryReceive();
            assertTrue(on.nic(1).trySend(on.network.route(1, 0), 0, received));
            assertThrows(IllegalStateException.class, received::free);
            assertFreed(SHORT, 6, back);
        }
    }

    @ParameterizedTest
    @EnumSource(Reception.class)
    void shouldReceiveTheSameWhetherItParksOrSpinsM29(final Reception reception) throws InterruptedException
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), small().reception(reception)))
        {
            final Channel channel = on.nic(1).open(0);
            final TestThreads threads = new TestThreads();
            threads.start("sender", () ->
            {
                for (int i = 0; i < 200; i++)
                {
                    final Buffer buffer = on.nic(0).buffer();
                    buffer.length(0 == i % 2 ? LONG : SHORT);
                    buffer.putLong(0, i);
                    buffer.putLong(buffer.length() - Long.BYTES, ~i);
                    on.nic(0).send(on.network.route(0, 1), 0, buffer);
                }
            });
            for (int i = 0; i < 200; i++)
            {
                final Buffer received = channel.receive();
                assertContent(0 == i % 2 ? LONG : SHORT, i, received);
                received.free();
            }
            threads.join();
        }
    }

    @ParameterizedTest
    @EnumSource(Reception.class)
    void shouldTellAThreadThatWaitsWhenNothingComes(final Reception reception) throws InterruptedException
    {
        final MyrinetCluster on = new MyrinetCluster(
            invoker(2).awaitTimeout(Duration.ofMillis(20)), small().reception(reception));
        try (on)
        {
            final Channel channel = on.nic(1).open(0);
            final String message = assertThrows(IsotachTimeoutException.class, channel::receive).getMessage();
            final Matcher waited = Pattern
                .compile("host 1 has waited (\\d+) ms for a buffer on channel 0 of host 1,").matcher(message);
            assertTrue(waited.find() && Integer.parseInt(waited.group(1)) >= 20, message);
            assertThrows(IsotachTimeoutException.class, () ->
            {
                while (true)
                {
                    on.nic(0).send(on.network.route(0, 1), 0, on.nic(0).buffer().length(SHORT));
                }
            });
            assertThrows(IsotachTimeoutException.class, () ->
            {
                while (true)
                {
                    assertNotNull(on.nic(1).buffer());
                }
            });
            for (int block = 0; block < 4; block++)
            {
                on.buffersOf(1).tryFree(block, 1);
                on.buffersOf(0).tryFree(block, BlockWord.generation(on.buffersOf(0).word(block)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Reception.class)
    void shouldTellAThreadThatWaitsThatTheChannelOrTheClusterIsClosed(final Reception reception)
        throws InterruptedException
    {
        for (final boolean closesCluster : new boolean[] { false, true })
        {
            try (MyrinetCluster on = new MyrinetCluster(invoker(2), small().reception(reception)))
            {
                final Channel channel = on.nic(1).open(0);
                final TestThreads threads = new TestThreads();
                final CountDownLatch isWaiting = new CountDownLatch(1);
                threads.start("receiver", () ->
                {
                    isWaiting.countDown();
                    final RuntimeException told = assertThrows(RuntimeException.class, channel::receive);
                    assertSame(
                        closesCluster ? ClusterClosedException.class : IllegalStateException.class, told.getClass());
                });
                isWaiting.await();
                if (closesCluster)
                {
                    on.cluster.close();
                }
                else
                {
                    channel.close();
                }
                threads.join();
            }
        }
    }

    @Test
    void shouldSeeAllPacketsOfABurstWithOneLookAtTheCountM30()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(3), small().buffers(8).channelLength(8)))
        {
            final Channel channel = on.nic(2).open(0);
            assertEquals(0, channel.pending());
            for (int i = 0; i < 5; i++)
            {
                on.send(i % 2, channel, 2, LONG, i);
            }
            assertEquals(5, channel.pending());
            assertEquals(5, channel.pending(), "a look takes nothing");
            for (int i = 4; i >= 0; i--)
            {
                channel.tryReceive().free();
                assertEquals(i, channel.pending());
            }
        }
    }

    @Test
    void shouldOpenWithALimitLongerThanNanosecondsCanSay()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2).awaitTimeout(ChronoUnit.FOREVER.getDuration()), small()))
        {
            final Channel channel = on.nic(1).open(0);
            on.send(0, channel, 1, SHORT, 7);
            channel.receive().free();
        }
    }

    @Test
    void shouldKeepNothingOfChannelsThatWereClosed() throws InterruptedException
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(3))
        {
            final List<WeakReference<CountLine>> closed = new ArrayList<>();
            for (int i = 0; i < 100; i++)
            {
                closed.add(countOfOneThatWasClosed(on, i));
            }
            // The host that sends to the channel the next time finds that the last one was closed.
            closed.remove(closed.size() - 1);
            while (closed.stream().anyMatch(count -> null != count.get()))
            {
                System.gc();
                Thread.sleep(1);
            }
        }
    }

    private static WeakReference<CountLine> countOfOneThatWasClosed(final MyrinetCluster on, final int value)
    {
        final Channel channel = on.nic(2).open(0);
        for (int sender = 0; sender < 2; sender++)
        {
            on.send(sender, channel, 2, LONG, value);
            final Buffer received = channel.tryReceive();
            assertContent(LONG, value, received);
            received.free();
        }
        channel.close();
        return new WeakReference<>(channel.count());
    }

    /**
     * Load, register routes, open; the sender takes, fills and sends; the receiver receives, uses and frees.
     */
    @Test
    void shouldFollowTheProgrammingModelM32()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final int route = on.nic(0).routes().add(Routes.NEXT, (byte)1);
            final Channel channel = on.nic(1).open(Channel.ANY);
            final Buffer buffer = on.nic(0).tryBuffer();
            buffer.putLong(0, 42);
            buffer.length(Long.BYTES);
            assertTrue(on.nic(0).trySend(route, channel.number(), buffer));
            final Buffer received = channel.tryReceive();
            assertEquals(42, received.getLong(0));
            received.free();
        }
    }
}
