/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RunWaitTest
{
    private final RunWait wait = new RunWait();

    /**
     * What was awaited may arrive just before the wait is called off. The object is used again then.
     */
    @Test
    void shouldNotCallOffTheNextWait()
    {
        final DeadlockException reason = new DeadlockException("deadlock");
        wait.begin(1);
        wait.callOff(1, reason);
        assertTrue(wait.isCalledOff());
        assertSame(reason, wait.reason());
        wait.begin(2);
        assertFalse(wait.isCalledOff());
        assertNull(wait.reason());
    }

    /**
     * Or it is called off when the next wait has begun.
     */
    @Test
    void shouldNotBeCalledOffByTheNumberOfAnEarlierWait()
    {
        wait.begin(1);
        wait.begin(2);
        wait.callOff(1, new DeadlockException("late"));
        assertFalse(wait.isCalledOff());
        assertNull(wait.reason());
        final DeadlockException reason = new DeadlockException("deadlock");
        wait.callOff(2, reason);
        assertSame(reason, wait.reason());
    }

    @Test
    void shouldKnowItsThreadUntilItForgetsIt()
    {
        assertNull(wait.owner());
        wait.begin(3);
        assertSame(Thread.currentThread(), wait.owner());
        wait.forget();
        assertNull(wait.owner());
        assertEquals(3, wait.number());
    }
}
