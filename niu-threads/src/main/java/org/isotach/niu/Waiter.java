/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.spi.Wakeable;
import org.isotach.niu.thread.ForeignText;
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
 * Lets an application thread wait for something that the cluster, or another application thread, does.
 * <p>
 * It spins, yields and then parks ({@link ClusterContext#waiting}), until it is woken or its time is over. The three
 * ways to wait differ in who wakes it:
 * <ul>
 * <li>{@link #awaitCall}: the code that makes the condition true calls {@link #wake()}. A waiting thread costs
 * nothing.</li>
 * <li>{@link #awaitChange}: any thread that works for its own host wakes it after doing something there.</li>
 * <li>{@link #await}: as before, and it also checks the condition itself at least every 10 ms: for conditions that
 * nobody announces. </li>
 * </ul>
 * In {@link ThreadingMode#INVOKER} a waiting thread works: for its own host first, and if that does not help, for every
 * host of the cluster. When there is nothing to do, one of the waiting threads keeps looking for work for all hosts,
 * and the others park.
 * <p>
 * Only the calling thread evaluates a condition, again and again. Each wait throws: {@link ClusterClosedException} when
 * the cluster is closed, {@link HostExpelledException} when the host was expelled, {@link IsotachTimeoutException} when
 * the time limit is over, {@link IsotachInterruptedException} when the thread is interrupted (its interrupt status
 * stays set), and {@link IllegalStateException} when the call comes from inside a handler, or from the condition of a
 * wait at the same waiter, which has one time limit, and is woken for one reason: a condition looks, and does not wait.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #wake()} and {@link #stallReport()}.
 */
public final class Waiter extends Wakeable
{
    /**
     * Value of a time limit that means no limit.
     */
    public static final long NO_LIMIT_NS = WaitSettings.NO_LIMIT_NS;

    private final WaitingPlace host;
    private final ClusterEvents events;
    private final WaitLimit limit;
    private final Parking parking;
    private final WaitStep step;
    private final long defaultTimeoutNs;
    private final Name name = new Name();
    private boolean isWaiting;

    /**
     * What the thread waits for, as all messages and events name it: its text is made by code of users, which must not
     * throw in place of what ends the wait.
     */
    private static final class Name
    {
        private Object what;

        @Override
        public String toString()
        {
            return ForeignText.of(what);
        }
    }

    /**
     * @param host    the host at which the thread waits.
     * @param cluster the cluster of the host.
     * @param probe   called by units before they wake the thread; null for none.
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
     * Waits, within the time limit of the cluster ({@link ClusterContext#awaitTimeout}), for a condition that nobody
     * announces to this waiter.
     *
     * @param condition the condition to wait for.
     * @param what      a name for it; its {@code toString()} is part of the messages.
     */
    public void await(final BooleanSupplier condition, final Object what)
    {
        await(condition, what, defaultTimeoutNs);
    }

    /**
     * Does the same as {@link #await(BooleanSupplier, Object)}, with a time limit of its own.
     *
     * @param condition the condition to wait for.
     * @param what      a name for it; its {@code toString()} is part of the messages.
     * @param limitNs   time limit in nanoseconds, {@link #NO_LIMIT_NS} for none.
     */
    public void await(final BooleanSupplier condition, final Object what, final long limitNs)
    {
        await(Parking.Kind.BY_ITSELF, condition, what, limitNs);
    }

    /**
     * Waits, within the time limit of the cluster, for a condition that only the units of its own host change:
     * isochrons of this host are executed, their memory is free again, results and messages arrive.
     *
     * @param condition the condition to wait for.
     * @param what      a name for it; its {@code toString()} is part of the messages.
     */
    public void awaitChange(final BooleanSupplier condition, final Object what)
    {
        await(Parking.Kind.BY_CHANGE, condition, what, defaultTimeoutNs);
    }

    /**
     * Waits, within the time limit of the cluster, for a condition whose cause calls {@link #wake()}.
     *
     * @param condition the condition to wait for.
     * @param what      a name for it; its {@code toString()} is part of the messages.
     */
    public void awaitCall(final BooleanSupplier condition, final Object what)
    {
        awaitCall(condition, what, defaultTimeoutNs);
    }

    /**
     * Does the same as {@link #awaitCall(BooleanSupplier, Object)}, with a time limit of its own.
     *
     * @param condition the condition to wait for.
     * @param what      a name for it; its {@code toString()} is part of the messages.
     * @param limitNs   time limit in nanoseconds, {@link #NO_LIMIT_NS} for none.
     */
    public void awaitCall(final BooleanSupplier condition, final Object what, final long limitNs)
    {
        await(Parking.Kind.BY_CALL, condition, what, limitNs);
    }

    /**
     * Wakes the waiting thread, if it is parked: its condition may be true now. Any thread may call this; while no
     * thread is parked it costs one read. From inside the executor of a model it misses no thread. From elsewhere,
     * without a fence between the change and this call, it may miss a thread that is about to park; that thread then
     * checks by itself after 50 microseconds.
     */
    @Override
    public void wake()
    {
        parking.wake();
    }

    /**
     * Describes what holds the cluster up, and its state, as the messages of all time-outs do at their end. For a wait
     * that somebody else makes. Threadsafe.
     *
     * @return the words, to be appended; empty if there is nothing to say.
     */
    public String stallReport()
    {
        return limit.stallReport();
    }

    private void await(
        final Parking.Kind kind, final BooleanSupplier condition, final Object what, final long limitNs)
    {
        host.checkNotInHandler("waiting");
        if (isWaiting)
        {
            throw new IllegalStateException("waiting for " + ForeignText.of(what) + " at host " + host.id() +
                ", inside the condition of another wait at the same waiter: let the condition only look, or use" +
                " another waiter for this");
        }
        isWaiting = true;
        try
        {
            if (!condition.getAsBoolean())
            {
                awaitTrue(kind, condition, what, limitNs);
            }
        }
        finally
        {
            isWaiting = false;
        }
    }

    private void awaitTrue(
        final Parking.Kind kind, final BooleanSupplier condition, final Object what, final long limitNs)
    {
        final ClusterEvents.Span span = events.beginWait(host.id());
        name.what = what;
        limit.begin(limitNs);
        parking.begin(kind);
        step.begin();
        try
        {
            do
            {
                step.take(name);
            }
            while (!condition.getAsBoolean());
        }
        finally
        {
            parking.end();
            if (null != span)
            {
                span.end(name);
            }
            // A waiter may live as long as the cluster, and must not keep what its thread has waited for.
            name.what = null;
        }
    }
}
