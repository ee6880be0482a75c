/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Random;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
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
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The reliable protocol above Myrinet: rows M1 and M33.
 */
@Timeout(20)
final class RppTest
{
    private static final int WINDOW = 4;

    private static MyrinetContext context()
    {
        return small().channelLength(2 * WINDOW);
    }

    private static Rpp end(final MyrinetCluster on, final int host, final int peer)
    {
        return new Rpp(on.nic(host), on.nic(host).open(0), on.network.route(host, peer), 0, WINDOW);
    }

    private static boolean trySend(final Rpp end, final int length, final long value)
    {
        final Buffer buffer = end.tryBuffer();
        if (null == buffer)
        {
            return false;
        }
        buffer.length(length);
        buffer.putLong(0, value);
        buffer.putLong(length - Long.BYTES, ~value);
        if (end.trySend(buffer))
        {
            return true;
        }
        buffer.free();
        return false;
    }

    private static int length(final long number)
    {
        return 0 == number % 3 ? SHORT : LONG;
    }

    @ParameterizedTest
    @ValueSource(longs = { 0, 1, 2, 3, 4, 5, 6, 7 })
    void shouldDeliverOnceAndInOrderWhateverLinksDoM1(final long seed)
    {
        final LinkFaults faults = 0 == seed ? LinkFaults.NONE : new LinkFaults(0.1, 0.1, 0.1, 0.1, 0.05, seed);
        try (MyrinetCluster on = new MyrinetCluster(invoker(2).linkFaults(faults), context()))
        {
            final Rpp first = end(on, 0, 1);
            final Rpp second = end(on, 1, 0);
            final Random random = new Random(seed);
            final long count = 500;
            final long[] sent = new long[2];
            final long[] received = new long[2];
            final Rpp[] ends = { first, second };
            for (int step = 0; received[0] < count || received[1] < count; step++)
            {
                assertTrue(step < 1_000_000, () -> "no progress: " + first + ", " + second);
                final int i = random.nextInt(2);
                if (sent[i] < count && trySend(ends[i], length(sent[i]), sent[i]))
                {
                    sent[i]++;
                }
                final Buffer buffer = ends[i].tryReceive();
                if (null != buffer)
                {
                    assertContent(length(received[i]), received[i], buffer);
                    received[i]++;
                    buffer.free();
                }
            }
            assertNull(first.tryReceive());
            assertNull(second.tryReceive());
            assertEquals(0 == seed, 0 == first.resent() + second.resent());
            first.close();
            second.close();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldServeThreadsThatWaitM1(final ThreadingMode mode) throws InterruptedException
    {
        final LinkFaults faults = new LinkFaults(0.05, 0.05, 0.05, 0.05, 0.05, 9);
        try (MyrinetCluster on = new MyrinetCluster(
            new ClusterContext().hosts(2).threadingMode(mode).linkFaults(faults), context()))
        {
            final TestThreads threads = new TestThreads();
            final Rpp sender = end(on, 0, 1);
            final Rpp receiver = end(on, 1, 0);
            final long count = 1000;
            threads.start("sender", () ->
            {
                for (long i = 0; i < count; i++)
                {
                    final Buffer buffer = sender.buffer();
                    buffer.length(length(i));
                    buffer.putLong(0, i);
                    buffer.putLong(buffer.length() - Long.BYTES, ~i);
                    sender.send(buffer);
                }
                sender.awaitAcknowledged();
                sender.close();
            });
            for (long i = 0; i < count; i++)
            {
                final Buffer buffer = receiver.receive();
                assertContent(length(i), i, buffer);
                buffer.free();
            }
            // The last acknowledgement may be lost, so this end answers until the other one has it. The number of free
            // buffers does not tell: the last message may have been in memory from elsewhere.
            while (!sender.isClosed() || on.nic(0).freeBuffers() < 4)
            {
                receiver.poll();
                TestThreads.checkNotInterrupted();
            }
            threads.join();
            receiver.close();
        }
    }

    @Test
    void shouldCopyWhenThePoolIsEmptyM33()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context().buffers(2)))
        {
            final Rpp sender = end(on, 0, 1);
            final Rpp receiver = end(on, 1, 0);
            assertTrue(trySend(sender, LONG, 0));
            assertTrue(trySend(sender, LONG, 1));
            final Buffer spare = sender.tryBuffer();
            assertNotNull(spare, "memory from elsewhere");
            spare.length(LONG);
            spare.putLong(0, 2);
            spare.putLong(LONG - Long.BYTES, ~2L);
            final int route = on.network.route(0, 1);
            assertThrows(IllegalStateException.class, () -> on.nic(0).trySend(route, 0, spare), "M14");
            assertFalse(sender.trySend(spare), "no buffer for the copy: later");
            assertContent(LONG, 2, spare);
            // Both are freed, and nothing is acknowledged yet: one of them is taken.
            final Channel channel = receiver.channel();
            final Buffer first = channel.tryReceive();
            final Buffer second = channel.tryReceive();
            first.free();
            second.free();
            assertTrue(sender.trySend(spare));
            assertThrows(IllegalStateException.class, spare::length);
            final Buffer third = channel.tryReceive();
            assertContent(LONG, 2, third);
            third.free();
            sender.close();
            receiver.close();
        }
    }

    @Test
    void shouldNotCopyIntoTheBufferOfAMessageThatHasNotArrivedM33()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context().buffers(2)))
        {
            final Rpp sender = end(on, 0, 1);
            final Channel closed = on.nic(1).open(0);
            assertTrue(trySend(sender, LONG, 0));
            closed.close();
            assertEquals(1, on.nic(0).reapSent());
            final Channel channel = on.nic(1).open(0);
            Buffer other = on.buffer(0, 0, 0);
            while (on.nic(0).trySend(on.network.route(0, 1), 0, other))
            {
                other = on.buffer(0, 0, 0);
            }
            final Buffer spare = sender.tryBuffer();
            assertFalse(sender.trySend(spare.length(LONG)), "the only buffer is that of message 0");
            MyrinetCluster.freeAll(channel);
            sender.poll();
            final Buffer received = channel.tryReceive();
            assertContent(LONG, 0, received);
            received.free();
            other.free();
            spare.free();
            sender.close();
        }
    }

    @Test
    void shouldMakeProgressWithAnExhaustedPoolM33()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context().buffers(1)))
        {
            final Rpp sender = end(on, 0, 1);
            final Rpp receiver = end(on, 1, 0);
            int sent = 0;
            for (int received = 0; received < 100;)
            {
                sent += trySend(sender, LONG, sent) ? 1 : 0;
                final Buffer buffer = receiver.tryReceive();
                if (null != buffer)
                {
                    assertContent(LONG, received, buffer);
                    received++;
                    buffer.free();
                }
            }
            sender.close();
            receiver.close();
        }
    }

    @Test
    void shouldStopAtTheWindow()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context().buffers(16)))
        {
            final Rpp sender = end(on, 0, 1);
            final Rpp receiver = end(on, 1, 0);
            for (int i = 0; i < WINDOW; i++)
            {
                assertTrue(trySend(sender, LONG, i));
            }
            assertFalse(trySend(sender, LONG, WINDOW));
            receiver.poll();
            assertFalse(trySend(sender, LONG, WINDOW), "received, and not handed out");
            for (int i = 0; i < WINDOW; i++)
            {
                final Buffer buffer = receiver.tryReceive();
                assertContent(LONG, i, buffer);
                buffer.free();
            }
            assertTrue(trySend(sender, LONG, WINDOW));
            assertEquals(1, sender.unacknowledged());
            receiver.tryReceive().free();
            sender.poll();
            assertEquals(0, sender.unacknowledged());
            sender.close();
            receiver.close();
            assertThrows(IllegalStateException.class, sender::poll);
        }
    }

    @Test
    void shouldKeepBuffersFromTheirSenderUntilTheyAreAcknowledged()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context()))
        {
            final Rpp sender = end(on, 0, 1);
            final Rpp receiver = end(on, 1, 0);
            for (final int length : new int[] { SHORT, LONG })
            {
                final Buffer buffer = on.buffer(0, length, 3);
                assertTrue(sender.trySend(buffer));
                assertSame(BufferState.LENT, buffer.state());
                assertTrue(buffer.isBusy());
                assertThrows(IllegalStateException.class, buffer::free);
                assertThrows(IllegalStateException.class, () -> buffer.putLong(0, 0));
                final Buffer received = receiver.channel().tryReceive();
                received.free();
                assertSame(BufferState.LENT, buffer.state());
                assertThrows(IllegalStateException.class, () -> buffer.putLong(0, 0));
            }
            sender.close();
            receiver.close();
        }
    }

    @Test
    void shouldCopyWhatWasReceived()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context()))
        {
            final Rpp first = end(on, 0, 1);
            final Rpp second = end(on, 1, 0);
            for (final int length : new int[] { SHORT, LONG })
            {
                assertTrue(trySend(first, length, 8));
                final Buffer received = second.tryReceive();
                assertTrue(second.trySend(received));
                assertThrows(IllegalStateException.class, received::length);
                final Buffer echo = first.tryReceive();
                assertContent(length, 8, echo);
                echo.free();
            }
            first.close();
            second.close();
        }
    }

    @Test
    void shouldDropWhatOthersSend()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(3), context()))
        {
            final Rpp first = end(on, 0, 1);
            final Rpp second = end(on, 1, 0);
            assertTrue(on.nic(2).trySend(on.network.route(2, 1), 0, on.buffer(2, LONG, 1)));
            assertTrue(on.nic(0).trySend(on.network.route(0, 1), 0, on.buffer(0, SHORT, 1)));
            assertTrue(trySend(first, LONG, 2));
            final Buffer received = second.tryReceive();
            assertContent(LONG, 2, received);
            received.free();
            assertEquals(2, second.foreign());
            first.close();
            second.close();
        }
    }

    @Test
    void shouldSendAgainWhatWasSentBeforeTheOtherEndWasOpen()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context()))
        {
            final Rpp sender = end(on, 0, 1);
            assertTrue(trySend(sender, length(0), 0));
            assertTrue(trySend(sender, length(1), 1));
            final Rpp receiver = end(on, 1, 0);
            assertReceived(sender, receiver, 2);
            assertEquals(2, sender.resent());
            sender.close();
            receiver.close();
        }
    }

    private static void assertReceived(final Rpp sender, final Rpp receiver, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            Buffer received = receiver.tryReceive();
            for (int k = 0; k < 1000 && null == received; k++)
            {
                sender.poll();
                received = receiver.tryReceive();
            }
            assertContent(length(i), i, received);
            received.free();
        }
    }

    @Test
    void shouldSendAgainWhatWasDroppedAlthoughTheNextMessageArrives()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context()))
        {
            final Rpp sender = end(on, 0, 1);
            assertTrue(trySend(sender, length(0), 0));
            assertTrue(trySend(sender, length(1), 1));
            final Rpp receiver = end(on, 1, 0);
            assertTrue(trySend(sender, length(2), 2));
            assertReceived(sender, receiver, 3);
            assertEquals(2, sender.resent(), "what has arrived is not sent again");
            assertEquals(0, receiver.doubled());
            sender.close();
            receiver.close();
        }
    }

    @Test
    void shouldSendAgainWhatWasDroppedAlthoughAnAcknowledgementArrives()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context()))
        {
            final Rpp first = end(on, 0, 1);
            assertTrue(trySend(first, length(0), 0));
            final Rpp second = end(on, 1, 0);
            assertTrue(trySend(second, length(0), 0));
            assertReceived(second, first, 1);
            assertReceived(first, second, 1);
            first.close();
            second.close();
        }
    }

    @Test
    void shouldFreeAllPartsOfWhatOthersGather()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context()))
        {
            final Rpp receiver = end(on, 1, 0);
            assertTrue(
                on.nic(0).tryGather(on.network.route(0, 1), 0, on.buffer(0, LONG, 1), on.buffer(0, LONG, 2)));
            receiver.poll();
            assertEquals(1, receiver.foreign());
            on.assertAllFree();
            receiver.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldHandOutWhatHasArrivedBeforeItSaysThatNobodyHearsOfIt(final boolean isExpelled)
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context()))
        {
            final Rpp sender = end(on, 0, 1);
            final Rpp receiver = end(on, 1, 0);
            assertTrue(trySend(sender, LONG, 0));
            assertTrue(trySend(sender, LONG, 1));
            if (isExpelled)
            {
                on.cluster.expel(0);
            }
            else
            {
                on.cluster.close();
            }
            for (int i = 0; i < 2; i++)
            {
                final Buffer received = receiver.tryReceive();
                assertContent(LONG, i, received);
                received.free();
            }
            assertSame(isExpelled ? HostExpelledException.class : ClusterClosedException.class,
                assertThrows(IsotachException.class, receiver::tryReceive).getClass());
            sender.close();
            receiver.close();
        }
    }

    /**
     * It has something to send again, which cannot be sent any more.
     */
    @Test
    void shouldHandOutWhatHasArrivedAlthoughItHasSomethingToSendAgain()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context()))
        {
            final Rpp first = end(on, 0, 1);
            assertTrue(trySend(first, LONG, 0));
            final Rpp second = end(on, 1, 0);
            assertTrue(trySend(first, LONG, 1));
            assertTrue(trySend(second, LONG, 2));
            on.cluster.close();
            final Buffer received = first.tryReceive();
            assertContent(LONG, 2, received);
            received.free();
            assertThrows(ClusterClosedException.class, first::tryReceive);
            first.close();
            second.close();
        }
    }

    @Test
    void shouldCloseWhenItsOwnHostWasExpelled()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(3), context()))
        {
            final Rpp sender = end(on, 0, 1);
            final Rpp receiver = end(on, 1, 0);
            assertTrue(trySend(sender, LONG, 0));
            assertTrue(trySend(sender, LONG, 1));
            receiver.poll();
            on.cluster.expel(1);
            assertEquals(2, on.nic(0).reapSent());
            receiver.close();
            sender.close();
            on.assertAllFree();
        }
    }

    @Test
    void shouldSayThatTheOtherEndWasExpelled()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(3), context()))
        {
            final Rpp sender = end(on, 0, 1);
            end(on, 1, 0);
            assertTrue(trySend(sender, LONG, 0));
            on.cluster.expel(1);
            final Buffer buffer = on.buffer(0, LONG, 1);
            assertThrows(HostExpelledException.class, () -> sender.trySend(buffer));
            assertThrows(HostExpelledException.class, sender::awaitAcknowledged);
            assertEquals(1, sender.unacknowledged());
            buffer.free();
            sender.close();
        }
    }

    @Test
    void shouldSayThatTheOtherEndWasExpelledAndNotThatTheWindowIsFull()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(3), context().buffers(8)))
        {
            final Rpp sender = end(on, 0, 1);
            end(on, 1, 0);
            for (int i = 0; i < WINDOW; i++)
            {
                assertTrue(trySend(sender, LONG, i));
            }
            final Buffer buffer = on.buffer(0, LONG, 1);
            assertFalse(sender.trySend(buffer));
            on.cluster.expel(1);
            assertThrows(HostExpelledException.class, () -> sender.trySend(buffer));
            buffer.free();
            sender.close();
        }
    }

    @Test
    void shouldRefuseWindowsThatDoNotFit()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(3), context()))
        {
            final Channel channel = on.nic(0).open(0);
            final int route = on.network.route(0, 1);
            for (final int window : new int[] { 0, 3, 8 })
            {
                assertThrows(IllegalArgumentException.class, () -> new Rpp(on.nic(0), channel, route, 0, window));
            }
            assertThrows(IllegalArgumentException.class, () -> new Rpp(on.nic(0), channel, route, 9, WINDOW));
            assertThrows(IllegalArgumentException.class,
                () -> new Rpp(on.nic(0), channel, Routes.NO_ROUTE, 0, WINDOW));
        }
    }

    @Test
    void shouldSayThatAChannelIsTooShortForAWindow()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), small().channelLength(1)))
        {
            final Channel channel = on.nic(0).open(0);
            final int route = on.network.route(0, 1);
            assertRefused("window: 1 (expected: none: half of MyrinetContext.channelLength, which is 1, and at most" +
                " 32768)", () -> new Rpp(on.nic(0), channel, route, 0, 1));
        }
    }

    /**
     * A packet of its own may carry more than a block of the pool.
     */
    @Test
    void shouldTakeNoBlockForWhatIsTooLongForIt()
    {
        final MyrinetContext context = context().bufferLength(64).inlineLength(128).buffers(2);
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), context))
        {
            final Rpp first = end(on, 0, 1);
            final Rpp second = end(on, 1, 0);
            assertTrue(trySend(first, SHORT, 1));
            final Buffer received = second.tryReceive();
            assertEquals(128, received.capacity());
            assertRefused("length: 129 (expected: 0..128 bytes; see MyrinetContext.bufferLength, and inlineLength for" +
                " what was received in a packet of its own; or send several buffers)", () -> received.length(129));
            received.length(100);
            for (int i = 0; i < 3; i++)
            {
                assertRefused("length: 100 (expected: 0..64 bytes; see MyrinetContext.bufferLength, or send several" +
                    " messages)", () -> second.trySend(received));
            }
            assertEquals(2, on.nic(1).freeBuffers());
            received.length(64);
            assertTrue(second.trySend(received));
            first.tryReceive().free();
            first.close();
            second.close();
        }
    }

    @Test
    void shouldRefuseAWindowOfMoreMemoryThanThereCanBe()
    {
        final MyrinetContext large = new MyrinetContext().bufferLength(1 << 20).buffers(1).channels(1)
            .channelLength(1 << 12);
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), large))
        {
            final Channel channel = on.nic(0).open(0);
            final int route = on.network.route(0, 1);
            assertRefused("window: 2048, MyrinetContext.bufferLength: 1048576: 2147483648 bytes when the pool is" +
                " empty (expected: at most 1073741824; use a smaller window or shorter buffers)",
                () -> new Rpp(on.nic(0), channel, route, 0, 1 << 11));
            new Rpp(on.nic(0), channel, route, 0, 1 << 10).close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldAllocateNothing(final boolean hasFaults)
    {
        final LinkFaults faults = hasFaults ? new LinkFaults(0.1, 0.1, 0.1, 0.1, 0.05, 3) : LinkFaults.NONE;
        try (MyrinetCluster on = new MyrinetCluster(invoker(2).paranoid(false).linkFaults(faults), context()))
        {
            final Rpp sender = end(on, 0, 1);
            final Rpp receiver = end(on, 1, 0);
            final long[] number = new long[1];
            new Allocations().assertNone(2000, () ->
            {
                final Buffer buffer = on.nic(0).tryBuffer();
                if (null != buffer)
                {
                    buffer.length(length(number[0]++));
                    if (!sender.trySend(buffer))
                    {
                        buffer.free();
                    }
                }
                final Buffer received = receiver.tryReceive();
                if (null != received)
                {
                    received.free();
                }
            });
            sender.close();
            receiver.close();
        }
    }
}
