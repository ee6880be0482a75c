/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Keeps the rule of this library where there are several hosts: what a thread, or a chain of happens-before, calls
 * first is first in the order, whatever session carries it.
 * <p>
 * With one host nothing is needed. All that a host issues executes in the order in which it was issued, whatever
 * isochron it came in ({@link org.isotach.Isochron}); a call here returns after its isochron was issued, and whoever
 * happens after that issues later. An optimistic read is refused as long as something is pending that the host has
 * issued, so it is behind all of that, too.
 * <p>
 * With several hosts issue order says nothing. So every isochron is {@link org.isotach.Isochron#fresh}, and the call
 * returns when it was seen to be executed: a fresh isochron is later than all that anybody has seen to be executed
 * before, at any host. For optimistic reads this class counts. A write is counted at its host before it is issued, so
 * nobody sees one that is not counted; and again when it was seen to be executed there. A host has executed all writes
 * that had ended before it issued a fresh isochron that it has executed since. If no other host has begun one that is
 * not among these, its copies are as new as anything that anybody can have seen.
 */
final class HostOrder
{
    // Each on a line of its own.
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
     * A host is about to issue a write. Partner: {@link #mayReadLocally}, called by whoever has seen the write.
     */
    void begins(final int host)
    {
        begun.incrementAndGet(STRIDE * host);
    }

    /**
     * Writes that had begun at a host were executed there, or will never be issued.
     */
    void end(final int host, final long writes)
    {
        ended.addAndGet(STRIDE * host, writes);
    }

    /**
     * A write was executed at its host, which is not known here; so it counts for each.
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
     * To be asked before a host issues a fresh isochron.
     *
     * @return writes of the others that have ended.
     */
    long endedByOthers(final int host)
    {
        return sumOfOthers(ended, host);
    }

    /**
     * The fresh isochron was executed at its host.
     *
     * @param endedBefore {@link #endedByOthers} before it was issued.
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
     * Are the copies of a host as new as they must be for a read that begins now?
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
