/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Each slot arrives whole, once and in order, when its batch is flushed, and is not written before it is given back.
 */
final class SlotRingTest
{
    private static boolean tryWrite(final SlotRing ring, final long value)
    {
        final SlotWriter writer = ring.writer();
        final int index = writer.tryClaim();
        if (SlotWriter.NO_ROOM == index)
        {
            return false;
        }
        for (int i = 0; i < ring.contentLength(); i += Long.BYTES)
        {
            writer.buffer().putLong(index + i, value + i);
        }
        writer.commit();
        return true;
    }

    private static void assertSlot(final SlotRing ring, final long value)
    {
        final SlotReader reader = ring.reader();
        for (int i = 0; i < ring.contentLength(); i += Long.BYTES)
        {
            // Without boxes.
            assertTrue(value + i == reader.buffer().getLong(reader.offset() + i));
        }
    }

    @ParameterizedTest
    @CsvSource({ "2, 64", "4, 128", "16, 192", "64, 4096" })
    void shouldDoWhatAQueueDoes(final int slots, final int slotLength)
    {
        for (int seed = 0; seed < 50; seed++)
        {
            final SplittableRandom random = new SplittableRandom(seed);
            final SlotRing ring = new SlotRing(slots, slotLength);
            final Deque<Long> unseen = new ArrayDeque<>();
            final Deque<Long> there = new ArrayDeque<>();
            boolean isHeld = false;
            for (int i = 0; i < 500; i++)
            {
                switch (random.nextInt(5))
                {
                    case 0, 1 ->
                    {
                        final boolean isWritten = tryWrite(ring, i);
                        assertEquals(unseen.size() + there.size() + (isHeld ? 1 : 0) < slots, isWritten);
                        if (isWritten)
                        {
                            unseen.add((long)i);
                        }
                        else
                        {
                            there.addAll(unseen);
                            unseen.clear();
                        }
                    }
                    case 2 ->
                    {
                        ring.writer().flush();
                        there.addAll(unseen);
                        unseen.clear();
                    }
                    case 3 ->
                    {
                        isHeld = ring.reader().next();
                        assertEquals(!there.isEmpty(), isHeld);
                        if (isHeld)
                        {
                            assertSlot(ring, there.remove());
                        }
                    }
                    default ->
                    {
                        assertEquals(there.isEmpty(), ring.reader().isEmpty());
                        ring.reader().release();
                        isHeld = false;
                    }
                }
                assertEquals(slots - unseen.size() - there.size() - (isHeld ? 1 : 0), ring.writer().freeSlots());
            }
        }
    }

    @Test
    void shouldUseAllSlots()
    {
        final SlotRing ring = new SlotRing(4, 64);
        for (int i = 0; i < 4; i++)
        {
            assertTrue(tryWrite(ring, i));
        }
        assertTrue(ring.reader().isEmpty());
        assertFalse(tryWrite(ring, 4));
        assertFalse(ring.reader().isEmpty(), "flushed, because all slots are in use");
        assertTrue(ring.reader().next());
        assertFalse(tryWrite(ring, 4), "over the slot that is being read");
        assertSlot(ring, 0);
        assertTrue(ring.reader().next());
        assertTrue(tryWrite(ring, 4));
        assertEquals(0, ring.writer().freeSlots());
    }

    @Test
    void shouldShowABatchAtOnce()
    {
        final SlotRing ring = new SlotRing(8, 64);
        tryWrite(ring, 10);
        tryWrite(ring, 20);
        tryWrite(ring, 30);
        assertFalse(ring.reader().next());
        ring.writer().flush();
        ring.writer().flush();
        tryWrite(ring, 40);
        for (int i = 1; i <= 3; i++)
        {
            assertTrue(ring.reader().next());
            assertSlot(ring, 10 * i);
        }
        assertFalse(ring.reader().next());
    }

    @Test
    void shouldOpenOneSlotAtATime()
    {
        final SlotRing ring = new SlotRing(2, 64);
        final SlotWriter writer = ring.writer();
        assertThrows(IllegalStateException.class, writer::commit);
        assertThrows(IllegalStateException.class, writer::abort);
        final int index = writer.tryClaim();
        assertEquals("slot 0 is open: commit() or abort() it before the next",
            assertThrows(IllegalStateException.class, writer::tryClaim).getMessage());
        writer.abort();
        writer.flush();
        assertFalse(ring.reader().next());
        assertEquals(index, writer.tryClaim());
        assertSame(writer, ring.writer());
        assertSame(ring.reader(), ring.reader());
    }

    @ParameterizedTest
    @ValueSource(ints = { -2, 0, 1, 3, 12, 65535, 131072 })
    void shouldRefuseOtherNumbersOfSlots(final int slots)
    {
        assertEquals("slots: " + slots + " (expected: a power of two in 2..65536)",
            assertThrows(IllegalArgumentException.class, () -> new SlotRing(slots, 64)).getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = { -64, 0, 32, 65, 96, 4160 })
    void shouldRefuseOtherLengths(final int length)
    {
        assertEquals("slotLength: " + length + " (expected: a multiple of 64 in 64..4096 bytes)",
            assertThrows(IllegalArgumentException.class, () -> new SlotRing(2, length)).getMessage());
    }

    @ParameterizedTest
    @CsvSource({ "2, 1", "4, 3", "4, 1" })
    void shouldLeaveSomeSlotsEmpty(final int slots, final int empty)
    {
        final SlotRing ring = new SlotRing(slots, 64, empty);
        for (int round = 0; round < 5; round++)
        {
            for (int i = 0; i < slots - empty; i++)
            {
                assertEquals(slots - empty - i, ring.writer().freeSlots());
                tryWrite(ring, round + 3L * i);
            }
            assertEquals(SlotWriter.NO_ROOM, ring.writer().tryClaim());
            for (int i = 0; i < slots - empty; i++)
            {
                assertTrue(ring.reader().next());
                assertSlot(ring, round + 3L * i);
            }
            ring.reader().release();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { -1, 4 })
    void shouldRefuseOtherNumbersOfEmptySlots(final int empty)
    {
        assertEquals("empty: " + empty + " (expected: 0..3)",
            assertThrows(IllegalArgumentException.class, () -> new SlotRing(4, 64, empty)).getMessage());
    }

    @Test
    void shouldHaveAsManySlotsAsThereMayBe()
    {
        final SlotRing ring = new SlotRing(SlotRing.MAX_SLOTS, 64);
        for (int round = 0; round < 3; round++)
        {
            for (int i = 0; i < ring.slots(); i++)
            {
                tryWrite(ring, round + 3L * i);
            }
            assertEquals(0, ring.writer().freeSlots());
            ring.writer().flush();
            for (int i = 0; i < ring.slots(); i++)
            {
                assertTrue(ring.reader().next());
                assertSlot(ring, round + 3L * i);
            }
            ring.reader().release();
        }
    }

    @ParameterizedTest
    @CsvSource({ "2, 1", "8, 3", "1024, 16" })
    void shouldHandOverBetweenTwoThreads(final int slots, final int batch) throws InterruptedException
    {
        final int count = 100_000;
        final SlotRing ring = new SlotRing(slots, 128);
        final TestThreads threads = new TestThreads();
        threads.start("writer", () ->
        {
            for (int i = 0; i < count; i++)
            {
                while (!tryWrite(ring, i))
                {
                    TestThreads.checkNotInterrupted();
                    Thread.yield();
                }
                if (0 == i % batch)
                {
                    ring.writer().flush();
                }
            }
            ring.writer().flush();
        });
        threads.start("reader", () ->
        {
            for (int i = 0; i < count; i++)
            {
                while (!ring.reader().next())
                {
                    TestThreads.checkNotInterrupted();
                    Thread.yield();
                }
                assertSlot(ring, i);
            }
        });
        threads.join();
    }

    @Test
    void shouldAllocateNothing()
    {
        final SlotRing ring = new SlotRing(4, 64);
        new Allocations().assertNone(1000, () ->
        {
            tryWrite(ring, 5);
            ring.writer().flush();
            assertTrue(ring.reader().next());
            assertSlot(ring, 5);
        });
    }
}
