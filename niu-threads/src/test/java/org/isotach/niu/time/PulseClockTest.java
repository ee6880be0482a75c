/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.isotach.niu.TokenNetwork;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a host knows of logical time.
 */
final class PulseClockTest
{
    private final TokenNetwork network = new TokenNetwork(1, 2);
    private final TokenManager tokenManager = network.tokenManager(0);

    @Test
    void shouldMoveTimeWhereNobodyElseDoes()
    {
        final PulseClock clock = new PulseClock(tokenManager, true);
        assertTrue(clock.end(4));
        assertEquals(4, clock.ended());
        assertEquals(4, tokenManager.time());
        assertFalse(clock.end(4), "it has ended before");
    }

    @Test
    void shouldAskForATokenWhereATokenManagerHasAThread()
    {
        final PulseClock clock = new PulseClock(tokenManager, false);
        assertFalse(clock.end(4));
        assertEquals(0, clock.ended());
        assertEquals(4, tokenManager.doWork());
        assertTrue(clock.end(4));
        assertEquals(4, clock.ended());
    }

    @Test
    void shouldEndNothingWhenNothingIsDue()
    {
        assertFalse(new PulseClock(tokenManager, true).end(PulseClock.NONE));
        assertEquals(0, tokenManager.time());
    }

    @Test
    void shouldSayWhenAHostHoldsThePulse()
    {
        final PulseClock clock = new PulseClock(tokenManager, true);
        network.pin(1, 0);
        assertTrue(clock.end(2), "pulse 1");
        assertFalse(clock.end(2));
        assertEquals(1, clock.ended());
    }

    @Test
    void shouldRememberTheLatestTimeThatWasRead()
    {
        final PulseClock clock = new PulseClock(tokenManager, true);
        clock.observe(6);
        clock.observe(3);
        assertEquals(6, clock.ended());
        assertEquals(0, clock.time(), "the time of the switch is another matter");
    }
}
