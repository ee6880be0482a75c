/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A service that answers, after a while, from a thread of its own.
 */
final class Answers implements AutoCloseable
{
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, task ->
    {
        final Thread thread = new Thread(task, "answers");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Waits, parked, for an answer.
     *
     * @param us microseconds that the answer takes.
     * @throws IllegalStateException when interrupted.
     */
    void await(final int us)
    {
        final CountDownLatch answer = new CountDownLatch(1);
        scheduler.schedule(answer::countDown, us, TimeUnit.MICROSECONDS);
        try
        {
            answer.await();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited for an answer", ex);
        }
    }

    @Override
    public void close()
    {
        scheduler.shutdownNow();
    }
}
