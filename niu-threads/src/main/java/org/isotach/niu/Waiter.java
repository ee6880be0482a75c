/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;

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
public final class Waiter
{
    /**
     * Time limit that means none.
     */
    public static final long NO_LIMIT_NS = ClusterContext.NO_LIMIT_NS;

    private static final int BY_CALL = 0;
    private static final int BY_CHANGE = 1;
    private static final int BY_ITSELF = 2;

    // Whoever serves what is waited for is probably at work on it; moving logical time as well would only take the
    // cache lines away from it.
    private static final int QUIET_SPINS = 50;
    private static final int OWN_WORK_SPINS = 500;
    private static final int ROUNDS_BETWEEN_CHECKS = 256;
    private static final int SPINS = 20;
    private static final int YIELDS = 50;

    // The first park is short: what was written without a fence just before is seen after it (docs/protocol.md,
    // section 13).
    private static final long MIN_PARK_NS = 50_000;
    private static final long MAX_PARK_NS = 10_000_000;

    // For the thread on duty, which is woken for what there is to do: to wake up takes a processor of a virtual machine
    // up to 0.1 ms.
    private static final long MAX_DUTY_PARK_NS = 40_000_000;

    // Where others do all the work: how long the thread on duty does not listen when it was woken in vain.
    private static final long DEAF_NS = 1_000_000;

    // So often in a row it may be woken in vain before that.
    private static final int MAX_VAIN_WAKES = 8;

    // Where the threads that wait do all the work: one of those off duty looks for some in this time, on the average.
    private static final long DEPUTY_PARK_NS = 40_000_000;

    // Every so many of its longest parks the thread on duty wakes one of the others.
    private static final int PARKS_BETWEEN_WAKES = 3;

    /**
     * The host at which a thread waits, as the thread knows it.
     */
    interface Place
    {
        /**
         * Number of the host.
         */
        int id();

        /**
         * Refuses a call that comes from inside a handler.
         */
        void checkNotInHandler(String call);

        /**
         * Works for the host, on the calling thread.
         *
         * @return how much was done.
         */
        int work();

        /**
         * As {@link #work()}, as far as that can be done without touching what other hosts are working on.
         */
        int workQuietly();

        /**
         * The units with an owner at this moment: bit i for unit i.
         */
        int ownedUnits();

        /**
         * Is there nothing left for whoever waits here?
         */
        boolean isOver();

        /**
         * For whoever waits when {@link #isOver()}.
         */
        ClusterClosedException closedWhileWaiting(Object what);

        /**
         * Has the host been expelled, or is that under way?
         */
        boolean isExpelled();

        /**
         * The threads that are parked here.
         */
        WaitingThreads waitingThreads();
    }

    /**
     * This one, for those who may have to wake it.
     */
    private final class Parked implements ParkedThread
    {
        @Override
        public boolean isWatched()
        {
            return Waiter.this.isWatched();
        }

        @Override
        public void look(final boolean isChanged)
        {
            if (Waiter.this.isWatched() && (null == probe ? isChanged : probe.getAsBoolean()))
            {
                Waiter.this.wake();
            }
        }

        @Override
        public void wake()
        {
            Waiter.this.wake();
        }
    }

    private final ParkedThread self = new Parked();
    private final Place host;
    private final HostCluster cluster;
    private final boolean isInvoker;
    private final Scheduler scheduler;
    private final Waiting waiting;
    private final WaitingThreads waitingThreads;
    private final Duty duty;

    // Rung for everything that is done in INVOKER, else null.
    private final Doorbell doorbell;

    // What units ask, instead of waking the thread to ask itself; null for nothing.
    private final BooleanSupplier probe;

    private final long defaultTimeoutNs;

    private int kind;
    private long timeoutNs;
    private long startNs;
    private long nowNs;
    private int spins;
    private int pauses;
    private int workRounds;
    private boolean isClosed;
    private int place;
    private boolean isRegistered;
    private long registeredNs;
    private int ownedUnits;
    private boolean isSettled;
    private boolean isOnDuty;
    private int vainWakes;
    private int longParks;
    private long parkNs;
    private volatile Thread parked;

    /**
     * @param host    at which the thread waits.
     * @param cluster of the host.
     * @param probe   what units ask before they wake the thread; null for nothing.
     */
    Waiter(final Place host, final HostCluster cluster, final BooleanSupplier probe)
    {
        this.host = host;
        this.cluster = cluster;
        this.probe = probe;
        final ClusterContext context = cluster.context();
        isInvoker = ThreadingMode.INVOKER == context.threadingMode();
        scheduler = context.scheduler();
        waiting = context.waiting();
        defaultTimeoutNs = context.awaitTimeoutNs();
        waitingThreads = host.waitingThreads();
        duty = cluster.duty();
        doorbell = cluster.invokerDoorbell();
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
        await(BY_ITSELF, condition, what, limitNs);
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
        await(BY_CHANGE, condition, what, defaultTimeoutNs);
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
        await(BY_CALL, condition, what, limitNs);
    }

    /**
     * Wakes the thread that waits, if it is parked: what it waits for may be there. Any thread may call it; while
     * nobody is parked it costs one read. From inside a model's executor it misses nobody; from elsewhere, without a
     * fence between what is waited for and this, it may miss a thread that is just about to park, and that then looks
     * after 50 microseconds itself.
     */
    public void wake()
    {
        // Volatile. Partner: register().
        final Thread thread = parked;
        if (null != thread)
        {
            LockSupport.unpark(thread);
        }
    }

    private boolean isWatched()
    {
        return BY_CALL != kind;
    }

    private void await(final int kindOfWait, final BooleanSupplier condition, final Object what, final long limitNs)
    {
        host.checkNotInHandler("waiting");
        kind = kindOfWait;
        timeoutNs = limitNs;
        startNs = 0;
        spins = 0;
        pauses = 0;
        workRounds = 0;
        isClosed = false;
        try
        {
            while (!condition.getAsBoolean())
            {
                idle(what);
            }
        }
        finally
        {
            if (isRegistered)
            {
                leave();
            }
        }
    }

    /**
     * Works, or lets others work, for a moment.
     */
    private void idle(final Object what)
    {
        if (null != scheduler)
        {
            scheduler.idle(what);
            check(what);
        }
        else if (isInvoker && 0 < (spins < QUIET_SPINS ? host.workQuietly() : host.work()))
        {
            worked();
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
            if (isInvoker && 0 < cluster.work())
            {
                worked();
            }
            else if (!isClosed)
            {
                pause();
            }
        }
    }

    private void worked()
    {
        parkNs = MIN_PARK_NS;
        vainWakes = 0;
    }

    private void pause()
    {
        if (Waiting.SPIN == waiting || pauses < SPINS)
        {
            pauses++;
            Thread.onSpinWait();
        }
        else if (Waiting.YIELD == waiting || pauses < SPINS + YIELDS)
        {
            pauses = Math.min(pauses + 1, SPINS + YIELDS);
            Thread.yield();
        }
        else if (!isRegistered)
        {
            // The condition is looked at once more before this thread parks.
            register();
        }
        else if (isOnDuty)
        {
            parkOnDuty();
        }
        else if (duty.tryTake(self))
        {
            takeDuty();
        }
        else
        {
            park();
        }
    }

    /**
     * From here on this thread is seen by whoever enters a unit of the host. As soon as each unit was seen without an
     * owner after that, this thread sees what was done before.
     */
    private void register()
    {
        isRegistered = true;
        isSettled = false;
        ownedUnits = -1;
        registeredNs = nowNs;
        vainWakes = 0;
        longParks = 0;
        parkNs = MIN_PARK_NS;
        // Volatile. Partner: wake(), in whoever enters a unit after this, which is volatile, too.
        parked = Thread.currentThread();
        place = waitingThreads.join(self, place);
    }

    private void leave()
    {
        isRegistered = false;
        parked = null;
        waitingThreads.leave(self, place);
        if (isOnDuty)
        {
            isOnDuty = false;
            if (null != doorbell)
            {
                doorbell.ignore();
            }
            duty.release();
        }
        duty.passOn();
    }

    private void takeDuty()
    {
        isOnDuty = true;
        parkNs = MIN_PARK_NS;
        if (null != doorbell)
        {
            // One more look at the work after the bell can be heard.
            doorbell.listen();
        }
    }

    private void park()
    {
        if (isSettled)
        {
            parkFor(limitNs());
            return;
        }
        ownedUnits &= host.ownedUnits();
        if (0 == ownedUnits && nowNs - registeredNs >= MIN_PARK_NS)
        {
            // The condition is looked at once more after that, too.
            isSettled = true;
        }
        else
        {
            parkFor(nextParkNs(MAX_PARK_NS));
        }
    }

    /**
     * How long this thread parks, unless it is woken, when it is not on duty.
     */
    private long limitNs()
    {
        if (looksItself())
        {
            return nextParkNs(MAX_PARK_NS);
        }
        // In INVOKER the thread on duty may be inside a handler for long: others do its work, one after the other.
        return isInvoker ? duty.parked().get() * DEPUTY_PARK_NS : NO_LIMIT_NS;
    }

    private boolean looksItself()
    {
        // In INVOKER room may be there, but somebody else have been at work when this thread looked.
        return BY_ITSELF == kind || isInvoker && null == probe && BY_CHANGE == kind;
    }

    private void parkOnDuty()
    {
        if (vainWakes >= MAX_VAIN_WAKES && null != doorbell)
        {
            // Others do the work, and would wake this thread for everything they do.
            doorbell.ignore();
            parkFor(DEAF_NS);
            doorbell.listen();
            vainWakes--;
        }
        else
        {
            final long maxNs = looksItself() ? MAX_PARK_NS : MAX_DUTY_PARK_NS;
            final long limitNs = nextParkNs(maxNs);
            parkFor(limitNs);
            if (System.nanoTime() - nowNs < limitNs)
            {
                // As for the threads of the cluster: if the work is not there yet, it comes in a moment.
                vainWakes++;
                pauses = 0;
                parkNs = MIN_PARK_NS;
            }
            else if (maxNs == limitNs && 0 == ++longParks % PARKS_BETWEEN_WAKES)
            {
                duty.wakeNext();
            }
        }
    }

    private long nextParkNs(final long maxNs)
    {
        final long limitNs = Math.min(parkNs, maxNs);
        parkNs = Math.min(2 * limitNs, maxNs);
        return limitNs;
    }

    private void parkFor(final long limitNs)
    {
        final long restNs = NO_LIMIT_NS == timeoutNs ? NO_LIMIT_NS : timeoutNs - (nowNs - startNs) + 1;
        if (NO_LIMIT_NS == restNs && NO_LIMIT_NS == limitNs)
        {
            LockSupport.park(this);
        }
        else
        {
            LockSupport.parkNanos(this, Math.min(limitNs, restNs));
        }
    }

    /**
     * Has the wait become hopeless, or too long?
     */
    private void check(final Object what)
    {
        nowNs = System.nanoTime();
        if (0 == startNs)
        {
            startNs = nowNs;
        }
        if (isOnDuty || Waiting.PARK != waiting)
        {
            cluster.lookForStalls(startNs, nowNs);
        }
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
