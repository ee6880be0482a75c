/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Keeps the order of calls where there are several hosts: a call that happens before another one comes first in the
 * order, whatever sessions carry them.
 * <p>
 * One host needs nothing for this. Everything that a host issues executes in issue order, in whatever isochron it came
 * ({@link org.isotach.Isochron}). A call returns after its isochron was issued, so every call that happens after it
 * issues later. An optimistic read is refused while anything that the host has issued is pending, so it comes after
 * that, too.
 * <p>
 * With several hosts, issue order says nothing. So every isochron is {@link org.isotach.Isochron#fresh}, and a call
 * returns when its isochron has been seen executed: a fresh isochron is later than all isochrons that had been seen
 * executed before. For optimistic reads this class counts writes. A write that has returned is counted at its host, and
 * all other hosts may lag behind. A host has executed all writes that were counted before it issued a fresh isochron
 * that it has executed since. If no other host has counted a write after that, its copies are as new as any thread can
 * know.
 */
final class HostOrder
{
    // Each counter on a cache line of its own.
    private static final int STRIDE = 16;

    private final int hosts;
    private final AtomicLongArray writes;
    private final AtomicLongArray seen;

    HostOrder(final int hosts)
    {
        this.hosts = hosts;
        writes = new AtomicLongArray(STRIDE * hosts);
        seen = new AtomicLongArray(STRIDE * hosts);
    }

    boolean isOneHost()
    {
        return 1 == hosts;
    }

    /**
     * Notes that a write of a host has been executed there. Called before the call that writes returns.
     */
    void wrote(final int host)
    {
        writes.incrementAndGet(STRIDE * host);
    }

    /**
     * Notes a write that was executed at its host. The host is not known here, so the write counts for each host.
     */
    void wroteAnywhere()
    {
        if (!isOneHost())
        {
            for (int host = 0; host < hosts; host++)
            {
                wrote(host);
            }
        }
    }

    /**
     * Call this before a host issues a fresh isochron.
     *
     * @return the number of writes of the other hosts.
     */
    long writesOfOthers(final int host)
    {
        long sum = 0;
        for (int other = 0; other < hosts; other++)
        {
            sum += other == host ? 0 : writes.get(STRIDE * other);
        }
        return sum;
    }

    /**
     * Notes that the fresh isochron has been executed at its host.
     *
     * @param writesBefore the result of {@link #writesOfOthers} before it was issued.
     */
    void executed(final int host, final long writesBefore)
    {
        long last = seen.get(STRIDE * host);
        while (last < writesBefore && !seen.compareAndSet(STRIDE * host, last, writesBefore))
        {
            last = seen.get(STRIDE * host);
        }
    }

    /**
     * Returns whether the copies of a host are new enough for a read that begins now.
     */
    boolean mayReadLocally(final int host)
    {
        // Each counter only grows, so equal sums are equal counters.
        return isOneHost() || seen.get(STRIDE * host) == writesOfOthers(host);
    }
}
