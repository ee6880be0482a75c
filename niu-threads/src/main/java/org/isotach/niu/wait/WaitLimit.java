/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import java.util.concurrent.TimeUnit;

import org.isotach.HostExpelledException;
import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.spi.Scheduler;

/**
 * Decides when a waiting thread gives up: it owns the time limit of the wait, and knows what makes it hopeless.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the waiting thread.
 */
public final class WaitLimit
{
    private final WaitingPlace host;
    private final WaitingCluster cluster;
    private final Scheduler scheduler;
    private long timeoutNs;
    // A clock may say any number, 0 also.
    private boolean isStarted;
    private long startNs;
    private long nowNs;
    private boolean isClosed;

    /**
     * @param host    the host at which the thread waits.
     * @param cluster of the host.
     */
    public WaitLimit(final WaitingPlace host, final WaitingCluster cluster)
    {
        this.host = host;
        this.cluster = cluster;
        scheduler = cluster.waitSettings().scheduler();
    }

    /**
     * A wait begins; its time is counted from the first {@link #check}, or {@link #start}.
     *
     * @param limitNs in nanoseconds, {@link WaitSettings#NO_LIMIT_NS} for none.
     */
    public void begin(final long limitNs)
    {
        timeoutNs = limitNs;
        isStarted = false;
        isClosed = false;
    }

    /**
     * Counts the time from now on.
     */
    void start()
    {
        nowNs = ElapsedTime.now(scheduler);
        startNs = nowNs;
        isStarted = true;
        ElapsedTime.expect(scheduler, timeoutNs);
    }

    /**
     * Throws if the wait has become hopeless, or too long.
     *
     * @param what           names what the thread waits for.
     * @param looksForStalls true if the thread is one of those that remember since when stalls have lasted.
     */
    void check(final Object what, final boolean looksForStalls)
    {
        nowNs = ElapsedTime.now(scheduler);
        if (!isStarted)
        {
            startNs = nowNs;
            isStarted = true;
        }
        if (looksForStalls)
        {
            cluster.lookForStalls(startNs, nowNs);
        }
        // The condition may have become true just before the cluster was closed: the caller checks once more.
        final boolean wasClosed = isClosed;
        isClosed = host.isOver();
        if (wasClosed)
        {
            throw host.closedWhileWaiting(what);
        }
        if (host.isExpelled())
        {
            throw new HostExpelledException("host " + host.id() + " was expelled while it waited for " + what);
        }
        if (Thread.currentThread().isInterrupted())
        {
            throw new IsotachInterruptedException("interrupted while host " + host.id() + " waited for " + what);
        }
        if (WaitSettings.NO_LIMIT_NS != timeoutNs && nowNs - startNs > timeoutNs)
        {
            throw new IsotachTimeoutException("host " + host.id() + " has waited " +
                TimeUnit.NANOSECONDS.toMillis(nowNs - startNs) + " ms for " + what + stallReport());
        }
    }

    /**
     * Describes what holds the cluster up, for messages. Threadsafe.
     */
    public String stallReport()
    {
        return cluster.stallReport();
    }

    /**
     * Returns whether the wait was over at the last check. If so, the thread checks its condition once more, and does
     * not park before.
     */
    boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Returns the time of the last check.
     */
    long nowNs()
    {
        return nowNs;
    }

    /**
     * Returns the time that was left at the last check, {@link WaitSettings#NO_LIMIT_NS} without a limit.
     */
    long restNs()
    {
        return WaitSettings.NO_LIMIT_NS == timeoutNs ? WaitSettings.NO_LIMIT_NS :
            timeoutNs - (nowNs - startNs) + 1;
    }
}
