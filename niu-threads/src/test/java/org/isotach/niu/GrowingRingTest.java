/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

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
        return new GrowingRing<>(maxSize, () ->
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
        assertEquals(GrowingRing.INITIAL_SIZE + maxSize, made.get());
        for (int i = 0; i < maxSize; i++)
        {
            assertNotNull(small.tryClaim());
            small.publish();
        }
        assertNull(small.tryClaim());
        small.free(0);
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
            for (int k = 0; k < GrowingRing.INITIAL_SIZE; k++)
            {
                put(i);
            }
            ring.free(ring.published());
        }
        assertEquals(GrowingRing.INITIAL_SIZE, ring.size());
        assertEquals(GrowingRing.INITIAL_SIZE, made.get());
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
        ring.free(MAX_SIZE - 1);
        final int before = made.get();
        for (int i = 0; i < 10 * MAX_SIZE; i++)
        {
            put(i);
            ring.free(ring.published());
        }
        assertEquals(before, made.get());
        assertEquals(MAX_SIZE, ring.size());
    }

    @Test
    void shouldReturnTheSameEntryUntilItIsPublished()
    {
        for (int i = 0; i < GrowingRing.INITIAL_SIZE; i++)
        {
            put(i);
        }
        final Entry claimed = ring.tryClaim();
        assertSame(claimed, ring.tryClaim());
        assertEquals(2 * GrowingRing.INITIAL_SIZE, ring.size());
        assertEquals(GrowingRing.INITIAL_SIZE - 1, ring.published());
    }

    @Test
    void shouldUseNoEntryAgainThatIsNotFree()
    {
        final SplittableRandom random = new SplittableRandom(25);
        final Map<Entry, Long> underWay = new IdentityHashMap<>();
        long freed = -1;
        for (int i = 0; i < 200_000; i++)
        {
            if (ring.published() - freed < MAX_SIZE && random.nextInt(1000) < 500 + i / 2000)
            {
                final Entry entry = ring.tryClaim();
                ring.publish();
                entry.value = ring.published();
                assertNull(underWay.put(entry, entry.value), "it is still under way");
            }
            else if (freed < ring.published())
            {
                freed++;
                segment = segment.of(freed);
                assertEquals(freed, underWay.remove(segment.get(freed)));
                ring.free(freed);
            }
        }
        assertTrue(ring.size() > GrowingRing.INITIAL_SIZE);
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
            final int count = 5000;
            final int burst = 1 + random.nextInt(2 * GrowingRing.INITIAL_SIZE);
            final Thread producer = new Thread(() ->
            {
                for (int i = 0; i < count; i++)
                {
                    Entry entry = shared.tryClaim();
                    while (null == entry)
                    {
                        Thread.onSpinWait();
                        entry = shared.tryClaim();
                    }
                    entry.value = i;
                    shared.publish();
                }
            });
            producer.start();
            GrowingRing.Segment<Entry> position = shared.first();
            for (int i = 0; i < count; i++)
            {
                while (shared.published() < i)
                {
                    Thread.onSpinWait();
                }
                position = position.of(i);
                assertEquals(i, position.get(i).value);
                if (0 == i % burst)
                {
                    shared.free(i);
                }
            }
            producer.join();
        }
    }

    private void put(final long value)
    {
        ring.tryClaim().value = value;
        ring.publish();
    }

    private long get(final long sequence)
    {
        segment = segment.of(sequence);
        return segment.get(sequence).value;
    }
}
