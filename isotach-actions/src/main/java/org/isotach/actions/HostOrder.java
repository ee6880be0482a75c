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
 * returns when it was seen to be executed: a fresh isochron is later than all that were seen to be executed before. For
 * optimistic reads this class counts. A write that has returned was counted at its host, and all others may lag behind.
 * A host has executed all the writes that were counted before it issued a fresh isochron that it has executed since.
 * If no other host has counted one after that, and none has a write under way, its copies are as new as anybody can
 * know: somebody may have read a write that is under way, from the copies of another host.
 */
final class HostOrder
{
    // Each on a line of its own.
    private static final int STRIDE = 16;

    private final int hosts;
    private final AtomicLongArray writes;
    private final AtomicLongArray seen;

    // Those that were begun and have not returned, for ever if their host was expelled meanwhile: they may be executed
    // later.
    private final AtomicLongArray underWay;

    HostOrder(final int hosts)
    {
        this.hosts = hosts;
        writes = new AtomicLongArray(STRIDE * hosts);
        seen = new AtomicLongArray(STRIDE * hosts);
        underWay = new AtomicLongArray(STRIDE * hosts);
    }

    boolean isOneHost()
    {
        return 1 == hosts;
    }

    /**
     * A host is about to issue a write, which others may read from now on.
     */
    void begins(final int host)
    {
        underWay.incrementAndGet(STRIDE * host);
    }

    /**
     * The write was counted, or not issued.
     */
    void ends(final int host)
    {
        underWay.decrementAndGet(STRIDE * host);
    }

    /**
     * A write of a host was executed there; before the call returns.
     */
    void wrote(final int host)
    {
        writes.incrementAndGet(STRIDE * host);
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
                wrote(host);
            }
        }
    }

    /**
     * To be asked before a host issues a fresh isochron.
     *
     * @return writes of the others.
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
     * The fresh isochron was executed at its host.
     *
     * @param writesBefore {@link #writesOfOthers} before it was issued.
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
     * Are the copies of a host as new as they must be for a read that begins now?
     */
    boolean mayReadLocally(final int host)
    {
        // First what is under way: it is counted before it ends.
        return isOneHost() || isNothingUnderWayElsewhere(host) && areAllSeen(host);
    }

    private boolean areAllSeen(final int host)
    {
        // Each counter only grows, so equal sums are equal counters.
        return seen.get(STRIDE * host) == writesOfOthers(host);
    }

    private boolean isNothingUnderWayElsewhere(final int host)
    {
        for (int other = 0; other < hosts; other++)
        {
            if (other != host && 0 != underWay.get(STRIDE * other))
            {
                return false;
            }
        }
        return true;
    }
}
