/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.function.Executable;

/**
 * Application threads of a test: what one of them throws fails the test, and so does one that does not end.
 */
final class TestThreads
{
    private static final long LIMIT_MS = TimeUnit.SECONDS.toMillis(40);

    private final List<Thread> threads = new ArrayList<>();
    private final Map<Thread, Throwable> failures = new ConcurrentHashMap<>();

    Thread start(final String name, final Executable work)
    {
        final Thread thread = new Thread(() -> run(work), name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    void join() throws InterruptedException
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
     */
    static void await(final AtomicLong counter, final long value)
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
    static void checkNotInterrupted()
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
            failures.put(Thread.currentThread(), ex);
            threads.forEach(Thread::interrupt);
        }
    }

    private void throwFailure()
    {
        AssertionError error = null;
        for (final Map.Entry<Thread, Throwable> failure : failures.entrySet())
        {
            if (null == error)
            {
                error = new AssertionError(failure.getKey() + " failed", failure.getValue());
            }
            else
            {
                error.addSuppressed(failure.getValue());
            }
        }
        if (null != error)
        {
            throw error;
        }
    }
}
