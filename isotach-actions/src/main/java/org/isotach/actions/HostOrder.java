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
 * returns when its isochron has been seen executed: a fresh isochron is later than all isochrons that any thread had
 * seen executed before, at any host. For optimistic reads this class counts writes. Reservations are writes, too: who
 * has seen that a variable is reserved does not read its old value. A write is counted at its host before it is issued,
 * so no thread sees an uncounted write, and counted again when it has been seen executed there. A host has executed all
 * writes that had ended before it issued a fresh isochron that it has executed since. If no other host has begun
 * another write, its copies are as new as anything that any thread can have seen.
 */
final class HostOrder
{
    // Each counter on a cache line of its own.
    private static final int STRIDE = 16;

    private final int hosts;
    private final AtomicLongArray begun;
    private final AtomicLongArray ended;
    private final AtomicLongArray seen;

    HostOrder(final int hosts)
    {
        this.hosts = hosts;
        begun = new AtomicLongArray(STRIDE * hosts);
        ended = new AtomicLongArray(STRIDE * hosts);
        seen = new AtomicLongArray(STRIDE * hosts);
    }

    boolean isOneHost()
    {
        return 1 == hosts;
    }

    /**
     * Notes that a host is about to issue a write. Partner: {@link #mayReadLocally}, called by a thread that has seen
     * the write.
     */
    void begins(final int host)
    {
        begun.incrementAndGet(STRIDE * host);
    }

    /**
     * Notes that writes that had begun at a host have been executed there, or will never be issued. If the host was
     * expelled meanwhile, they have been executed wherever they ever will be.
     */
    void end(final int host, final long writes)
    {
        ended.addAndGet(STRIDE * host, writes);
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
                begins(host);
                end(host, 1);
            }
        }
    }

    /**
     * Call this before a host issues a fresh isochron.
     *
     * @return the number of writes of the other hosts that have ended.
     */
    long endedByOthers(final int host)
    {
        return sumOfOthers(ended, host);
    }

    /**
     * Notes that the fresh isochron has been executed at its host.
     *
     * @param endedBefore the result of {@link #endedByOthers} before it was issued.
     */
    void executed(final int host, final long endedBefore)
    {
        long last = seen.get(STRIDE * host);
        while (last < endedBefore && !seen.compareAndSet(STRIDE * host, last, endedBefore))
        {
            last = seen.get(STRIDE * host);
        }
    }

    /**
     * Returns whether the copies of a host are new enough for a read that begins now.
     */
    boolean mayReadLocally(final int host)
    {
        // No counter of ends is ahead of the one of beginnings, and all only grow: equal sums are equal counters.
        return isOneHost() || seen.get(STRIDE * host) == sumOfOthers(begun, host);
    }

    private long sumOfOthers(final AtomicLongArray counters, final int host)
    {
        long sum = 0;
        for (int other = 0; other < hosts; other++)
        {
            sum += other == host ? 0 : counters.get(STRIDE * other);
        }
        return sum;
    }
}
