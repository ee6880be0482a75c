/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What time it is for a port.
 */
final class AmClockTest
{
    private static final long GIVE_UP_NS = 30_000_000_000L;

    private static final long NOT_DUE = -1;

    private long sourceNs;
    private int reads;

    private AmClock clock(final boolean isSystem)
    {
        return new AmClock(() ->
        {
            reads++;
            return sourceNs;
        }, isSystem, GIVE_UP_NS);
    }

    private static long look(final AmClock clock)
    {
        clock.poll();
        return clock.isDue() ? clock.nowNs() : NOT_DUE;
    }

    @Test
    void shouldReadTheClockOfASpinningThreadAtEveryFourthLook()
    {
        final AmClock clock = clock(true);
        reads = 0;
        for (int i = 0; i < 400; i++)
        {
            sourceNs += 100;
            assertEquals(0 == i % 4 ? sourceNs : NOT_DUE, look(clock));
        }
        assertEquals(100, reads);
    }

    @Test
    void shouldReadTheClockAtEachLookOfAThreadThatParks()
    {
        final AmClock clock = clock(true);
        reads = 0;
        for (int i = 1; i <= 100; i++)
        {
            sourceNs += 10_000_000;
            assertEquals(i * 10_000_000L, look(clock));
        }
        assertEquals(100, reads);
    }

    @Test
    void shouldReadAClockOfATestAtEachLook()
    {
        final AmClock clock = clock(false);
        for (int i = 1; i <= 100; i++)
        {
            sourceNs++;
            assertEquals(i, look(clock));
        }
    }

    @Test
    void shouldNotCountMoreThan20MsOfAPause()
    {
        final AmClock clock = clock(true);
        sourceNs += GIVE_UP_NS;
        assertEquals(20_000_000, look(clock));
    }

    @Test
    void shouldCountPollsWithoutAClock()
    {
        final AmClock clock = new AmClock(null, false, GIVE_UP_NS);
        look(clock);
        assertEquals(2 * AmClock.STEP_NS, look(clock));
    }
}
