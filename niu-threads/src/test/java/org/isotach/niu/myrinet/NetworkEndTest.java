/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.niu.myrinet.MyrinetCluster.LONG;
import static org.isotach.niu.myrinet.MyrinetCluster.assertContent;
import static org.isotach.niu.myrinet.MyrinetCluster.small;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Myrinet when hosts are expelled or closed, and clusters closed: row M23, and that each buffer returns once.
 */
@Timeout(60)
final class NetworkEndTest
{
    private static MyrinetCluster launch(final int hosts, final ThreadingMode mode)
    {
        return new MyrinetCluster(new ClusterContext().hosts(hosts).threadingMode(mode), small());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReturnWhatAnExpelledHostHasNotReceivedOrNotFreed(final ThreadingMode mode)
    {
        try (MyrinetCluster on = launch(3, mode))
        {
            final Channel lost = on.nic(1).open(0);
            final Channel kept = on.nic(2).open(0);
            for (int i = 0; i < 3; i++)
            {
                on.send(0, lost, 1, LONG, i);
            }
            final Buffer held = lost.tryReceive();
            assertTrue(on.nic(1).trySend(on.network.route(1, 2), 0, lost.tryReceive()));
            final Buffer lent = on.buffer(0, LONG, 9);
            assertTrue(on.nic(0).tryLend(on.network.route(0, 1), 0, lent));
            assertNull(on.nic(0).tryBuffer());
            on.cluster.expel(1);
            // What it has sent and nobody received is lost with it.
            assertEquals(4, on.nic(0).reapSent());
            assertEquals(0, on.nic(0).reapSent());
            assertEquals(3, on.nic(0).freeBuffers(), "each once");
            assertSame(BufferState.OWNED, lent.state());
            lent.free();
            assertNull(kept.tryReceive(), "taken back before");
            assertEquals(1, on.nic(2).dropped(DropReason.EXPELLED));
            assertEquals(2, on.nic(1).dropped(DropReason.EXPELLED));
            assertThrows(IllegalStateException.class, held::free);
            assertEquals(4, on.nic(0).freeBuffers());
        }
    }

    @Test
    void shouldReceiveWhatAnExpelledHostHasSentIfItIsThere()
    {
        try (MyrinetCluster on = launch(2, ThreadingMode.INVOKER))
        {
            final Channel channel = on.nic(1).open(0);
            on.send(0, channel, 1, LONG, 1);
            on.cluster.expel(0);
            final Buffer received = channel.tryReceive();
            assertContent(LONG, 1, received);
            received.free();
        }
    }

    @Test
    void shouldReturnTheSharesOfAnExpelledHostOnly()
    {
        try (MyrinetCluster on = launch(4, ThreadingMode.INVOKER))
        {
            final Channel[] channels = { on.nic(1).open(0), on.nic(2).open(0), on.nic(3).open(0) };
            assertTrue(on.nic(0).tryMulticast(new int[] { 1, 2, 3 }, 0, on.buffer(0, LONG, 5)));
            channels[1].tryReceive();
            final Buffer received = channels[2].tryReceive();
            on.cluster.expel(1);
            on.cluster.expel(2);
            assertEquals(2, on.nic(0).reapSent());
            assertEquals(3, on.nic(0).freeBuffers());
            assertContent(LONG, 5, received);
            received.free();
            assertEquals(4, on.nic(0).freeBuffers());
        }
    }

    @Test
    void shouldSayThatAHostIsGoneAndNotThatItsChannelIsFull()
    {
        try (MyrinetCluster on = launch(3, ThreadingMode.INVOKER))
        {
            on.nic(1).open(0);
            final Buffer buffer = on.buffer(0, LONG, 1);
            on.cluster.expel(1);
            assertRefused(HostExpelledException.class, "host 1 was expelled: nothing can be sent to it",
                () -> on.nic(0).trySend(on.network.route(0, 1), 0, buffer));
            assertThrows(HostExpelledException.class, () -> on.nic(0).tryMulticast(new int[] { 2, 1 }, 0, buffer));
            assertContent(LONG, 1, buffer);
            buffer.free();
            assertThrows(HostExpelledException.class, () -> on.nic(1).tryBuffer());
            assertThrows(HostExpelledException.class, () -> on.nic(1).open(3));
        }
    }

    /**
     * A claim on the link of another host of a multicast must not stay open.
     */
    @Test
    void shouldSendToTheOthersWhenAMulticastWasRefused()
    {
        try (MyrinetCluster on = launch(3, ThreadingMode.INVOKER))
        {
            final Channel channel = on.nic(2).open(0);
            final Buffer buffer = on.buffer(0, LONG, 1);
            on.cluster.expel(1);
            assertThrows(HostExpelledException.class, () -> on.nic(0).tryMulticast(new int[] { 2, 1 }, 0, buffer));
            assertTrue(on.nic(0).trySend(on.network.route(0, 2), 0, buffer));
            final Buffer received = channel.tryReceive();
            assertContent(LONG, 1, received);
            received.free();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellThreadsThatWait(final ThreadingMode mode) throws InterruptedException
    {
        for (final boolean isExpelled : new boolean[] { true, false })
        {
            try (MyrinetCluster on = launch(3, mode))
            {
                final Channel channel = on.nic(1).open(0);
                final TestThreads threads = new TestThreads();
                final CountDownLatch areWaiting = new CountDownLatch(3);
                final Class<? extends RuntimeException> told =
                    isExpelled ? HostExpelledException.class : ClusterClosedException.class;
                threads.start("receiver", () ->
                {
                    areWaiting.countDown();
                    assertSame(told, assertThrows(RuntimeException.class, channel::receive).getClass());
                });
                threads.start("sender", () ->
                {
                    final Channel full = on.nic(1).open(1);
                    areWaiting.countDown();
                    assertSame(told, assertThrows(RuntimeException.class, () ->
                    {
                        while (true)
                        {
                            on.nic(0).send(on.network.route(0, 1), full.number(), on.nic(0).buffer().length(0));
                        }
                    }).getClass());
                });
                threads.start("taker", () ->
                {
                    final Buffer[] all = new Buffer[4];
                    for (int i = 0; i < all.length; i++)
                    {
                        all[i] = on.nic(1).buffer();
                    }
                    areWaiting.countDown();
                    assertSame(told, assertThrows(RuntimeException.class, on.nic(1)::buffer).getClass());
                    for (final Buffer buffer : all)
                    {
                        buffer.free();
                    }
                });
                areWaiting.await();
                if (isExpelled)
                {
                    on.cluster.expel(1);
                }
                else
                {
                    on.cluster.close();
                }
                threads.join();
                returnOwned(on, 0);
            }
        }
    }

    /**
     * The sender may have been told while it had a buffer in its hands.
     */
    private static void returnOwned(final MyrinetCluster on, final int host)
    {
        final DmaRegion region = on.buffersOf(host);
        for (int block = 0; block < region.blocks(); block++)
        {
            region.tryFree(block, BlockWord.generation(region.word(block)));
        }
    }

    /**
     * It issues no more isochrons; its interface is no part of that.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGoOnWhenAHostIsClosed(final ThreadingMode mode) throws InterruptedException
    {
        try (MyrinetCluster on = launch(2, mode))
        {
            on.cluster.host(0).isochron();
            on.cluster.host(1).isochron();
            final Channel there = on.nic(1).open(0);
            final Channel back = on.nic(0).open(0);
            assertFalse(on.cluster.host(1).tryClose());
            final TestThreads threads = new TestThreads();
            final CountDownLatch isWaiting = new CountDownLatch(1);
            threads.start("peer", () ->
            {
                on.send(0, there, 1, LONG, 1);
                isWaiting.countDown();
                final Buffer answer = back.receive();
                assertContent(LONG, 2, answer);
                answer.free();
                on.cluster.host(0).close();
            });
            isWaiting.await();
            final Buffer received = there.receive();
            assertContent(LONG, 1, received);
            received.putLong(0, 2);
            received.putLong(LONG - Long.BYTES, ~2);
            on.nic(1).send(on.network.route(1, 0), 0, received);
            on.cluster.host(1).close();
            threads.join();
        }
    }

    @Test
    void shouldNotWaitForEverForAHostThatIsClosed()
    {
        final ClusterContext context = new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofMillis(20));
        final MyrinetCluster on = new MyrinetCluster(context, small());
        try (on)
        {
            on.cluster.host(0).isochron();
            final Channel channel = on.nic(0).open(0);
            on.nic(1).open(0);
            on.cluster.host(1).tryClose();
            assertThrows(IsotachTimeoutException.class, channel::receive);
            assertNull(channel.tryReceive());
            on.cluster.close();
            assertThrows(ClusterClosedException.class, channel::receive);
            for (int host = 0; host < 2; host++)
            {
                final Nic nic = on.nic(host);
                final String told = "the cluster of host " + host +
                    " is closed: its network interface sends and receives nothing any more";
                assertRefused(ClusterClosedException.class, told, nic::tryBuffer);
                assertRefused(ClusterClosedException.class, told, () -> nic.open(1));
            }
            assertRefused(ClusterClosedException.class,
                "the cluster of host 0 is closed: its network interface sends and receives nothing any more",
                channel::tryReceive);
        }
    }

    @Test
    void shouldSayInItsOwnWordsThatAHostWasExpelled()
    {
        try (MyrinetCluster on = launch(2, ThreadingMode.INVOKER))
        {
            on.cluster.expel(1);
            assertRefused(HostExpelledException.class,
                "host 1 was expelled: its network interface sends and receives nothing any more", on.nic(1)::tryBuffer);
        }
    }

    @Test
    void shouldReturnWhatIsOnItsWayWhenTheNetworkIsClosed()
    {
        final MyrinetCluster on = launch(2, ThreadingMode.INVOKER);
        try (on)
        {
            final Channel channel = on.nic(1).open(0);
            for (int i = 0; i < 4; i++)
            {
                on.send(0, channel, 1, LONG, i);
            }
            final Buffer received = channel.tryReceive();
            on.network.close();
            assertEquals(3, on.nic(0).freeBuffers());
            assertContent(LONG, 0, received);
            received.free();
            assertEquals(3, on.nic(1).dropped(DropReason.CLOSED));
            on.cluster.close();
            assertThrows(ClusterClosedException.class, on.nic(0)::tryBuffer);
        }
    }

    @Test
    void shouldReturnWhatIsOnItsWayWhenTheClusterIsClosed()
    {
        final MyrinetCluster on = launch(2, ThreadingMode.INVOKER);
        try (on)
        {
            final Channel channel = on.nic(1).open(0);
            on.send(0, channel, 1, LONG, 1);
            on.cluster.close();
            assertEquals(1, on.nic(0).reapSent());
            assertEquals(0, on.nic(0).reapSent());
        }
    }
}
