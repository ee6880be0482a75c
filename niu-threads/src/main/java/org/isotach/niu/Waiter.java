/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.spi.Wakeable;
import org.isotach.niu.wait.InvokerParking;
import org.isotach.niu.wait.InvokerStep;
import org.isotach.niu.wait.Parking;
import org.isotach.niu.wait.SchedulerStep;
import org.isotach.niu.wait.ThreadStep;
import org.isotach.niu.wait.WaitLimit;
import org.isotach.niu.wait.WaitSettings;
import org.isotach.niu.wait.WaitStep;
import org.isotach.niu.wait.WaitingCluster;
import org.isotach.niu.wait.WaitingPlace;

/**
 * How an application thread waits for something that the cluster, or another application thread, does.
 * <p>
 * It spins, yields and then parks ({@link ClusterContext#waiting}), until somebody wakes it or its time is over. The
 * three ways to wait differ in who wakes it:
 * <ul>
 * <li>{@link #awaitCall}: who makes the condition true calls {@link #wake()}. A thread that waits costs nothing.</li>
 * <li>{@link #awaitChange}: whoever works for the own host, when something has been done there.</li>
 * <li>{@link #await}: as before, and it looks every 10 ms itself, at the latest: for conditions that nobody tells of.
 * </li>
 * </ul>
 * In {@link ThreadingMode#INVOKER} waiting is working: for the own host first, and when that does not help, for every
 * host of the cluster. Once there is nothing to do one of the threads that wait goes on working for all hosts, when
 * something comes, and the others park.
 * <p>
 * A condition is looked at by the calling thread alone, again and again. Each wait throws:
 * {@link ClusterClosedException} when the cluster is closed, {@link HostExpelledException} when the host was expelled,
 * {@link IsotachTimeoutException} when the time limit is over, {@link IsotachException} when the thread is interrupted
 * (the interrupt status stays set), and {@link IllegalStateException} when the call comes from inside a handler.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #wake()}.
 */
public final class Waiter extends Wakeable
{
    /**
     * Time limit that means none.
     */
    public static final long NO_LIMIT_NS = WaitSettings.NO_LIMIT_NS;

    private final WaitingPlace host;
    private final ClusterEvents events;
    private final WaitLimit limit;
    private final Parking parking;
    private final WaitStep step;
    private final long defaultTimeoutNs;

    /**
     * @param host    at which the thread waits.
     * @param cluster of the host.
     * @param probe   what units ask before they wake the thread; null for nothing.
     */
    Waiter(final WaitingPlace host, final WaitingCluster cluster, final BooleanSupplier probe)
    {
        this.host = host;
        final WaitSettings settings = cluster.waitSettings();
        final boolean isInvoker = settings.isInvoker();
        events = cluster.events();
        limit = new WaitLimit(host, cluster);
        parking = isInvoker ? new InvokerParking(host, cluster, limit, probe) :
            new Parking(host, cluster, limit, probe);
        step = null != settings.scheduler() ? new SchedulerStep(settings.scheduler(), limit, parking) :
            isInvoker ? new InvokerStep(host, cluster, limit, parking) : new ThreadStep(limit, parking);
        defaultTimeoutNs = settings.awaitTimeoutNs();
    }

    /**
     * Waits, within the time limit of the cluster ({@link ClusterContext#awaitTimeout}), for something that nobody
     * tells this waiter of.
     *
     * @param condition that is waited for.
     * @param what      is waited for; its {@code toString()} is part of the messages.
     */
    public void await(final BooleanSupplier condition, final Object what)
    {
        await(condition, what, defaultTimeoutNs);
    }

    /**
     * As {@link #await(BooleanSupplier, Object)}, with a time limit of its own.
     *
     * @param condition that is waited for.
     * @param what      is waited for.
     * @param limitNs   time limit in nanoseconds, {@link #NO_LIMIT_NS} for none.
     */
    public void await(final BooleanSupplier condition, final Object what, final long limitNs)
    {
        await(Parking.Kind.BY_ITSELF, condition, what, limitNs);
    }

    /**
     * Waits, within the time limit of the cluster, for something that only the units of the own host change: isochrons
     * of this host are executed, their memory is free again, results and messages come in.
     *
     * @param condition that is waited for.
     * @param what      is waited for; its {@code toString()} is part of the messages.
     */
    public void awaitChange(final BooleanSupplier condition, final Object what)
    {
        await(Parking.Kind.BY_CHANGE, condition, what, defaultTimeoutNs);
    }

    /**
     * Waits, within the time limit of the cluster, for something after which somebody calls {@link #wake()}.
     *
     * @param condition that is waited for.
     * @param what      is waited for; its {@code toString()} is part of the messages.
     */
    public void awaitCall(final BooleanSupplier condition, final Object what)
    {
        awaitCall(condition, what, defaultTimeoutNs);
    }

    /**
     * As {@link #awaitCall(BooleanSupplier, Object)}, with a time limit of its own.
     *
     * @param condition that is waited for.
     * @param what      is waited for.
     * @param limitNs   time limit in nanoseconds, {@link #NO_LIMIT_NS} for none.
     */
    public void awaitCall(final BooleanSupplier condition, final Object what, final long limitNs)
    {
        await(Parking.Kind.BY_CALL, condition, what, limitNs);
    }

    /**
     * Wakes the thread that waits, if it is parked: what it waits for may be there. Any thread may call it; while
     * nobody is parked it costs one read. From inside a model's executor it misses nobody; from elsewhere, without a
     * fence between what is waited for and this, it may miss a thread that is just about to park, and that then looks
     * after 50 microseconds itself.
     */
    @Override
    public void wake()
    {
        parking.wake();
    }

    private void await(
        final Parking.Kind kind, final BooleanSupplier condition, final Object what, final long limitNs)
    {
        host.checkNotInHandler("waiting");
        if (condition.getAsBoolean())
        {
            return;
        }
        final ClusterEvents.Span span = events.beginWait(host.id());
        limit.begin(limitNs);
        parking.begin(kind);
        step.begin();
        try
        {
            do
            {
                step.take(what);
            }
            while (!condition.getAsBoolean());
        }
        finally
        {
            parking.end();
            if (null != span)
            {
                span.end(what);
            }
        }
    }
}
