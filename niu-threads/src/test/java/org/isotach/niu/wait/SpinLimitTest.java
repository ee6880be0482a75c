/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A thread spins for as long as that has helped it before.
 */
class SpinLimitTest
{
    private final SpinLimit limit = new SpinLimit();

    @Test
    void shouldSpinLessWhenThatDoesNotHelp()
    {
        assertEquals(SpinLimit.MAX, limit.get());
        for (int i = 0; i < 20; i++)
        {
            final int before = limit.get();
            limit.learn(before);
            assertEquals(Math.max(SpinLimit.MIN, before / 2), limit.get());
        }
        assertEquals(SpinLimit.MIN, limit.get());
    }

    @Test
    void shouldSpinMoreWhenThatHelps()
    {
        shouldSpinLessWhenThatDoesNotHelp();
        int waits = 0;
        while (limit.get() < SpinLimit.MAX)
        {
            limit.learn(1);
            waits++;
        }
        assertTrue(waits < 10, waits + " waits");
        limit.learn(SpinLimit.MAX - 1);
        assertEquals(SpinLimit.MAX, limit.get());
    }

    @Test
    void shouldLearnNothingFromAWaitWithoutSpins()
    {
        limit.learn(limit.get());
        final int before = limit.get();
        limit.learn(0);
        assertEquals(before, limit.get());
    }
}
