/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.isotach.niu.spi.Waiting;
import org.isotach.niu.thread.ParkedThread;
import org.isotach.niu.thread.WaitingThreads;
import org.isotach.niu.thread.WakeUp;

/**
 * Parks a waiting thread, and wakes it. It owns the rule that no wake-up is lost, and that one of the parked threads is
 * on duty (docs/protocol.md, section 13).
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the waiting thread, except for the methods of {@link
 * ParkedThread}.
 */
public class Parking implements ParkedThread
{
    /**
     * What wakes the thread, see {@code Waiter}.
     */
    public enum Kind
    {
        /**
         * The code that makes the condition true.
         */
        BY_CALL,

        /**
         * Any thread that works for its own host.
         */
        BY_CHANGE,

        /**
         * As before, and it also checks the condition itself.
         */
        BY_ITSELF
    }

    // The first park is short: it then sees what was written without a fence just before (docs/protocol.md, section
    // 13).
    private static final long MIN_PARK_NS = 50_000;
    private static final long MAX_PARK_NS = 10_000_000;

    // For the thread on duty, which is woken when there is work: waking up takes a processor of a virtual machine up to
    // 0.1 ms.
    private static final long MAX_DUTY_PARK_NS = 40_000_000;

    // After this many of its longest parks the thread on duty wakes one of the others.
    private static final int PARKS_BETWEEN_WAKES = 3;
    private static final int SPINS = 20;
    private static final int YIELDS = 50;

    private final WaitingPlace host;
    private final WaitLimit limit;
    private final Waiting waiting;
    private final WaitingThreads waitingThreads;
    private final Duty duty;

    // Called by units, instead of waking the thread to evaluate its condition; null for none.
    private final BooleanSupplier probe;

    private Kind kind = Kind.BY_CALL;
    private int pauses;
    private int place;
    private boolean isRegistered;
    private long registeredNs;
    private int ownedUnits;
    private boolean isSettled;
    private boolean isOnDuty;
    private int longParks;
    private long parkNs;
    private volatile Thread parked;

    /**
     * @param host    the host at which the thread waits.
     * @param cluster of the host.
     * @param limit   of the wait.
     * @param probe   called by units before they wake the thread; null for none.
     */
    public Parking(
        final WaitingPlace host, final WaitingCluster cluster, final WaitLimit limit, final BooleanSupplier probe)
    {
        this.host = host;
        this.limit = limit;
        this.probe = probe;
        waiting = cluster.waitSettings().waiting();
        waitingThreads = host.waitingThreads();
        duty = cluster.duty();
    }

    @Override
    public final boolean isWatched()
    {
        return Kind.BY_CALL != kind;
    }

    @Override
    public final void look(final boolean isChanged)
    {
        if (isWatched() && (null == probe ? isChanged : probe.getAsBoolean()))
        {
            wake();
        }
    }

    @Override
    public final void wake()
    {
        // Volatile. Partner: register().
        final Thread thread = parked;
        if (null != thread)
        {
            WakeUp.unpark(thread);
        }
    }

    /**
     * A wait begins.
     */
    public final void begin(final Kind kindOfWait)
    {
        kind = kindOfWait;
        pauses = 0;
    }

    /**
     * The wait is over.
     */
    public final void end()
    {
        if (isRegistered)
        {
            leave();
        }
    }

    /**
     * Returns whether this thread is one of those that remember since when stalls have lasted.
     */
    final boolean looksForStalls()
    {
        return isOnDuty || Waiting.PARK != waiting;
    }

    /**
     * Lets others work for a moment: after a {@link WaitLimit#check} that found no reason to give up.
     */
    final void pause()
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
            // The condition is checked once more before this thread parks.
            register();
        }
        else if (isOnDuty)
        {
            parkOnDuty();
        }
        else if (duty.tryTake(this))
        {
            isOnDuty = true;
            parkNs = MIN_PARK_NS;
            beginDuty();
        }
        else
        {
            park();
        }
    }

    /**
     * The thread has done something.
     */
    void worked()
    {
        parkNs = MIN_PARK_NS;
    }

    /**
     * From here on a thread that enters a unit of the host sees this thread. As soon as each unit has been seen without
     * an owner after that, this thread sees everything that was done before.
     */
    void register()
    {
        isSettled = false;
        ownedUnits = -1;
        longParks = 0;
        parkNs = MIN_PARK_NS;
        // Volatile. Partner: wake(), in a thread that enters a unit after this, which is volatile, too.
        parked = Thread.currentThread();
        place = waitingThreads.join(this, place);
        // The first park counts from here, however long ago the last check was: a wake-up may be missed until then.
        registeredNs = System.nanoTime();
        // Last: memory may run out before, and the former place may be that of another thread.
        isRegistered = true;
    }

    /**
     * The thread is on duty from here on.
     */
    void beginDuty()
    {
        // Looking for stalls is the only duty.
    }

    /**
     * The thread is about to go off duty.
     */
    void endDuty()
    {
        // As for beginDuty().
    }

    /**
     * Returns whether the thread checks its condition itself, because it may not be told.
     */
    boolean looksItself()
    {
        return Kind.BY_ITSELF == kind;
    }

    /**
     * Returns how long the thread parks when it is not on duty and does not check by itself.
     */
    long longestParkNs()
    {
        return WaitSettings.NO_LIMIT_NS;
    }

    /**
     * @return true if the thread was woken before its time was over.
     */
    boolean parkOnDuty()
    {
        final long maxNs = looksItself() ? MAX_PARK_NS : MAX_DUTY_PARK_NS;
        final long limitNs = nextParkNs(maxNs);
        parkFor(limitNs);
        if (System.nanoTime() - limit.nowNs() < limitNs)
        {
            // As for the threads of the cluster: if the work is not there yet, it comes in a moment.
            pauses = 0;
            parkNs = MIN_PARK_NS;
            return true;
        }
        if (maxNs == limitNs && 0 == ++longParks % PARKS_BETWEEN_WAKES)
        {
            duty.wakeNext();
        }
        return false;
    }

    /**
     * Parks, unless {@link #wake()} has been called.
     */
    final void parkFor(final long limitNs)
    {
        final long restNs = limit.restNs();
        if (WaitSettings.NO_LIMIT_NS == restNs && WaitSettings.NO_LIMIT_NS == limitNs)
        {
            LockSupport.park(this);
        }
        else
        {
            LockSupport.parkNanos(this, Math.min(limitNs, restNs));
        }
    }

    final Kind kind()
    {
        return kind;
    }

    private void leave()
    {
        isRegistered = false;
        parked = null;
        waitingThreads.leave(this, place);
        if (isOnDuty)
        {
            isOnDuty = false;
            endDuty();
            duty.release();
        }
        duty.passOn();
    }

    private void park()
    {
        if (isSettled)
        {
            parkFor(looksItself() ? nextParkNs(MAX_PARK_NS) : longestParkNs());
            return;
        }
        ownedUnits &= host.ownedUnits();
        if (0 == ownedUnits && limit.nowNs() - registeredNs >= MIN_PARK_NS)
        {
            // The condition is checked once more after that, too.
            isSettled = true;
        }
        else
        {
            parkFor(nextParkNs(MAX_PARK_NS));
        }
    }

    private long nextParkNs(final long maxNs)
    {
        final long limitNs = Math.min(parkNs, maxNs);
        parkNs = Math.min(2 * limitNs, maxNs);
        return limitNs;
    }
}
