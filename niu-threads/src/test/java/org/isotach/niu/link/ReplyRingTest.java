/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.SplittableRandom;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Results are taken where they lie, each of them once and in order.
 */
final class ReplyRingTest
{
    private static final int INITIAL_SIZE = 4;
    private static final int MAX_SIZE = 32;

    private final ReplyRing ring = new ReplyRing(INITIAL_SIZE, MAX_SIZE);

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 4, 8, 32 })
    void shouldRefuseMoreThanThereMayBe(final int maxSize)
    {
        final ReplyRing small = new ReplyRing(INITIAL_SIZE, maxSize);
        for (int round = 0; round < 3; round++)
        {
            int count = 0;
            while (small.tryPut(1, count, 10L * round + count))
            {
                count++;
            }
            assertEquals(count, small.size());
            // When it has just grown, what is left in smaller segments comes on top.
            assertTrue(count >= maxSize && count < 2 * maxSize && (0 == round || maxSize == count));
            for (int i = 0; i < count; i++)
            {
                assertNext(small, 1, i, 10L * round + i);
            }
            assertFalse(small.tryNext());
            assertEquals(0, small.size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 7, (1 << 20) - 1, Integer.MAX_VALUE, ~0, ~5, Integer.MIN_VALUE })
    void shouldHandOverEachPlace(final int place)
    {
        for (int family = 0; family < 16; family++)
        {
            assertTrue(ring.tryPut(family, place, Long.MIN_VALUE + family));
            assertNext(ring, family, place, Long.MIN_VALUE + family);
        }
    }

    @Test
    void shouldGiveTheSameResultUntilItIsTaken()
    {
        ring.tryPut(2, 3, 4);
        assertTrue(ring.tryNext());
        assertEquals(1, ring.size());
        assertNext(ring, 2, 3, 4);
        assertFalse(ring.tryNext());
    }

    @Test
    void shouldLoseNothingWhenItGrows()
    {
        final SplittableRandom random = new SplittableRandom(26);
        for (int round = 0; round < 1000; round++)
        {
            final ReplyRing growing = new ReplyRing(INITIAL_SIZE, MAX_SIZE);
            int put = 0;
            int taken = 0;
            for (int i = 0; i < 300; i++)
            {
                if (random.nextInt(300) < 100 + i / 2)
                {
                    final boolean isPut = growing.tryPut(0, put, put);
                    assertTrue(isPut || put - taken >= MAX_SIZE);
                    put += isPut ? 1 : 0;
                }
                else if (put > taken)
                {
                    assertNext(growing, 0, taken, taken);
                    taken++;
                }
                else
                {
                    assertFalse(growing.tryNext());
                }
            }
        }
    }

    /**
     * What an entry holds of the sequence begins anew after 2^27 results.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 8 })
    void shouldKnowNewResultsFromOldOnesForEver(final int maxSize)
    {
        final ReplyRing small = new ReplyRing(1, maxSize, (1L << 27) - 100);
        for (int i = 0; i < 200; i++)
        {
            assertTrue(small.tryPut(0, 0, i));
            assertNext(small, 0, 0, i);
            assertFalse(small.tryNext());
        }
        for (int i = 0; i < maxSize; i++)
        {
            assertTrue(small.tryPut(0, 0, i));
        }
        for (int i = 0; i < maxSize; i++)
        {
            assertNext(small, 0, 0, i);
        }
        assertFalse(small.tryNext());
    }

    /**
     * One thread puts, another one takes in bursts; the ring grows under both of them.
     */
    @Test
    void shouldHandOverInOrderBetweenTwoThreads() throws InterruptedException
    {
        final SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 100; round++)
        {
            final ReplyRing shared = new ReplyRing(INITIAL_SIZE, MAX_SIZE);
            final int count = 2000;
            final int burst = 1 + random.nextInt(MAX_SIZE);
            final TestThreads threads = new TestThreads();
            threads.start("producer", () ->
            {
                for (int i = 0; i < count; i++)
                {
                    while (!shared.tryPut(i & 15, ~i, -i))
                    {
                        Thread.yield();
                    }
                }
            });
            for (int i = 0; i < count; i++)
            {
                while (0 == i % burst && shared.size() < Math.min(burst, count - i) || !shared.tryNext())
                {
                    Thread.yield();
                }
                assertNext(shared, i & 15, ~i, -i);
            }
            threads.join();
            assertFalse(shared.tryNext());
        }
    }

    private static void assertNext(final ReplyRing ring, final int family, final int place, final long value)
    {
        assertTrue(ring.tryNext());
        assertEquals(family, ring.family());
        assertEquals(place, ring.place());
        assertEquals(value, ring.value());
        ring.take();
    }
}
