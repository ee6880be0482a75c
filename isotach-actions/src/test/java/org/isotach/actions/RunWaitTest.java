/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.BusyOnDuty;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    /**
     * Nobody else wakes the thread: the one on duty, which does that from time to time, is busy.
     */
    @Test
    @Timeout(20)
    void shouldWakeItsThreadWhenItIsCalledOff() throws InterruptedException
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext()
            .hosts(2).threadingMode(ThreadingMode.SHARED).awaitTimeout(Duration.ZERO));
            BusyOnDuty other = new BusyOnDuty(cluster.host(1).waiter()))
        {
            final TestThreads threads = new TestThreads();
            other.awaitWaiting(threads.start("waiting", () ->
            {
                wait.begin(1);
                wait.at(cluster.host(0)).awaitCall(wait::isCalledOff, "the end");
            }));
            wait.callOff(1, new DeadlockException("deadlock"));
            threads.join();
        }
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
