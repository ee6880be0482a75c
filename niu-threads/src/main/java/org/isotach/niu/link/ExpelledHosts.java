/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * The hosts that have been expelled: nothing is sent to them, and sending to them needs no credit.
 */
public final class ExpelledHosts
{
    // Replaced as a whole. Senders only check it for null, as long as no host has been expelled.
    private volatile boolean[] expelled;
    private final int hostCount;

    public ExpelledHosts(final int hostCount)
    {
        this.hostCount = hostCount;
    }

    boolean contains(final int host)
    {
        final boolean[] hosts = expelled;
        return null != hosts && hosts[host];
    }

    public synchronized void add(final int host)
    {
        final boolean[] hosts = null == expelled ? new boolean[hostCount] : expelled.clone();
        hosts[host] = true;
        expelled = hosts;
    }
}
