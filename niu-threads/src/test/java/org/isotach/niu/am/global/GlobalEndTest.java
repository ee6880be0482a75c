/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.AmContext;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Closed clusters, hosts that are expelled, silent or late.
 */
class GlobalEndTest extends GlobalTestBase
{
    @Test
    void shouldTellOfAHostThatWasExpelled()
    {
        launchStepped(HOSTS, new AmContext());
        final GlobalPort port = port(0);
        port.put(g.pointer(1, 0), 1);
        port.get(g.pointer(1, 0), 8);
        port.put(g.pointer(2, 0), 5);
        port.store(g.pointer(1, 0), 1);
        cluster.expel(1);
        final String gone = "host 1 was expelled: it receives no more active messages";
        assertRefused(HostExpelledException.class, gone, () -> port.put(g.pointer(1, 0), 1));
        assertRefused(HostExpelledException.class, gone, () -> port.read(g.pointer(1, 0)));
        assertRefused(HostExpelledException.class, gone, () -> port.write(g.pointer(1, 0), 1));
        assertRefused(HostExpelledException.class, gone, () -> port.bulkGet(g.pointer(1, 0), 0, 9));
        assertRefused(HostExpelledException.class, gone, () -> port.bulkStore(g.pointer(1, 0), 0, 9));
        port(2).poll();
        assertRefused(HostExpelledException.class,
            "2 puts and gets have failed, the last one to host 1: each of them may have taken effect, or not; the" +
            " host was expelled", port::sync);
        // Told once; the others go on.
        port.sync();
        assertEquals(5, port(2).memory().getLong(0));
        assertRefused(HostExpelledException.class,
            "1 stores have failed, the last one to host 1: each of them may have taken effect, or not; the host was" +
            " expelled", port::allStoreSync);
        final String noBarrier = "host 1 was expelled: host 2 cannot come through a barrier of all 3 hosts any more;" +
            " go on without barriers, or in a new cluster";
        for (int i = 0; i < 2; i++)
        {
            assertThrows(HostExpelledException.class, port::barrier);
            assertRefused(HostExpelledException.class, noBarrier, port(2)::barrier);
        }
        port(2).storeSync(0);
        assertRefused(HostExpelledException.class,
            "host 1 was expelled: host 2 waits for 8 more bytes of stores, which may never come; what has come is" +
            " counted, so wait for less, or go on without them", () -> port(2).storeSync(8));
        assertThrows(HostExpelledException.class, () -> port(1).read(g.pointer(0, 0)));
        assertThrows(HostExpelledException.class, () -> port(1).read(g.pointer(1, 0)));
        assertThrows(HostExpelledException.class, () -> port(1).barrier());
    }

    @Test
    void shouldWaitUntilTheTimeLimitForMoreBytesThanThereAre()
    {
        launchStepped(2, new AmContext());
        final GlobalPort port = port(0);
        port.store(g.pointer(0, 0), 1);
        port.storeSync(Long.BYTES);
        assertThrows(IsotachTimeoutException.class, () -> port.storeSync(Long.MAX_VALUE));
        assertThrows(IsotachTimeoutException.class, () -> port.storeSync(Long.BYTES));
    }

    @Test
    void shouldTellThatTheClusterIsClosed()
    {
        launchStepped(2, new AmContext());
        final GlobalPort port = port(0);
        port.put(g.pointer(1, 0), 1);
        cluster.close();
        assertThrows(ClusterClosedException.class, () -> port.read(g.pointer(1, 0)));
        assertThrows(ClusterClosedException.class, () -> port.read(g.pointer(0, 0)));
        assertThrows(ClusterClosedException.class, () -> port.bulkWrite(g.pointer(1, 0), 0, 9));
        assertThrows(ClusterClosedException.class, port::sync);
        assertThrows(ClusterClosedException.class, port::barrier);
        assertThrows(ClusterClosedException.class, port::allStoreSync);
        assertEquals(0, port.outstanding());
    }

    @Test
    void shouldLimitTheTimeOfAWaitAndTakeNoLateAnswerForAnotherOne() throws Exception
    {
        launchStepped(2, new AmContext());
        final GlobalPort port = port(0);
        port(1).memory().putLong(0, 1);
        port(1).memory().putLong(8, 2);
        final String message =
            assertThrows(IsotachTimeoutException.class, () -> port.read(g.pointer(1, 0))).getMessage();
        assertTrue(message.contains("the answers to 1 reads and writes"), message);
        port.put(g.pointer(1, 16), 3);
        assertThrows(IsotachTimeoutException.class, port::sync);
        assertThrows(IsotachTimeoutException.class, () -> port.storeSync(8));
        assertThrows(IsotachTimeoutException.class, port::finish);
        final TestThreads threads = new TestThreads();
        final AtomicInteger isOver = new AtomicInteger();
        threads.start("host-1", () ->
        {
            while (0 == isOver.get())
            {
                port(1).poll();
            }
        });
        repeat(() -> assertEquals(2, port.read(g.pointer(1, 8))));
        repeat(port::sync);
        isOver.set(1);
        threads.join();
        assertEquals(3, port(1).memory().getLong(16));
    }

    @Test
    void shouldFailNoReadOrWriteForAnEarlierOneToAHostThatWasExpelled() throws Exception
    {
        launchStepped(HOSTS, new AmContext());
        final GlobalPort port = port(0);
        port(2).memory().putLong(8, 2);
        assertThrows(IsotachTimeoutException.class, () -> port.read(g.pointer(1, 0)));
        cluster.expel(1);
        assertRefused(HostExpelledException.class, "host 1 was expelled: it receives no more active messages",
            () -> port.read(g.pointer(1, 0)));
        port.write(g.pointer(0, 0), 3);
        assertEquals(3, port.read(g.pointer(0, 0)));
        final TestThreads threads = new TestThreads();
        final AtomicInteger isOver = new AtomicInteger();
        threads.start("host-2", () ->
        {
            while (0 == isOver.get())
            {
                port(2).poll();
            }
        });
        repeat(() -> assertEquals(2, port.read(g.pointer(2, 8))));
        isOver.set(1);
        threads.join();
    }

    @Test
    void shouldFailNothingForACopyThatAnExpulsionHasCutShort()
    {
        launchStepped(HOSTS, new AmContext().depth(1).maxPacketLength(128));
        final GlobalPort port = port(0);
        // One piece is sent, and there is no room for the next one.
        assertThrows(IsotachTimeoutException.class, () -> port.bulkRead(g.pointer(1, 0), 0, 200));
        cluster.expel(1);
        assertThrows(HostExpelledException.class, () -> port.bulkRead(g.pointer(1, 0), 0, 200));
        port.bulkWrite(g.pointer(0, 1000), 0, 200);
        port.writeInt(g.pointer(0, 0), 4);
        assertEquals(4, port.readInt(g.pointer(0, 0)));
    }

    @Test
    void shouldNotWaitForACopyInPacketsThatWasGivenUp()
    {
        launchStepped(HOSTS, new AmContext().directTransfers(false).maxPacketLength(128));
        final GlobalPort port = port(0);
        assertThrows(IsotachTimeoutException.class, () -> port.bulkWrite(g.pointer(1, 0), 0, 200));
        port.memory().putByte(0, (byte)5);
        port.bulkPut(g.pointer(2, 0), 0, 50);
        port.bulkPut(g.pointer(1, 1000), 0, 50);
        port(2).poll();
        port(1).poll();
        port.sync();
        assertEquals(5, port(2).memory().getByte(0));
        assertEquals(5, port(1).memory().getByte(1000));
    }

    @Test
    void shouldNotWaitForAnEarlierReadButAtTheEnd()
    {
        launchStepped(2, new AmContext());
        final GlobalPort port = port(0);
        assertThrows(IsotachTimeoutException.class, () -> port.write(g.pointer(1, 0), 1));
        port.write(g.pointer(0, 0), 3);
        assertEquals(3, port.read(g.pointer(0, 0)));
        final String message = assertThrows(IsotachTimeoutException.class, port::finish).getMessage();
        assertTrue(message.contains("the answers to 1 reads and writes"), message);
        port(1).poll();
        assertEquals(1, port(1).memory().getLong(0));
        final String end = assertThrows(IsotachTimeoutException.class, port::finish).getMessage();
        assertFalse(end.contains("the answers"), end);
    }

    @Test
    void shouldNotDisturbAReadByOneInsideAHandler()
    {
        launchStepped(2, new AmContext());
        final GlobalPort port = port(0);
        port(1).memory().putLong(0, 1);
        final int request = am.onRequest(arrived ->
        {
            assertThrows(IllegalStateException.class, () -> port.read(g.pointer(1, 8)));
            port(1).poll();
        });
        am.port(cluster.host(1)).request(0, request, 0, 0, 0, 0);
        assertEquals(1, port.read(g.pointer(1, 0)));
        am.port(cluster.host(1)).request(0, request, 0, 0, 0, 0);
        port.poll();
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldNotDisturbStoreSyncByOneInsideAHandler()
    {
        launchStepped(2, new AmContext());
        final GlobalPort port = port(0);
        final int request = am.onRequest(arrived ->
            assertThrows(IllegalStateException.class, () -> port.storeSync(0)));
        port(1).store(g.pointer(0, 0), 1);
        am.port(cluster.host(1)).request(0, request, 0, 0, 0, 0);
        assertThrows(IsotachTimeoutException.class, () -> port.storeSync(16));
        port(1).store(g.pointer(0, 8), 1);
        port.storeSync(16);
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldNotMakeAReadWaitForOthersByAnEndInsideAHandler()
    {
        launchStepped(HOSTS, new AmContext());
        final GlobalPort port = port(0);
        port(2).memory().putLong(8, 7);
        assertThrows(IsotachTimeoutException.class, () -> port.read(g.pointer(1, 0)));
        final int request = am.onRequest(arrived ->
        {
            assertThrows(IllegalStateException.class, port::finish);
            port(2).poll();
        });
        am.port(cluster.host(2)).request(0, request, 0, 0, 0, 0);
        assertEquals(7, port.read(g.pointer(2, 8)));
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldGoOnWithABarrierThatTookTooLong()
    {
        launchStepped(2, new AmContext());
        final String message = assertThrows(IsotachTimeoutException.class, port(0)::barrier).getMessage();
        assertTrue(message.contains("host 1 in round 1 of 1 of a barrier"), message);
        assertThrows(IsotachTimeoutException.class, port(0)::barrier);
        // Host 0 has told it once, so this is the same barrier.
        port(1).barrier();
        port(0).barrier();
        assertThrows(IsotachTimeoutException.class, port(1)::barrier);
    }

    @Test
    void shouldTellOfASilentHost()
    {
        launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofSeconds(20)), new AmContext().giveUp(Duration.ofMillis(100)));
        assertRefused(IsotachTimeoutException.class,
            "1 reads and writes have failed, the last one to host 1: each of them may have taken effect, or not; the" +
            " host has not answered, and counts as gone; see AmContext.giveUp, and Cluster.expel",
            () -> port(0).read(g.pointer(1, 0)));
        assertThrows(IsotachTimeoutException.class, () -> port(0).put(g.pointer(1, 0), 1));
        assertThrows(IsotachTimeoutException.class, port(0)::barrier);
        assertEquals(0, port(0).outstanding());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReachEveryThreadThatWaits(final ThreadingMode mode) throws Exception
    {
        launch(new ClusterContext().hosts(4).threadingMode(mode), new AmContext());
        final AtomicInteger told = new AtomicInteger();
        final AtomicInteger asked = new AtomicInteger();
        final TestThreads threads = new TestThreads();
        // Host 0 answers nobody.
        threads.start("reads", () ->
        {
            assertThrows(HostExpelledException.class, () -> port(1).read(g.pointer(0, 0)));
            assertThrows(HostExpelledException.class, () -> port(1).storeSync(8));
            told.incrementAndGet();
            // Host 3 never comes to its end.
            assertThrows(ClusterClosedException.class, port(1)::finish);
        });
        threads.start("barrier", () ->
        {
            assertThrows(HostExpelledException.class, port(2)::barrier);
            told.incrementAndGet();
            assertThrows(ClusterClosedException.class, port(2)::finish);
        });
        threads.start("gets", () ->
        {
            port(3).bulkGet(g.pointer(0, 0), 0, 9);
            asked.set(1);
            assertThrows(HostExpelledException.class, port(3)::sync);
            told.incrementAndGet();
        });
        threads.start("expels", () ->
        {
            awaitCount(asked, 1);
            cluster.expel(0);
            awaitCount(told, 3);
            cluster.close();
        });
        threads.join();
    }

    /**
     * The other thread may have no processor for that long.
     */
    private static void repeat(final Runnable call)
    {
        boolean isDone = false;
        while (!isDone)
        {
            TestThreads.checkNotInterrupted();
            try
            {
                call.run();
                isDone = true;
            }
            catch (final IsotachTimeoutException ex)
            {
                assertTrue(ex.getMessage().contains("the answers to "), ex.getMessage());
            }
        }
    }

    private static void awaitCount(final AtomicInteger count, final int value)
    {
        while (count.get() < value)
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
    }
}
