/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicReference;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * One application thread per host of this JVM, all with the same program, or threads without hosts. If one of them
 * fails the others are interrupted, so that none waits for ever.
 */
final class HostThreads
{
    /**
     * The program of a host.
     */
    @FunctionalInterface
    interface Program
    {
        void run(Host host);
    }

    private final Thread[] threads;
    private final AtomicReference<SampleFailedException> failure = new AtomicReference<>();

    private HostThreads(final int count)
    {
        threads = new Thread[count];
    }

    private void add(final int index, final String what, final Runnable program, final String name)
    {
        threads[index] = new Thread(() -> run(what, program), name);
        threads[index].setDaemon(true);
    }

    /**
     * Runs the program on every host and waits for all of them.
     *
     * @throws SampleFailedException when one of them has failed; the first one is the cause.
     */
    static void run(final Cluster cluster, final Program program)
    {
        final HostThreads all = new HostThreads(cluster.localHosts().size());
        for (int i = 0; i < all.threads.length; i++)
        {
            final Host host = cluster.localHosts().get(i);
            all.add(i, "application thread of host " + host.id(), () -> program.run(host), "application-" + host.id());
        }
        all.run();
    }

    /**
     * Runs programs that need no cluster, and waits for all of them.
     *
     * @throws SampleFailedException when one of them has failed; the first one is the cause.
     */
    static void run(final Runnable... programs)
    {
        final HostThreads all = new HostThreads(programs.length);
        for (int i = 0; i < programs.length; i++)
        {
            all.add(i, "thread " + i, programs[i], "thread-" + i);
        }
        all.run();
    }

    private void run()
    {
        for (final Thread thread : threads)
        {
            thread.start();
        }
        try
        {
            for (final Thread thread : threads)
            {
                thread.join();
            }
        }
        catch (final InterruptedException ex)
        {
            fail(new SampleFailedException("interrupted", ex));
            Thread.currentThread().interrupt();
        }
        if (null != failure.get())
        {
            throw failure.get();
        }
    }

    private void run(final String what, final Runnable program)
    {
        if (null != failure.get())
        {
            return;
        }
        try
        {
            program.run();
        }
        catch (final Throwable ex)
        {
            fail(new SampleFailedException(what, ex));
        }
    }

    private void fail(final SampleFailedException reason)
    {
        if (failure.compareAndSet(null, reason))
        {
            for (final Thread thread : threads)
            {
                thread.interrupt();
            }
        }
    }
}
