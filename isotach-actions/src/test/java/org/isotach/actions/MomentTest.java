/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.TimeUnit;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How long a thread waits before it issues an isochron in place of local work, and how a pipeline does.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class MomentTest
{
    private static final int PAUSING = 8;
    private static final int YIELDING = 64;
    private static final int SKIPS = 16;

    private int attempts;

    /**
     * While it pauses, and when it yields for the first time: it may yield once only.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, PAUSING, PAUSING + 1 })
    void shouldEndWithTheFirstAttemptThatSucceeds(final int needed)
    {
        assertTrue(Moment.await(run -> ++attempts == needed, null));
        assertEquals(needed, attempts);
    }

    @Test
    void shouldGiveUp()
    {
        assertFalse(Moment.await(run -> ++attempts < 0, null));
        assertTrue(attempts > PAUSING && attempts <= PAUSING + YIELDING, () -> attempts + " attempts");
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotWaitForAWhileAfterAWaitInVain(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong x = test.get().longVariable("x", 0);
            final Update update = test.get().update(x);
            final MomentaryWait wait = new MomentaryWait(update.engine());
            final Run run;
            try (Reservation held = test.get().reserve(x))
            {
                run = begin(update);
                for (int i = 0; i < 2; i++)
                {
                    for (int toSkip = SKIPS; toSkip >= 0; toSkip--)
                    {
                        assertFalse(wait.isReadySoon(run, true), held::toString);
                        assertEquals("MomentaryWait{toSkip=" + toSkip + '}', wait.toString());
                    }
                }
            }
            while (!run.isReady())
            {
                update.engine().host().poll();
            }
            assertTrue(wait.isReadySoon(run, true));
            update.engine().runEnd().abandon(run);
        }
    }

    @Test
    void shouldNotWaitWithSeveralHosts()
    {
        try (TestIsotach test = TestIsotach.launch(ThreadingMode.SHARED, 2))
        {
            final Update update = test.get().update(test.get().longVariable("x", 0));
            final MomentaryWait wait = new MomentaryWait(update.engine());
            final Run run = begin(update);
            while (!run.isReady())
            {
                update.engine().host().poll();
            }
            assertFalse(wait.isReadySoon(run, true));
            update.engine().runEnd().abandon(run);
        }
    }

    private static Run begin(final Update update)
    {
        return update.engine().starts().begin(update.footprint(), update.engine().newRuns(1), false);
    }
}
