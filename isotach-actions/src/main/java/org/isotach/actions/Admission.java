/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * A queue in front of the reads that a host may have outstanding. Threads for which there is no room wait here, because
 * they would only wake each other if they tried. Actions that wait may take half of the reads; the others are for calls
 * that do not wait. All methods are threadsafe.
 */
final class Admission
{
    private final Cluster cluster;
    private final Supplier<Host> host;
    private final int maxReads;
    private final Semaphore reads;

    /**
     * @param host at which threads wait, whenever one does.
     */
    Admission(final Cluster cluster, final Supplier<Host> host)
    {
        this.cluster = cluster;
        this.host = host;
        maxReads = Math.max(1, cluster.context().readCap() / 2);
        reads = new Semaphore(maxReads, true);
    }

    /**
     * Waits for the turn of an action.
     *
     * @param toRead number of words that it reads, and does not reserve.
     * @param what   the action, for messages.
     * @return the number of reads to give back with {@link #leave}.
     * @throws IsotachException if the turn does not come in time, or the thread is interrupted.
     */
    int enter(final int toRead, final Object what)
    {
        final int count = Math.min(1 + toRead, maxReads);
        // Not in the order of arrival: the one that waits may wait for what this one, or its thread, has reserved.
        if (reads.tryAcquire(count))
        {
            return count;
        }
        if (null != cluster.context().scheduler())
        {
            // The scheduler must know of every wait.
            host.get().waiter().await(() -> reads.tryAcquire(count), what);
            return count;
        }
        final long limitNs = Settings.nanos(cluster.context().awaitTimeout());
        try
        {
            if (!reads.tryAcquire(count, 0 == limitNs ? Long.MAX_VALUE : limitNs, TimeUnit.NANOSECONDS))
            {
                throw new IsotachTimeoutException(what + " has waited " + cluster.context().awaitTimeout() +
                    " for its turn: it needs " + count + " of the " + maxReads + " reads for actions that wait, and" +
                    " others have " + (maxReads - reads.availablePermits()) + "; close reservations sooner, or raise" +
                    " ClusterContext.readCap, which is twice as many" + host.get().waiter().stallReport());
            }
            return count;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IsotachException("interrupted while " + what + " waited for its turn: nothing is reserved");
        }
    }

    /**
     * @param count the result of {@link #enter}; 0 if it was not called.
     */
    void leave(final int count)
    {
        if (count > 0)
        {
            reads.release(count);
        }
    }

    @Override
    public String toString()
    {
        return "Admission{" + reads.availablePermits() + " of " + maxReads + " reads}";
    }
}
