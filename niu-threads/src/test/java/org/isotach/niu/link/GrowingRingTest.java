/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.ref.WeakReference;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A ring that takes the memory of what was under way at one time.
 */
final class GrowingRingTest
{
    private static final int INITIAL_SIZE = 64;
    private static final int MAX_SIZE = 1024;

    private static final class Entry
    {
        private long value;
    }

    private final AtomicInteger made = new AtomicInteger();
    private final GrowingRing<Entry> ring = ring(MAX_SIZE);
    private GrowingRing.Segment<Entry> segment = ring.first();

    private GrowingRing<Entry> ring(final int maxSize)
    {
        return new GrowingRing<>(INITIAL_SIZE, maxSize, () ->
        {
            made.incrementAndGet();
            return new Entry();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 16 })
    void shouldNotBeginLargerThanItMayBecome(final int maxSize)
    {
        final GrowingRing<Entry> small = ring(maxSize);
        assertEquals(maxSize, small.size());
        assertEquals(INITIAL_SIZE + maxSize, made.get());
        for (int i = 0; i < maxSize; i++)
        {
            assertNotNull(small.tryClaim());
            small.publish();
        }
        assertNull(small.tryClaim());
        small.freed().set(0);
        assertNotNull(small.tryClaim());
    }

    /**
     * However much goes through it, it makes no more entries than were under way at one time.
     */
    @Test
    void shouldMakeNothingMoreWhenNoMoreIsUnderWay()
    {
        for (int i = 0; i < 10_000; i++)
        {
            for (int k = 0; k < INITIAL_SIZE; k++)
            {
                put(i);
            }
            ring.freed().set(ring.published().get());
        }
        assertEquals(INITIAL_SIZE, ring.size());
        assertEquals(INITIAL_SIZE, made.get());
    }

    @Test
    void shouldHaveRoomForAsMuchAsThereMayBe()
    {
        for (int i = 0; i < MAX_SIZE; i++)
        {
            put(i);
        }
        for (int i = 0; i < MAX_SIZE; i++)
        {
            assertEquals(i, get(i));
        }
        ring.freed().set(MAX_SIZE - 1);
        final int before = made.get();
        for (int i = 0; i < 10 * MAX_SIZE; i++)
        {
            put(i);
            ring.freed().set(ring.published().get());
        }
        assertEquals(before, made.get());
        assertEquals(MAX_SIZE, ring.size());
    }

    @Test
    void shouldReturnTheSameEntryUntilItIsPublished()
    {
        for (int i = 0; i < INITIAL_SIZE; i++)
        {
            put(i);
        }
        final Entry claimed = ring.tryClaim();
        assertSame(claimed, ring.tryClaim());
        assertEquals(2 * INITIAL_SIZE, ring.size());
        assertEquals(INITIAL_SIZE - 1, ring.published().get());
    }

    @Test
    void shouldUseNoEntryAgainThatIsNotFree()
    {
        final SplittableRandom random = new SplittableRandom(25);
        final Map<Entry, Long> underWay = new IdentityHashMap<>();
        long freed = -1;
        for (int i = 0; i < 200_000; i++)
        {
            if (ring.published().get() - freed < MAX_SIZE && random.nextInt(1000) < 500 + i / 2000)
            {
                final Entry entry = ring.tryClaim();
                ring.publish();
                entry.value = ring.published().get();
                assertNull(underWay.put(entry, entry.value), "it is still under way");
            }
            else if (freed < ring.published().get())
            {
                freed++;
                assertEquals(freed, underWay.remove(entry(freed)));
                ring.freed().set(freed);
            }
        }
        assertTrue(ring.size() > INITIAL_SIZE);
    }

    @Test
    void shouldForgetASegmentThatEverybodyHasRead() throws InterruptedException
    {
        final WeakReference<GrowingRing.Segment<Entry>> before = new WeakReference<>(segment);
        for (int i = 0; i <= INITIAL_SIZE; i++)
        {
            put(i);
        }
        for (int i = 0; i <= INITIAL_SIZE; i++)
        {
            assertEquals(i, get(i));
        }
        // The timeout of the test interrupts it.
        while (null != before.get())
        {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(2 * INITIAL_SIZE, ring.size());
    }

    /**
     * One thread publishes, another one reads and frees in bursts; the ring grows under both of them.
     */
    @Test
    void shouldHandOverInOrderBetweenTwoThreads() throws InterruptedException
    {
        final SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 200; round++)
        {
            final GrowingRing<Entry> shared = ring(MAX_SIZE);
            GrowingRing.Segment<Entry> position = shared.first();
            final int count = 5000;
            final int burst = 1 + random.nextInt(2 * INITIAL_SIZE);
            final TestThreads threads = new TestThreads();
            threads.start("producer", () ->
            {
                for (int i = 0; i < count; i++)
                {
                    Entry entry = shared.tryClaim();
                    while (null == entry)
                    {
                        Thread.yield();
                        entry = shared.tryClaim();
                    }
                    entry.value = i;
                    shared.publish();
                }
            });
            for (int i = 0; i < count; i++)
            {
                while (shared.published().get() < i)
                {
                    Thread.yield();
                }
                if (position.isBefore(i))
                {
                    position = position.next();
                }
                assertEquals(i, position.get(i).value);
                if (0 == i % burst)
                {
                    shared.freed().set(i);
                }
            }
            threads.join();
        }
    }

    private void put(final long value)
    {
        ring.tryClaim().value = value;
        ring.publish();
    }

    private long get(final long sequence)
    {
        return entry(sequence).value;
    }

    private Entry entry(final long sequence)
    {
        if (segment.isBefore(sequence))
        {
            segment = segment.next();
        }
        return segment.get(sequence);
    }
}
