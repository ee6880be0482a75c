/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import org.isotach.niu.thread.Doorbell;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What has been executed up to which pulse, and who asks for more.
 */
final class CompletedPulseTest
{
    private final CompletedPulse completed = new CompletedPulse(new Doorbell());

    @Test
    void shouldSayUpToWhichPulseEverythingIsExecuted()
    {
        assertTrue(completed.isCompleted(0));
        assertFalse(completed.isCompleted(1));
        completed.complete(5);
        assertTrue(completed.isCompleted(5));
        assertFalse(completed.isCompleted(6));
    }

    @Test
    void shouldNotGoBack()
    {
        completed.complete(5);
        completed.complete(4);
        assertTrue(completed.isCompleted(5));
    }

    @Test
    void shouldEndWhatIsDueUnlessSomebodyAsksForAnEarlierPulse()
    {
        assertEquals(7, completed.nextToEnd(7, 0), "nobody asks");
        completed.isCompleted(5);
        assertEquals(5, completed.nextToEnd(7, 0));
        assertEquals(5, completed.nextToEnd(Long.MAX_VALUE, 0), "nothing is due");
        assertEquals(3, completed.nextToEnd(3, 0), "what is due comes first");
        assertEquals(7, completed.nextToEnd(7, 5), "it has ended");
    }

    @Test
    void shouldKeepTheHighestPulseThatSomebodyAsksFor()
    {
        completed.isCompleted(9);
        completed.isCompleted(5);
        assertEquals(9, completed.nextToEnd(Long.MAX_VALUE, 0));
    }

    @Test
    void shouldTellOncePerPulseThatItHasGoneOn()
    {
        assertFalse(completed.hasGoneOn());
        completed.complete(2);
        assertTrue(completed.hasGoneOn());
        assertFalse(completed.hasGoneOn());
    }
}
