/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class BarrierCheckerTest
{
    private final BarrierChecker checker = new BarrierChecker(2, 3);

    @Test
    void shouldAcceptRounds()
    {
        for (int round = 1; round <= 3; round++)
        {
            for (int host = 0; host < 2; host++)
            {
                checker.arrives(host, round);
            }
            for (int host = 0; host < 2; host++)
            {
                checker.signalled(host, round, 10 * round);
                checker.checkSignals(host, round, 1);
                checker.checkMessages(host, round, 2, 2);
                checker.passes(host, round);
            }
        }
        assertNull(checker.violations().first());
        assertEquals(3, checker.barriers());
        assertEquals(3, checker.signals());
    }

    @Test
    void shouldAcceptHostThatIsOneRoundAhead()
    {
        checker.arrives(0, 1);
        checker.arrives(1, 1);
        checker.passes(0, 1);
        checker.arrives(0, 2);
        checker.passes(1, 1);
        assertNull(checker.violations().first());
    }

    @Test
    void shouldNoticeHostThatDoesNotWait()
    {
        checker.arrives(0, 1);
        checker.arrives(1, 1);
        checker.passes(0, 1);
        checker.arrives(0, 2);
        checker.passes(0, 2);
        assertEquals("host 0 passed barrier 2 before host 1 came to it", checker.violations().first());
        assertEquals(1, checker.violations().count());
    }

    @Test
    void shouldNoticeMessageBehindBarrier()
    {
        checker.checkMessages(1, 3, 1, 2);
        assertEquals("host 1 received 1 messages of 2 before barrier 3", checker.violations().first());
    }

    @Test
    void shouldNoticeSignalOfTwoPulses()
    {
        checker.signalled(0, 2, 17);
        checker.signalled(1, 2, 18);
        assertEquals("host 1 received signal 2 in pulse 18, another one in 17", checker.violations().first());
        assertEquals(1, checker.violations().count());
    }

    @Test
    void shouldNoticeLostSignal()
    {
        checker.checkSignals(0, 1, 0);
        checker.checkSignals(1, 1, 2);
        assertEquals("host 0 received 0 signals before barrier 1", checker.violations().first());
        assertEquals(2, checker.violations().count());
    }
}
