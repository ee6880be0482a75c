/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.niu.Waiter;

/**
 * The thread on duty among those that wait in a cluster without a time limit: it wakes others from time to time, but
 * this one is busy until it is closed. So whoever waits meanwhile is woken by what it waits for, or not at all.
 */
public final class BusyOnDuty implements AutoCloseable
{
    private final CountDownLatch isOver = new CountDownLatch(1);
    private final TestThreads threads = new TestThreads();

    /**
     * Returns when the thread is busy.
     *
     * @param waiter of a cluster in which nobody else waits; of the thread from now on.
     */
    public BusyOnDuty(final Waiter waiter)
    {
        final AtomicBoolean isBusy = new AtomicBoolean();
        final Thread onDuty =
            threads.start("on duty", () -> waiter.awaitCall(() -> isBusy.get() && isOver(), "the end"));
        awaitState(Thread.State.TIMED_WAITING, onDuty);
        isBusy.set(true);
        awaitState(Thread.State.WAITING, onDuty);
    }

    private boolean isOver()
    {
        try
        {
            isOver.await();
            return true;
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /**
     * Waits until another thread sleeps until it is woken.
     *
     * @param thread the other thread.
     */
    public void awaitWaiting(final Thread thread)
    {
        awaitState(Thread.State.WAITING, thread);
    }

    private static void awaitState(final Thread.State state, final Thread thread)
    {
        while (state != thread.getState())
        {
            TestThreads.checkNotInterrupted();
            if (Thread.State.TERMINATED == thread.getState())
            {
                throw new AssertionError(thread + " has ended");
            }
            Thread.yield();
        }
    }

    @Override
    public void close()
    {
        isOver.countDown();
        try
        {
            threads.join();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
