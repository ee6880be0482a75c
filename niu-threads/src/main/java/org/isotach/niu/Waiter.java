/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.TimeUnit;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;

/**
 * How an application thread waits for something that the cluster does:
 * {@code waiter.start(); while (!isReady()) { waiter.idle(what); }}.
 * <p>
 * In {@link ThreadingMode#INVOKER} waiting is working: for the own host first, and when that does not help, for every
 * host of the cluster. In the other modes the thread spins, yields and parks.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #wake()}.
 */
public final class Waiter
{
    /**
     * Time limit that means none.
     */
    public static final long NO_LIMIT_NS = Long.MAX_VALUE;

    // Whoever serves what is waited for is probably at work on it; moving logical time as well would only take the
    // cache lines away from it.
    private static final int QUIET_SPINS = 50;
    private static final int OWN_WORK_SPINS = 500;
    private static final int ROUNDS_BETWEEN_CHECKS = 256;

    // Not everything that is waited for rings the bell.
    private static final long MAX_PARK_NS = 200_000;

    private final Host host;
    private final Cluster cluster;
    private final boolean isInvoker;
    private final Scheduler scheduler;
    private final Doorbell doorbell;
    private long timeoutNs;
    private long startNs;
    private int spins;
    private int workRounds;
    private boolean isClosed;

    Waiter(final Host host, final Cluster cluster)
    {
        this.host = host;
        this.cluster = cluster;
        isInvoker = ThreadingMode.INVOKER == cluster.threadingMode();
        scheduler = cluster.context().scheduler();
        doorbell = new Doorbell(cluster.waiting(), MAX_PARK_NS);
    }

    /**
     * Begins to wait with the time limit of the cluster, see {@link ClusterContext#awaitTimeout}.
     *
     * @throws IllegalStateException when the calling thread is inside a handler.
     */
    public void start()
    {
        start(cluster.awaitTimeoutNs());
    }

    /**
     * Begins to wait.
     *
     * @param limitNs time limit in nanoseconds, {@link #NO_LIMIT_NS} for none.
     * @throws IllegalStateException when the calling thread is inside a handler.
     */
    public void start(final long limitNs)
    {
        host.checkNotInHandler("waiting");
        timeoutNs = limitNs;
        spins = 0;
        workRounds = 0;
        isClosed = false;
        startNs = 0;
        doorbell.reset();
    }

    /**
     * Works, or lets others work, for a moment. To be called in a loop as long as what is waited for is not there.
     *
     * @param what is waited for; its {@code toString()} is part of the messages.
     * @throws ClusterClosedException  when the cluster is closed, or the host was expelled or shut down.
     * @throws IsotachTimeoutException when the time limit is over.
     * @throws IsotachException        when the thread is interrupted; the interrupt status stays set.
     */
    public void idle(final Object what)
    {
        if (null != scheduler)
        {
            scheduler.idle(what);
            check(what);
        }
        else if (isInvoker && 0 < (spins < QUIET_SPINS ? host.workQuietly() : host.work()))
        {
            if (0 == ++workRounds % ROUNDS_BETWEEN_CHECKS)
            {
                check(what);
            }
        }
        else if (spins < OWN_WORK_SPINS)
        {
            spins++;
            Thread.onSpinWait();
        }
        else
        {
            check(what);
            if (!isInvoker || 0 == cluster.work())
            {
                doorbell.idle();
            }
        }
    }

    /**
     * Ends a pause of the waiting thread early. Any thread may call it; it costs one read.
     */
    public void wake()
    {
        doorbell.ring();
    }

    /**
     * Has the wait become hopeless, or too long?
     */
    private void check(final Object what)
    {
        final long nowNs = System.nanoTime();
        if (0 == startNs)
        {
            startNs = nowNs;
        }
        cluster.lookForStalls(startNs, nowNs);
        // What was waited for may have arrived just before the cluster was closed: the caller looks once more.
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
            throw new IsotachException("interrupted while host " + host.id() + " waited for " + what);
        }
        if (NO_LIMIT_NS != timeoutNs && nowNs - startNs > timeoutNs)
        {
            throw new IsotachTimeoutException("host " + host.id() + " has waited " +
                TimeUnit.NANOSECONDS.toMillis(nowNs - startNs) + " ms for " + what + cluster.stallReport());
        }
    }
}
