/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class UninterruptibleWaitTest
{
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void shouldGoOnWhenItIsInterrupted()
    {
        UninterruptibleWait.run(() ->
        {
            if (1 == runs.incrementAndGet())
            {
                Thread.currentThread().interrupt();
                throw new IsotachException("interrupted");
            }
        });
        assertTrue(Thread.interrupted());
        assertEquals(2, runs.get());
    }

    /**
     * What was to be issued has been given up.
     */
    @Test
    void shouldEndWhenTheClusterIsClosedAndTheThreadInterruptedAtTheSameTime()
    {
        assertThrows(ClusterClosedException.class, () -> UninterruptibleWait.run(() ->
        {
            if (1 == runs.incrementAndGet())
            {
                Thread.currentThread().interrupt();
                throw new ClusterClosedException("closed");
            }
        }));
        assertTrue(Thread.interrupted());
        assertEquals(1, runs.get());
    }
}
