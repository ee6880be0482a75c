/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.niu.spi.Wakeable;

/**
 * Wakes the threads that serve devices. Without such threads it does nothing. Threadsafe.
 */
final class Bells
{
    private final AtomicReferenceArray<Wakeable> servers;

    Bells(final int hosts)
    {
        servers = new AtomicReferenceArray<>(hosts);
    }

    void server(final int host, final Wakeable server)
    {
        servers.set(host, server);
    }

    void ring(final int host)
    {
        final Wakeable server = servers.get(host);
        if (null != server)
        {
            server.wake();
        }
    }
}
