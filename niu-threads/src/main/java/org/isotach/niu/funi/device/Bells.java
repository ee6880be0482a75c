/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.niu.spi.Wakeable;

/**
 * Tells devices that there is something to do: it counts, and wakes the thread that serves the device, if there is one.
 * Threadsafe.
 */
final class Bells
{
    private final AtomicLongArray rings;
    private final AtomicReferenceArray<Wakeable> servers;

    Bells(final int hosts)
    {
        rings = new AtomicLongArray(hosts);
        servers = new AtomicReferenceArray<>(hosts);
    }

    void server(final int host, final Wakeable server)
    {
        servers.set(host, server);
    }

    /**
     * To be called when what is to be done can be seen.
     */
    void ring(final int host)
    {
        // Release: what is to be done. Partner: rings().
        rings.getAndIncrement(host);
        final Wakeable server = servers.get(host);
        if (null != server)
        {
            server.wake();
        }
    }

    long rings(final int host)
    {
        // Acquire: what is to be done. Partner: ring().
        return rings.get(host);
    }
}
