/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

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
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Sending over Myrinet: rows M18 and M21, gathering and multicast, and that nothing is allocated.
 */
@Timeout(60)
final class SendTest
{
    private static final int SENDERS = 8;
    private static final int EACH = 500;

    // By number of a message: how it is sent; the last way is to lend it.
    private static final int WAYS = 4;
    private static final int GATHER = 0;
    private static final int MULTICAST = 1;
    private static final int BYTES = 2;

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldServeManyThreadsM18(final ThreadingMode mode) throws InterruptedException
    {
        try (MyrinetCluster on = new MyrinetCluster(
            new ClusterContext().hosts(2).threadingMode(mode), small().buffers(6)))
        {
            final Channel channel = on.nic(1).open(0);
            final int route = on.network.route(0, 1);
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < SENDERS; i++)
            {
                final int sender = i;
                threads.start("sender-" + i, () ->
                {
                    for (int k = 0; k < EACH; k++)
                    {
                        final Buffer buffer = on.nic(0).buffer();
                        buffer.length(0 == k % 3 ? SHORT : LONG);
                        buffer.putLong(0, (long)sender << 32 | k);
                        buffer.putLong(buffer.length() - Long.BYTES, ~((long)sender << 32 | k));
                        on.nic(0).send(route, 0, buffer);
                    }
                });
            }
            final int[] next = new int[SENDERS];
            for (int i = 0; i < SENDERS * EACH; i++)
            {
                final Buffer received = channel.receive();
                final long value = received.getLong(0);
                assertContent(0 == (int)value % 3 ? SHORT : LONG, value, received);
                assertEquals(next[(int)(value >>> 32)]++, (int)value);
                received.free();
            }
            threads.join();
            assertNull(channel.tryReceive());
        }
    }

    @Test
    void shouldCountNeverTooFewOnTheirWayM21()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(3))
        {
            final Channel middle = on.nic(1).open(0);
            final Channel end = on.nic(2).open(0);
            for (int i = 1; i <= 3; i++)
            {
                on.send(0, middle, 1, LONG, i);
                assertEquals(i, on.nic(0).pending());
            }
            assertTrue(on.nic(1).trySend(on.network.route(1, 2), 0, middle.tryReceive()));
            assertEquals(2, on.nic(0).pending());
            assertEquals(1, on.nic(1).pending(), "whoever has sent it last");
            end.tryReceive().free();
            assertEquals(0, on.nic(1).pending());
            assertEquals(0, on.nic(0).reapSent(), "nothing is given up that may arrive");
        }
    }

    @Test
    void shouldGatherWithoutACopy()
    {
        try (MyrinetCluster on = MyrinetCluster.paranoid(2))
        {
            final Channel channel = on.nic(1).open(0);
            final int route = on.network.route(0, 1);
            final Buffer header = on.buffer(0, SHORT, 1);
            final Buffer body = on.buffer(0, LONG, 2);
            assertTrue(on.nic(0).tryGather(route, 0, header, body));
            assertThrows(IllegalStateException.class, header::length);
            final Buffer received = channel.tryReceive();
            assertContent(SHORT, 1, received);
            assertEquals(header.block(), received.block());
            final Buffer rest = received.next();
            assertContent(LONG, 2, rest);
            assertNull(rest.next());
            received.free();
            assertEquals(3, on.nic(0).freeBuffers(), "each part is freed by itself");
            rest.free();
        }
    }

    @Test
    void shouldSayNothingOfAMessageThatBelongsToOthers()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            final int route = on.network.route(0, 1);
            assertTrue(on.nic(0).tryGather(route, 0, on.buffer(0, SHORT, 1), on.buffer(0, LONG, 2)));
            final Buffer first = channel.tryReceive();
            final Buffer second = first.next();
            assertEquals(0, second.sender());
            first.free();
            assertThrows(IllegalStateException.class, first::next);
            assertThrows(IllegalStateException.class, first::sender);
            assertTrue(on.nic(1).trySend(on.network.route(1, 1), 0, second));
            assertThrows(IllegalStateException.class, second::next);
            assertThrows(IllegalStateException.class, second::sender);
            MyrinetCluster.freeAll(channel);
            final Buffer lent = on.buffer(0, LONG, 3);
            assertTrue(on.nic(0).tryLend(route, 0, lent));
            assertThrows(IllegalStateException.class, lent::sender);
            MyrinetCluster.freeAll(channel);
            assertEquals(0, lent.sender(), "it is back");
            lent.free();
        }
    }

    /**
     * Whatever is wrong with the second part, the first one stays where it is, and the link is as it was.
     */
    @Test
    void shouldChangeNothingWhenThereIsABadPartBehindAGoodOne()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(3))
        {
            final Network foreign = Network.on(on.cluster, small());
            final Channel channel = on.nic(1).open(0);
            final Channel shared = on.nic(0).open(1);
            final int route = on.network.route(0, 1);
            assertTrue(on.nic(2).tryMulticast(new int[] { 0, 1 }, 1, on.buffer(2, LONG, 9)));
            final Buffer good = on.buffer(0, LONG, 1);
            final Buffer freed = on.buffer(0, LONG, 2);
            freed.free();
            final Buffer lent = on.buffer(0, LONG, 3);
            assertTrue(on.nic(0).tryLend(route, 0, lent));
            final Buffer received = channel.tryReceive();
            final Buffer other = foreign.nic(0).tryBuffer().length(LONG);
            final Buffer ofAll = shared.tryReceive();
            for (final Buffer bad : new Buffer[] { freed, lent, other, ofAll })
            {
                assertThrows(IllegalStateException.class, () -> on.nic(0).tryGather(route, 0, good, bad));
                assertThrows(IllegalStateException.class, () -> on.nic(0).tryGather(route, 0, bad, good));
            }
            assertThrows(NullPointerException.class, () -> on.nic(0).tryGather(route, 0, good, null));
            assertThrows(IllegalArgumentException.class, () -> on.nic(0).tryGather(route + 9, 0, good, received));
            assertEquals(BufferState.OWNED, good.state());
            assertNull(channel.tryReceive(), "nothing was sent");
            // Nor while there is no room.
            final Buffer body = on.buffer(0, LONG, 4);
            while (on.nic(0).trySend(route, 0, new byte[SHORT], 0, SHORT))
            {
                // Full.
            }
            assertFalse(on.nic(0).tryGather(route, 0, good, body));
            assertEquals(BufferState.OWNED, good.state());
            assertEquals(BufferState.OWNED, body.state());
            MyrinetCluster.freeAll(channel);
            assertTrue(on.nic(0).tryGather(route, 0, good, body));
            final Buffer message = channel.tryReceive();
            assertContent(LONG, 1, message);
            assertContent(LONG, 4, message.next());
            assertNull(channel.tryReceive());
            message.next().free();
            message.free();
            received.free();
            lent.free();
            other.free();
            ofAll.free();
            foreign.close();
        }
    }

    @Test
    void shouldRefuseToGatherWhatItMustNotSend()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            final int route = on.network.route(0, 1);
            final Buffer buffer = on.buffer(0, LONG, 1);
            final Buffer freed = on.buffer(0, LONG, 1);
            freed.free();
            assertThrows(IllegalArgumentException.class, () -> on.nic(0).tryGather(route, 0, buffer));
            assertThrows(IllegalArgumentException.class, () -> on.nic(0).tryGather(route, 0, buffer, buffer));
            assertThrows(IllegalArgumentException.class, () -> on.nic(0).tryGather(route, 0, new Buffer[9]));
            assertThrows(IllegalStateException.class, () -> on.nic(0).tryGather(route, 0, buffer, freed));
            on.send(0, channel, 1, SHORT, 3);
            final Buffer copied = channel.tryReceive();
            final Buffer own = on.buffer(1, LONG, 1);
            assertThrows(IllegalStateException.class,
                () -> on.nic(1).tryGather(on.network.route(1, 0), 0, own, copied));
            own.free();
            copied.free();
            assertContent(LONG, 1, buffer);
            buffer.free();
        }
    }

    @Test
    void shouldSendOneBufferToSeveralHosts()
    {
        try (MyrinetCluster on = MyrinetCluster.paranoid(4))
        {
            final Channel[] channels = { on.nic(0).open(2), on.nic(1).open(2), on.nic(3).open(2) };
            final Buffer sent = on.buffer(0, LONG, 7);
            assertTrue(on.nic(0).tryMulticast(new int[] { 3, 0, 1 }, 2, sent));
            final Buffer[] received = new Buffer[3];
            for (int i = 0; i < 3; i++)
            {
                received[i] = channels[i].tryReceive();
                assertContent(LONG, 7, received[i]);
                assertTrue(received[i].isShared());
                final Buffer shared = received[i];
                assertThrows(IllegalStateException.class, () -> shared.putLong(0, 1));
                assertThrows(IllegalStateException.class,
                    () -> on.nic(1).trySend(on.network.route(1, 0), 2, shared));
            }
            for (int i = 0; i < 3; i++)
            {
                assertEquals(3, on.nic(0).freeBuffers());
                received[i].free();
            }
            assertEquals(4, on.nic(0).freeBuffers(), "free when all have freed it");
        }
    }

    @Test
    void shouldCopySmallPayloadsToSeveralHosts()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(3))
        {
            final Channel first = on.nic(1).open(0);
            final Channel second = on.nic(2).open(0);
            assertTrue(on.nic(0).tryMulticast(new int[] { 1, 2 }, 0, on.buffer(0, SHORT, 5)));
            assertEquals(4, on.nic(0).freeBuffers());
            for (final Channel channel : new Channel[] { first, second })
            {
                final Buffer received = channel.tryReceive();
                assertContent(SHORT, 5, received);
                assertFalse(received.isShared());
                received.free();
            }
        }
    }

    @Test
    void shouldSendToAllOrNone()
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(3), small().buffers(64)))
        {
            final Channel open = on.nic(1).open(0);
            final Channel full = on.nic(2).open(0);
            Buffer buffer = on.buffer(0, LONG, 1);
            while (on.nic(0).trySend(on.network.route(0, 2), 0, buffer))
            {
                buffer = on.buffer(0, LONG, 1);
            }
            assertFalse(on.nic(0).tryMulticast(new int[] { 1, 2 }, 0, buffer));
            assertSame(BufferState.OWNED, buffer.state());
            assertNull(open.tryReceive());
            full.tryReceive().free();
            full.tryReceive().free();
            assertTrue(on.nic(0).tryMulticast(new int[] { 1, 2 }, 0, buffer));
            open.tryReceive().free();
            full.close();
            assertTrue(on.nic(0).tryMulticast(new int[] { 1, 2 }, 0, on.buffer(0, LONG, 2)));
            assertEquals(1, on.nic(2).dropped(DropReason.NOT_OPEN));
            open.tryReceive().free();
            open.close();
            assertTrue(on.nic(0).tryMulticast(new int[] { 1, 2 }, 0, on.buffer(0, LONG, 3)));
            final Buffer refused = on.buffer(0, LONG, 4);
            for (final int[] hosts : new int[][] { {}, { 1, 1 }, { 3 }, { -1 }, new int[16] })
            {
                assertThrows(IllegalArgumentException.class, () -> on.nic(0).tryMulticast(hosts, 0, refused));
            }
            refused.free();
        }
    }

    @Test
    void shouldTakeBackWhatWillNotArriveHoweverOtherCallsFail()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel closed = on.nic(1).open(0);
            final Channel full = on.nic(1).open(1);
            final int route = on.network.route(0, 1);
            Buffer rest = on.buffer(0, 0, 0);
            while (on.nic(0).trySend(route, full.number(), rest))
            {
                rest = on.buffer(0, 0, 0);
            }
            for (int i = 0; i < 3; i++)
            {
                on.send(0, closed, 1, LONG, i);
            }
            closed.close();
            Buffer back = on.nic(0).tryBuffer();
            for (int i = 0; i < 100 && null == back; i++)
            {
                assertFalse(on.nic(0).trySend(route, full.number(), rest));
                back = on.nic(0).tryBuffer();
            }
            assertNotNull(back);
            back.free();
            rest.free();
        }
    }

    /**
     * On links with faults a call may find no buffer, or nothing may arrive.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldAllocateNothing(final boolean hasFaults)
    {
        final LinkFaults faults = hasFaults ? new LinkFaults(0.1, 0.1, 0.1, 0.1, 0.05, 3) : LinkFaults.NONE;
        try (MyrinetCluster on = new MyrinetCluster(invoker(3).paranoid(false).linkFaults(faults), small()))
        {
            final Channel channel = on.nic(1).open(0);
            final Channel other = on.nic(2).open(0);
            final int route = on.network.route(0, 1);
            final int[] hosts = { 1, 2 };
            final Buffer[] parts = new Buffer[2];
            final byte[] bytes = new byte[LONG];
            final AtomicInteger length = new AtomicInteger();
            final Channel[] channels = { channel, other };
            new Allocations().assertNone(1000, () ->
            {
                final Buffer buffer = take(on, channels).length(length.incrementAndGet() % LONG);
                freeUnless(on.nic(0).trySend(route, 0, buffer), buffer);
                int received = freeAll(channels);
                parts[0] = take(on, channels).length(LONG);
                parts[1] = take(on, channels).length(LONG);
                final boolean isSent = on.nic(0).tryGather(route, 0, parts);
                freeUnless(isSent, parts[0]);
                freeUnless(isSent, parts[1]);
                received += freeAll(channels);
                final Buffer forAll = take(on, channels).length(LONG);
                freeUnless(on.nic(0).tryMulticast(hosts, 0, forAll), forAll);
                received += freeAll(channels);
                on.nic(0).trySend(route, 0, bytes, 0, LONG);
                received += freeAll(channels);
                assertTrue(hasFaults || 6 == received);
            });
        }
    }

    /**
     * Takes a buffer of host 0, which may be on its way, or lost.
     */
    private static Buffer take(final MyrinetCluster on, final Channel[] channels)
    {
        Buffer buffer = on.nic(0).tryBuffer();
        while (null == buffer)
        {
            on.nic(0).reapSent();
            freeAll(channels);
            buffer = on.nic(0).tryBuffer();
        }
        return buffer;
    }

    private static void freeUnless(final boolean isSent, final Buffer buffer)
    {
        if (!isSent)
        {
            buffer.free();
        }
    }

    /**
     * Frees everything that has arrived.
     *
     * @return how many buffers.
     */
    private static int freeAll(final Channel[] channels)
    {
        int count = 0;
        for (final Channel channel : channels)
        {
            Buffer received = channel.tryReceive();
            while (null != received)
            {
                count++;
                final Buffer second = received.next();
                if (null != second)
                {
                    count++;
                    second.free();
                }
                received.free();
                received = channel.tryReceive();
            }
        }
        return count;
    }

    /**
     * In each way to send, from the thread of one host to those of two others.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSendInEachWayToOtherThreads(final ThreadingMode mode) throws InterruptedException
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(3).threadingMode(mode), small()))
        {
            final Channel first = on.nic(1).open(0);
            final Channel second = on.nic(2).open(0);
            final TestThreads threads = new TestThreads();
            threads.start("sender", () ->
            {
                for (int i = 0; i < EACH; i++)
                {
                    sendInAWay(on, i);
                }
            });
            threads.start("second receiver", () ->
            {
                for (int i = MULTICAST; i < EACH; i += WAYS)
                {
                    assertWhole(i, second.receive());
                }
            });
            for (int i = 0; i < EACH; i++)
            {
                final Buffer received = first.receive();
                final Buffer rest = received.next();
                if (GATHER == i % WAYS)
                {
                    assertWhole(-i, rest);
                }
                else
                {
                    assertNull(rest);
                }
                assertWhole(i, received);
            }
            threads.join();
        }
    }

    private static void sendInAWay(final MyrinetCluster on, final int value)
    {
        final Nic nic = on.nic(0);
        final int route = on.network.route(0, 1);
        switch (value % WAYS)
        {
            case GATHER:
                final Buffer[] parts = { filled(nic, value), filled(nic, -value) };
                until(() -> nic.tryGather(route, 0, parts));
                break;
            case MULTICAST:
                final Buffer forAll = filled(nic, value);
                until(() -> nic.tryMulticast(new int[] { 1, 2 }, 0, forAll));
                break;
            case BYTES:
                final ByteBuffer bytes = ByteBuffer.allocate(LONG).order(ByteOrder.nativeOrder());
                bytes.putLong(0, value).putLong(LONG - Long.BYTES, ~value);
                until(() -> nic.trySend(route, 0, bytes.array(), 0, LONG));
                break;
            default:
                final Buffer lent = filled(nic, value);
                until(() -> nic.tryLend(route, 0, lent));
                until(() -> !lent.isBusy());
                assertContent(LONG, value, lent);
                lent.free();
                break;
        }
    }

    private static Buffer filled(final Nic nic, final long value)
    {
        final Buffer buffer = nic.buffer().length(LONG);
        buffer.putLong(0, value);
        buffer.putLong(LONG - Long.BYTES, ~value);
        return buffer;
    }

    private static void until(final BooleanSupplier condition)
    {
        while (!condition.getAsBoolean())
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
    }

    /**
     * Its sender may still be copying.
     */
    private static void assertWhole(final long value, final Buffer received)
    {
        until(() -> LONG == received.available());
        assertContent(LONG, value, received);
        received.free();
    }

    @Test
    void shouldRefuseEverythingInsideAHandler()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            final Buffer buffer = on.buffer(0, LONG, 1);
            final AtomicInteger refused = new AtomicInteger();
            on.insideHandler(() ->
            {
                assertThrows(IllegalStateException.class, channel::tryReceive);
                assertThrows(IllegalStateException.class, on.nic(0)::tryBuffer);
                assertThrows(IllegalStateException.class,
                    () -> on.nic(0).trySend(on.network.route(0, 1), 0, buffer));
                refused.incrementAndGet();
            });
            assertEquals(1, refused.get());
            buffer.free();
        }
    }

    @Test
    void shouldWaitForABufferThatAnotherThreadFrees() throws InterruptedException
    {
        try (MyrinetCluster on = new MyrinetCluster(invoker(2), small().buffers(1)))
        {
            final Buffer only = on.buffer(0, LONG, 1);
            final TestThreads threads = new TestThreads();
            threads.start("waiter", () ->
            {
                final Buffer buffer = on.nic(0).buffer();
                assertNotNull(buffer);
                buffer.free();
            });
            Thread.yield();
            only.free();
            threads.join();
        }
    }
}
