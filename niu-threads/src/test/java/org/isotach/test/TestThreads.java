/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.function.Executable;

/**
 * Application threads of a test: what one of them throws fails the test that joins them, and so does one that does not
 * end. Confined to the thread of the test.
 */
public final class TestThreads
{
    // Less than a test may take, so that the failure says which thread does not end, and where it is.
    private static final long LIMIT_MS = TimeUnit.SECONDS.toMillis(40);

    // One that fails interrupts the others while the test may still start some.
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    // The first one is the cause of those that come of the interruption.
    private final Queue<AssertionError> failures = new ConcurrentLinkedQueue<>();

    /**
     * Starts a thread, which keeps no JVM alive.
     *
     * @param name of the thread.
     * @param work of the thread; what it throws interrupts the others.
     * @return the thread.
     */
    public Thread start(final String name, final Executable work)
    {
        final Thread thread = new Thread(() -> run(work), name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /**
     * Waits for all threads.
     *
     * @throws AssertionError       if one of them has failed, with what the others have thrown as suppressed ones, or
     *                              does not end, with the place where it is as stack trace.
     * @throws InterruptedException when the timeout of the test interrupts it.
     */
    public void join() throws InterruptedException
    {
        for (final Thread thread : threads)
        {
            thread.join(LIMIT_MS);
            throwFailure();
            if (thread.isAlive())
            {
                final AssertionError error = new AssertionError(thread + " does not end");
                error.setStackTrace(thread.getStackTrace());
                threads.forEach(Thread::interrupt);
                throw error;
            }
        }
    }

    /**
     * Waits, on a thread of a test, until a counter has come that far.
     *
     * @param counter that another thread increments.
     * @param value   to wait for.
     */
    public static void await(final AtomicLong counter, final long value)
    {
        while (counter.get() < value)
        {
            checkNotInterrupted();
            Thread.yield();
        }
    }

    /**
     * To be called in every loop that waits: another thread may have failed.
     */
    public static void checkNotInterrupted()
    {
        if (Thread.currentThread().isInterrupted())
        {
            throw new AssertionError(Thread.currentThread() + " was interrupted");
        }
    }

    private void run(final Executable work)
    {
        try
        {
            work.execute();
        }
        catch (final Throwable ex)
        {
            failures.add(new AssertionError(Thread.currentThread() + " failed", ex));
            threads.forEach(Thread::interrupt);
        }
    }

    private void throwFailure()
    {
        final AssertionError first = failures.poll();
        if (null != first)
        {
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }
}
