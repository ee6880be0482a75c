/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * Which hosts have been expelled: whoever sends to one of them sends nothing, and needs no credit for it.
 */
public final class ExpelledHosts
{
    // Replaced as a whole; null as long as there is none, which is all that sending looks at.
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
