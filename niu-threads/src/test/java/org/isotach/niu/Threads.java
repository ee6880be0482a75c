/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Threads of a test: what one of them throws fails the test that joins them.
 */
final class Threads
{
    /**
     * The work of a thread.
     */
    @FunctionalInterface
    interface Work
    {
        void run() throws Exception;
    }

    private final List<FutureTask<Void>> tasks = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    Thread start(final String name, final Work work)
    {
        final Callable<Void> callable = () ->
        {
            work.run();
            return null;
        };
        final FutureTask<Void> task = new FutureTask<>(callable);
        final Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        tasks.add(task);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /**
     * Waits for all threads; the timeout of the test interrupts it.
     */
    void join() throws Exception
    {
        AssertionError failure = null;
        for (int i = 0; i < tasks.size(); i++)
        {
            try
            {
                tasks.get(i).get();
            }
            catch (final ExecutionException ex)
            {
                final AssertionError error =
                    new AssertionError("thread " + threads.get(i).getName() + ": " + ex.getCause(), ex.getCause());
                if (null == failure)
                {
                    failure = error;
                }
                else
                {
                    failure.addSuppressed(error);
                }
            }
        }
        if (null != failure)
        {
            throw failure;
        }
    }
}
