/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class LookTest
{
    private final Caretaker caretaker = new Caretaker(() -> {}, Runnable::run, true);

    /**
     * The search for deadlocks, say, which needs memory.
     */
    @Test
    void shouldLookAgainAfterMemoryHasRunOut()
    {
        final AtomicInteger looks = new AtomicInteger();
        caretaker.tend(new Look(
            () ->
            {
                if (1 == looks.incrementAndGet())
                {
                    throw new OutOfMemoryError("of a test");
                }
            },
            () -> 3 == looks.get()));
        for (int i = 0; i < 5; i++)
        {
            assertTrue(caretaker.work(), "no urgent one");
        }
        assertEquals(3, looks.get());
    }
}
