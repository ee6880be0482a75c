/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class WaitingThreadsTest
{
    private static final int WAITERS = 1000;
    private static final int MANY = 10_000;

    private final AtomicInteger parked = new AtomicInteger();
    private final WaitingThreads threads = new WaitingThreads(parked);

    /**
     * One that is woken by calls, and counts them.
     */
    private static final class Sleeper implements ParkedThread
    {
        int wakes;

        @Override
        public boolean isWatched()
        {
            return false;
        }

        @Override
        public void look(final boolean isChanged)
        {
            throw new AssertionError("nobody looks at it");
        }

        @Override
        public void wake()
        {
            wakes++;
        }
    }

    @Test
    void shouldLookAtFewPlacesAgainWhenThereHaveBeenMany()
    {
        final Sleeper[] waiters = new Sleeper[MANY];
        final int[] places = new int[MANY];
        for (int i = 0; i < MANY; i++)
        {
            waiters[i] = new Sleeper();
            places[i] = threads.join(waiters[i], 0);
        }
        final int last = MANY - 1;
        for (int i = 0; i < last; i++)
        {
            threads.leave(waiters[i], places[i]);
        }
        assertEquals("WaitingThreads{watched=0, looksAt=264}", threads.toString());
        assertEquals(places[last] + 1, threads.wakeFrom(0), "the one that is still there");
        assertEquals(1, waiters[last].wakes);
        assertEquals(0, threads.join(waiters[0], places[0]), "the first place that is free");

        threads.leave(waiters[last], places[last]);
        assertEquals("WaitingThreads{watched=0, looksAt=8}", threads.toString());
    }

    @Test
    void shouldWakeEachOnce()
    {
        final Sleeper[] waiters = new Sleeper[WAITERS];
        for (int i = 0; i < WAITERS; i++)
        {
            waiters[i] = new Sleeper();
            threads.join(waiters[i], 0);
        }
        threads.wakeAll();
        assertTrue(Arrays.stream(waiters).allMatch(waiter -> 1 == waiter.wakes));
    }

    @Test
    void shouldHaveAPlaceForEachAndUseItAgain()
    {
        final Sleeper[] waiters = new Sleeper[WAITERS];
        final int[] places = new int[WAITERS];
        final Set<Integer> different = new HashSet<>();
        for (int i = 0; i < WAITERS; i++)
        {
            waiters[i] = new Sleeper();
            places[i] = threads.join(waiters[i], 0);
            different.add(places[i]);
        }
        assertEquals(WAITERS, different.size());
        assertEquals(WAITERS, parked.get());
        assertFalse(threads.areWatched());

        int found = 0;
        for (int place = threads.wakeFrom(0); place >= 0; place = threads.wakeFrom(place))
        {
            found++;
        }
        assertEquals(WAITERS, found);
        assertTrue(Arrays.stream(waiters).allMatch(waiter -> 1 == waiter.wakes));

        for (int i = 0; i < WAITERS; i++)
        {
            threads.leave(waiters[i], places[i]);
        }
        assertEquals(0, parked.get());
        assertEquals(-1, threads.wakeFrom(0));
        for (int i = 0; i < WAITERS; i++)
        {
            assertEquals(places[i], threads.join(waiters[i], places[i]), "the place that it had before");
        }
    }
}
