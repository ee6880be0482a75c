/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class PauseTest
{
    @Test
    void shouldWorkUntilTheConditionIsTrue()
    {
        final AtomicInteger turns = new AtomicInteger();
        Pause.until(() -> 1000 == turns.get(), () -> turns.incrementAndGet() & 1);
        assertEquals(1000, turns.get());
    }

    @Test
    void shouldNotWorkWhenAnotherThreadHasFailed()
    {
        Thread.currentThread().interrupt();
        assertThrows(SampleFailedException.class, () -> Pause.until(() -> false, () -> 0));
        assertTrue(Thread.interrupted());
    }
}
