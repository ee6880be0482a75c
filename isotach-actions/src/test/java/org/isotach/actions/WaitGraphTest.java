/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class WaitGraphTest
{
    private static final Runnable NOTHING = () -> {};

    private final WaitGraph graph = new WaitGraph(() -> 0);
    private final FakeWait wait = new FakeWait();
    private Runnable whenAsked = NOTHING;

    /**
     * Waits for something that never comes.
     */
    private final class FakeWait implements Wait
    {
        private final RunWait state = new RunWait();

        @Override
        public RunWait state()
        {
            return state;
        }

        @Override
        public Object what()
        {
            return "x";
        }

        @Override
        public boolean isSettled()
        {
            whenAsked.run();
            return false;
        }

        @Override
        public void forEachAwaited(final LongConsumer action)
        {
            // Nothing is known.
        }

        @Override
        public void forEachTicket(final LongConsumer action)
        {
            // Nothing comes from another member.
        }

        @Override
        public long firstHeld()
        {
            return 0;
        }

        @Override
        public int heldCount()
        {
            return 0;
        }
    }

    private void beginAsHolder()
    {
        graph.holds(new Run(1, null, run -> {}), Thread.currentThread());
        graph.begins(wait);
    }

    /**
     * Otherwise a wait would have a lower number than an earlier one, or that of no wait.
     */
    @Test
    void shouldCountWaitsForwardForYears()
    {
        final long pulsesInASecond = 10_000_000;
        final long seconds = TimeUnit.DAYS.toSeconds(365 * 28);
        assertTrue(MemberParts.clock(pulsesInASecond * seconds) > MemberParts.clock(pulsesInASecond * seconds / 2));
    }

    @Test
    void shouldCallOffTheWaitWithTheNumberOnly()
    {
        beginAsHolder();
        final long number = wait.waitNumber();
        graph.callOff(number + 1, "another wait");
        assertFalse(wait.state().isCalledOff());
        graph.callOff(number, "this wait");
        assertTrue(wait.state().isCalledOff());
        assertTrue(wait.state().reason().getMessage().contains("this wait"));
    }

    /**
     * What was awaited arrives when the number has been compared, and the object is used again before the reason comes.
     */
    @Test
    void shouldNotCallOffAWaitThatBeginsMeanwhile()
    {
        beginAsHolder();
        final long number = wait.waitNumber();
        whenAsked = () ->
        {
            whenAsked = NOTHING;
            wait.state().forget();
            graph.begins(wait);
        };
        graph.callOff(number, "a wait that has ended");
        assertFalse(wait.state().isCalledOff());
        graph.callOff(wait.waitNumber(), "the next wait");
        assertTrue(wait.state().isCalledOff());
    }
}
