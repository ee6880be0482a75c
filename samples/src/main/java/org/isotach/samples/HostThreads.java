/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicReference;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * One application thread per host of this JVM, all with the same program. If one of them fails the others are
 * interrupted, so that none waits for ever.
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

    private HostThreads(final Cluster cluster, final Program program)
    {
        threads = new Thread[cluster.localHosts().size()];
        for (int i = 0; i < threads.length; i++)
        {
            final Host host = cluster.localHosts().get(i);
            threads[i] = new Thread(() -> runOn(host, program), "application-" + host.id());
            threads[i].setDaemon(true);
        }
    }

    /**
     * Runs the program on every host and waits for all of them.
     *
     * @throws SampleFailedException when one of them has failed; the first one is the cause.
     */
    static void run(final Cluster cluster, final Program program)
    {
        new HostThreads(cluster, program).run();
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

    private void runOn(final Host host, final Program program)
    {
        if (null != failure.get())
        {
            return;
        }
        try
        {
            program.run(host);
        }
        catch (final Throwable ex)
        {
            fail(new SampleFailedException("application thread of host " + host.id(), ex));
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
