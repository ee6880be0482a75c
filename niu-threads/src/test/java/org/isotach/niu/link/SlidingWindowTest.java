/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.niu.link.RecordRingTest.assertPacket;
import static org.isotach.niu.link.RecordRingTest.trySend;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Each message arrives once, and in order, whatever the links do.
 */
final class SlidingWindowTest
{
    private static final String EACH = "drop=0.05,duplicate=0.05,delay=0.05,reorder=0.05,corrupt=0.05";
    private static final int CAPACITY = 1024;
    private static final int MESSAGES = 2000;
    private static final int TICKS = 1_000_000;

    private static SlidingWindow window(final String faults, final int capacity)
    {
        final FaultInjector injector = new FaultInjector(LinkFaults.parse(faults));
        return new SlidingWindow(
            new FaultyPacketLink(capacity, injector.newGenerator()),
            new FaultyPacketLink(256, injector.newGenerator()),
            capacity);
    }

    /**
     * Ends that take turns at random.
     */
    private static void exchange(final SlidingWindow window, final int longest, final SplittableRandom random)
    {
        int sent = 0;
        int received = 0;
        for (int tick = 0; received < MESSAGES || !window.writer().isAcknowledged(); tick++)
        {
            assertTrue(tick < TICKS, received + " messages of " + sent + " have arrived");
            for (int burst = random.nextInt(5); burst > 0 && sent < MESSAGES; burst--)
            {
                sent += trySend(window.writer(), sent % (longest + 1), sent) ? 1 : 0;
            }
            window.writer().tick();
            for (int burst = random.nextInt(6); burst > 0 && window.reader().next(); burst--)
            {
                assertPacket(window.reader(), received % (longest + 1), received);
                received++;
            }
            window.reader().tick();
            assertTrue(received <= sent);
            assertEquals(sent, window.writer().sent());
            assertEquals(received, window.reader().received());
            assertTrue(sent - received <= window.writer().unacknowledged());
        }
        assertFalse(window.reader().next());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "drop=0.5", "duplicate=0.9", "delay=0.9", "reorder=0.5", "corrupt=0.5", EACH,
        "drop=0.3,delay=0.3,corrupt=0.3" })
    void shouldDeliverEverythingOnceAndInOrder(final String faults)
    {
        final SlidingWindow window = window(faults, CAPACITY);
        exchange(window, 64, new SplittableRandom(1));
    }

    @ParameterizedTest
    @ValueSource(ints = { 64, 128, 512 })
    void shouldDeliverThroughSmallWindows(final int capacity)
    {
        for (int seed = 0; seed < 5; seed++)
        {
            final SlidingWindow window = window(EACH + ",seed=" + seed, capacity);
            exchange(window, window.maxPacketLength(), new SplittableRandom(seed));
        }
    }

    @Test
    void shouldDeliverOverLinksWithoutFaults()
    {
        final SlidingWindow window = new SlidingWindow(new RecordRing(512), new RecordRing(64), 256);
        exchange(window, window.maxPacketLength(), new SplittableRandom(3));
        assertEquals(0, window.reader().corruptPackets());
    }

    @Test
    void shouldSendNoMoreThanFitsUntilItIsAcknowledged()
    {
        final SlidingWindow window = new SlidingWindow(new RecordRing(4096), new RecordRing(64), 128);
        int sent = 0;
        while (trySend(window.writer(), 16, sent))
        {
            sent++;
        }
        assertEquals(128 / (8 + 8 + 16), sent);
        assertTrue(window.reader().next());
        assertFalse(trySend(window.writer(), 16, sent), "acknowledged before it was given back");
        assertTrue(window.reader().next());
        assertTrue(trySend(window.writer(), 16, sent));
        assertFalse(trySend(window.writer(), 16, sent));
        assertEquals(sent, window.writer().unacknowledged());
    }

    @Test
    void shouldAskLessAndLessOftenWhileNobodyAnswers()
    {
        final RecordRing packets = new RecordRing(1 << 16);
        final SlidingWindow window = new SlidingWindow(packets, new RecordRing(64), 64);
        trySend(window.writer(), 8, 1);
        for (int i = 0; i < 4000; i++)
        {
            window.writer().tick();
        }
        int copies = 0;
        while (packets.reader().next())
        {
            copies++;
        }
        // After 5, 9, 17 .. 1025 ticks, and then again after 1025.
        assertEquals(1 + 9 + 1, copies);
        assertFalse(window.writer().isAcknowledged());
    }

    @Test
    void shouldRefuseAnswersToWhatWasNotSent()
    {
        final RecordRing answers = new RecordRing(64);
        final SlidingWindow window = new SlidingWindow(new RecordRing(256), answers, 256);
        trySend(window.writer(), 8, 1);
        final int index = answers.writer().tryClaim(8);
        answers.writer().buffer().putLong(index, 2);
        answers.writer().commit();
        assertEquals("message 1 is acknowledged, and 1 were sent: a link belongs to one window",
            assertThrows(IllegalStateException.class, window.writer()::tick).getMessage());
    }

    @Test
    void shouldRefuseMisuse()
    {
        final RecordRing link = new RecordRing(64);
        assertThrows(IllegalArgumentException.class, () -> new SlidingWindow(link, link, 63));
        assertThrows(IllegalArgumentException.class, () -> new SlidingWindow(link, link, 32));
        final WindowSender sender = new SlidingWindow(link, new RecordRing(64), 64).writer();
        assertEquals(16, sender.maxMessageLength());
        assertEquals("length: 17 (expected: 0..16 bytes)",
            assertThrows(IllegalArgumentException.class, () -> sender.tryClaim(17)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> sender.tryClaim(-1));
        assertThrows(IllegalStateException.class, sender::commit);
        assertThrows(IllegalStateException.class, sender::abort);
        sender.tryClaim(3);
        assertThrows(IllegalStateException.class, () -> sender.tryClaim(3));
        sender.abort();
        assertEquals(0, sender.sent());
    }

    @Test
    void shouldDeliverBetweenTwoThreads() throws InterruptedException
    {
        final int count = 30_000;
        final SlidingWindow window = window(EACH, 4096);
        final AtomicBoolean isDone = new AtomicBoolean();
        final TestThreads threads = new TestThreads();
        threads.start("sender", () ->
        {
            int sent = 0;
            while (sent < count || !window.writer().isAcknowledged())
            {
                sent += sent < count && trySend(window.writer(), sent & 31, sent) ? 1 : 0;
                window.writer().tick();
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
            isDone.set(true);
        });
        threads.start("receiver", () ->
        {
            int received = 0;
            while (!isDone.get())
            {
                while (window.reader().next())
                {
                    assertPacket(window.reader(), received & 31, received);
                    received++;
                }
                window.reader().tick();
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
            assertEquals(count, received);
        });
        threads.join();
    }

    @Test
    void shouldAllocateNothing()
    {
        final SlidingWindow window = window(EACH, CAPACITY);
        new Allocations().assertNone(1000, () ->
        {
            trySend(window.writer(), 24, 1);
            window.writer().tick();
            while (window.reader().next())
            {
                assertEquals(24, window.reader().length());
            }
            window.reader().tick();
        });
        assertTrue(window.reader().received() > 0);
    }
}
