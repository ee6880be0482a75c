/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.isotach.HostExpelledException;

/**
 * The variables of one structured atomic action (V1 section 2.1.2). {@link MemoryPort#take} reads and schedules all of
 * them, this object receives their values, and {@link MemoryPort#assign(Isochron, TakenVariables, long[])} assigns new
 * values.
 * <pre>{@code
 * isochron.begin();
 * port.take(isochron, accounts, taken);
 * isochron.issue();
 * taken.await();
 * amounts[0] = taken.value(0) - 10;
 * amounts[1] = taken.value(1) + 10;
 * isochron.begin();
 * port.assign(isochron, taken, amounts);
 * isochron.issue();
 * }</pre>
 * The object is meant to be reused, and allocates nothing in use. When {@code Cluster.expel} of its host, or
 * {@code Cluster.close}, has returned, it can be used again, whatever it holds or waits for, unless an isochron that
 * takes or assigns it is still open: issue or abandon that first. If a handler outlives {@code close}, takes of its
 * host are free when it returns.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except where a method says otherwise: it belongs to the application thread
 * of the port that takes.
 */
public final class TakenVariables extends ArrivingValues
{
    /**
     * Largest number of variables of one take.
     */
    public static final int MAX_CAPACITY = 2048;

    /**
     * Holder of variables that no port holds.
     */
    static final int NOBODY = -1;

    /**
     * Holder of variables while the isochron that assigns or cancels them is open.
     */
    static final int SETTLING = -2;

    /**
     * Version of variables whose SCHEDs are deferred.
     */
    private static final long DEFERRED = Version.SUBSTANTIATED;

    private static final BooleanSupplier NEVER = () -> false;
    private static final VarHandle FIRST_VERSION;

    static
    {
        try
        {
            FIRST_VERSION = MethodHandles.lookup().findVarHandle(TakenVariables.class, "firstVersion", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final TakenValues taken;
    private long firstVersion;

    // The SCHEDs that are deferred, or were.
    private Runnable deferred;

    // The port whose SCHEDs these are until they are assigned or cancelled; otherwise NOBODY or SETTLING.
    private int holder = NOBODY;
    private BooleanSupplier calledOff = NEVER;
    private final BooleanSupplier isOver;

    /**
     * Returns how many variables one isochron can assign, and give back, when one has taken them: a take is shorter.
     *
     * @param isochronLength largest length of an isochron in bytes.
     * @return the number, which may be more than {@link #MAX_CAPACITY}; 0 if there is no room for one.
     */
    public static int maxCount(final int isochronLength)
    {
        int count = isochronLength / MemoryOperation.SHORT_LENGTH;
        while (count > 0 && MemoryOperation.assignAllLength(count) > isochronLength)
        {
            count--;
        }
        return count;
    }

    /**
     * Creates an object without variables.
     *
     * @param capacity largest number of variables of one take, 1..{@link #MAX_CAPACITY}.
     * @throws IllegalArgumentException if it is out of range.
     */
    public TakenVariables(final int capacity)
    {
        super(new TakenValues(checked(capacity)));
        taken = values();
        isOver = () -> taken.hasArrived().getAsBoolean() || calledOff.getAsBoolean();
    }

    private static int checked(final int capacity)
    {
        if (capacity < 1 || capacity > MAX_CAPACITY)
        {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: 1.." + MAX_CAPACITY + ')');
        }
        return capacity;
    }

    /**
     * Waits until all values have arrived.
     *
     * @return this.
     * @throws IllegalStateException               if nothing was taken, the isochron has not been issued, or the call
     *                                             comes from inside a handler.
     * @throws HostExpelledException               if a host that was needed, or this host, was expelled.
     * @throws SchedCancelledException             if a value never arrives because a SCHED was cancelled.
     * @throws org.isotach.ClusterClosedException  if the cluster is closed before the values arrive.
     * @throws org.isotach.IsotachTimeoutException if it takes longer than the time limit of the cluster.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted; its interrupt status stays set.
     */
    public TakenVariables await()
    {
        awaitUnless(NEVER, this);
        return this;
    }

    /**
     * Waits until all values have arrived, as {@link #await()} does, with a time limit of its own.
     *
     * @param timeout how long to wait.
     * @param unit    the unit of the timeout.
     * @return this.
     * @throws org.isotach.IsotachTimeoutException if the values do not arrive in time. All else as for
     *                                             {@link #await()}.
     */
    public TakenVariables await(final long timeout, final TimeUnit unit)
    {
        if (!isReady())
        {
            taken.waiter().awaitCall(taken.hasArrived(), this, unit.toNanos(timeout));
            taken.checkNotFailed();
        }
        return this;
    }

    /**
     * Waits as {@link #await()} does, but gives up when the wait is called off; {@link #wake()} makes the waiting
     * thread check that again. After that the variables are still taken, and their values outstanding.
     *
     * @param isCalledOff returns true to call off the wait; the calling thread calls it while it waits.
     * @param what        describes what the thread waits for; its {@code toString()} is part of the messages.
     * @return true if the values have arrived, false if the wait was called off.
     * @throws IllegalStateException               if nothing was taken and issued, or the call is inside a handler.
     * @throws HostExpelledException               if a host that was needed, or this host, was expelled.
     * @throws SchedCancelledException             if a value never arrives because a SCHED was cancelled.
     * @throws org.isotach.ClusterClosedException  if the cluster is closed before the values arrive.
     * @throws org.isotach.IsotachTimeoutException if it takes longer than the time limit of the cluster.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted; its interrupt status stays set.
     */
    public boolean awaitUnless(final BooleanSupplier isCalledOff, final Object what)
    {
        if (!isReady())
        {
            calledOff = isCalledOff;
            try
            {
                taken.waiter().awaitCall(isOver, what);
            }
            finally
            {
                calledOff = NEVER;
            }
            taken.checkNotFailed();
        }
        return isReady();
    }

    /**
     * Makes the thread that waits in {@link #awaitUnless} check again. Threadsafe.
     */
    public void wake()
    {
        taken.wake();
    }

    /**
     * Sets a handler for the following takes, which is called when all values have arrived, or one of them never will.
     * It is called during execution, on the thread that delivers the last value, when {@link #isReady()} or
     * {@link #isFailed()} already returns true (not so in an {@link IsoValue}). Like a {@link ReadHandler}, it must be
     * quick, and not call the library. It may be called inside {@code issue()}. Do not take again before that.
     *
     * @param handler the handler, null for none.
     * @return this.
     * @throws IllegalStateException if values are outstanding.
     */
    public TakenVariables onArrival(final Runnable handler)
    {
        if (isOutstanding() && !taken.tryGiveUp())
        {
            throw new IllegalStateException("the values of these " + count() + " variables are outstanding: call" +
                " onArrival() before the take, or when they have arrived");
        }
        taken.onArrival(handler);
        return this;
    }

    /**
     * The versions under which the variables were scheduled: this version is that of the first variable, and those of
     * the others follow it. For messages, and to find out which thread waits for which.
     *
     * @return the version of the first variable; 0 after {@link LocalMemory#tryTakeBriefly}, until another thread, or
     *         another call of this one, executes something at the host.
     */
    public long firstVersion()
    {
        // Acquire. Partner: scheduled().
        return (long)FIRST_VERSION.getAcquire(this);
    }

    /**
     * The version that the value of a variable waits for, that of a SCHED without an ASSIGN. For messages, and to find
     * out which thread waits for which. Threadsafe.
     *
     * @param index 0 .. {@link #capacity()} - 1, in the order of the addresses of the take.
     * @return the version; 0 if the value has arrived, or is not known to wait.
     * @throws IndexOutOfBoundsException if the index is out of range.
     */
    public long awaitedVersion(final int index)
    {
        return taken.waits().version(index);
    }

    /**
     * The number under which hosts of other members know the outstanding value of a variable, see
     * {@link SharedMemory#owedResults()}. To find out which thread waits for which. Threadsafe; while the object is
     * used for another take, the number may be that of the take before.
     *
     * @param index 0 .. {@link #capacity()} - 1, in the order of the addresses of the take.
     * @return the number; -1 if all values have arrived that the same host was asked for, or it was not asked.
     * @throws IndexOutOfBoundsException if the index is out of range.
     */
    public long ticket(final int index)
    {
        return taken.ticket(Objects.checkIndex(index, capacity()));
    }

    /**
     * Returns whether the variables are reserved for an ASSIGN of the port.
     *
     * @return true from {@link MemoryPort#take} to the assign, or cancel, of them.
     */
    public boolean isHeld()
    {
        return holder >= 0;
    }

    /**
     * Refuses a take while values are outstanding, or variables are reserved.
     */
    void checkFree(final int variables)
    {
        if (variables < 1 || variables > capacity())
        {
            throw new IllegalArgumentException("addresses: " + variables + " (expected: 1.." + capacity() +
                ", the capacity of these TakenVariables)");
        }
        // If the host has ended, no port waits for an ASSIGN, or gives a value, any more; but an open isochron may
        // still give back what it was to assign.
        if ((NOBODY != holder || isOutstanding()) && (SETTLING == holder || !taken.tryGiveUp()))
        {
            throw new IllegalStateException(NOBODY == holder ?
                "the values of these " + count() + " variables are outstanding: await() them, abandon() their" +
                " isochron if it is open, or use other TakenVariables" :
                "these " + count() + (SETTLING == holder ?
                " variables are assigned or cancelled by an isochron that is open: issue() or abandon() it before the" +
                " next take," :
                " variables are taken: assign or cancel them before the next take,") + " or use other TakenVariables");
        }
    }

    /**
     * Begins a take.
     *
     * @param version version of the first one; those of the others follow it.
     */
    void begin(final int port, final ReadOrigin readOrigin, final int[] variables, final long version)
    {
        if (null != deferred && !taken.isOf(readOrigin))
        {
            // Of another host, which may have ended.
            deferred = null;
        }
        firstVersion = version;
        holder = port;
        taken.begin(readOrigin, variables);
    }

    /**
     * Begins a take whose SCHEDs are deferred.
     */
    void beginDeferred(
        final int port, final ReadOrigin readOrigin, final int[] variables, final Runnable scheds)
    {
        begin(port, readOrigin, variables, DEFERRED);
        if (scheds != deferred)
        {
            deferred = scheds;
        }
    }

    /**
     * Returns the SCHEDs that were deferred last, null for none.
     */
    Runnable deferred()
    {
        return deferred;
    }

    /**
     * The SCHEDs have been executed, by the owner of the host.
     *
     * @param version version of the first one.
     */
    void scheduled(final long version)
    {
        // Release: the states of the variables. Partner: isDeferred().
        FIRST_VERSION.setRelease(this, version);
    }

    /**
     * Returns whether the variables are taken, and their SCHEDs have not been executed.
     */
    boolean isDeferred()
    {
        // Acquire. Partner: scheduled().
        return DEFERRED == (long)FIRST_VERSION.getAcquire(this) && isHeld();
    }

    int holder()
    {
        return holder;
    }

    boolean isHeldBy(final ReadOrigin readOrigin, final int port)
    {
        return taken.isOf(readOrigin) && holder == port;
    }

    /**
     * Changes the holder: the variables are assigned or cancelled, or that was given up.
     */
    void holder(final int port)
    {
        holder = port;
    }
}
