/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.stream.IntStream;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;

/**
 * Runs the applications of hosts that only poll, in one thread: machines may have fewer cores than clusters have hosts.
 * In modes with threads of the cluster it has nothing to do.
 */
final class PollingThread implements AutoCloseable
{
    private static final int SPINS = 1000;

    private final Host[] hosts;
    private final boolean isNeeded;
    private final Thread thread;
    private volatile boolean isClosed;

    /**
     * @param cluster all of whose hosts are to be polled, except one.
     * @param issuer  the host that is left out.
     */
    PollingThread(final Cluster cluster, final Host issuer)
    {
        hosts = IntStream.range(0, cluster.hostCount()).filter(id -> id != issuer.id()).mapToObj(cluster::host)
            .toArray(Host[]::new);
        isNeeded = ThreadingMode.INVOKER == cluster.threadingMode();
        thread = new Thread(this::poll, "application-polling");
        thread.setDaemon(true);
    }

    void start()
    {
        if (isNeeded)
        {
            thread.start();
        }
    }

    @Override
    public void close()
    {
        isClosed = true;
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private void poll()
    {
        int spins = 0;
        while (!isClosed)
        {
            int work = 0;
            for (final Host host : hosts)
            {
                work += host.poll();
            }
            if (work > 0)
            {
                spins = 0;
            }
            else if (spins < SPINS)
            {
                spins++;
                Thread.onSpinWait();
            }
            else
            {
                Thread.yield();
            }
        }
    }
}
