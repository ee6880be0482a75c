/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import org.isotach.IsotachException;
import org.isotach.niu.Waiter;
import org.isotach.smm.IsoValue;
import org.isotach.smm.TakenVariables;

/**
 * One action under way: the variables that it takes and reads, and the {@link Action} of its body. Used many times.
 * Belongs to one thread at a time.
 */
final class Run
{
    private static final IsoValue[] NO_READS = {};

    private final Action action = new Action();
    private final TakenVariables taken;
    private final Waiter waiter;
    private IsoValue[] reads = NO_READS;
    private long[] values;
    private Object what;
    private int[] addresses;
    private int[] toRead;
    private int readCount;
    private long entered;
    private boolean isEntered;
    private boolean hasHandler;
    private boolean isAssigned;
    private final RunCargo cargo;

    // The session that has taken; only this session assigns. Null before that, and if no session was needed.
    private Session session;

    // The waiting thread and the number of its wait, for WaitGraph.
    private volatile Thread owner;
    private volatile long waitNumber;
    private volatile IsotachException calledOff;

    // Acquire. Partners: the threads that deliver.
    private final BooleanSupplier isCalledOff = () -> null != calledOff;
    private final BooleanSupplier isReadOrCalledOff = () -> null != calledOff || areReadsSettled();

    /**
     * @param capacity capacity in words.
     * @param waiter   a waiter of its own.
     * @param post     the post of all runs.
     */
    Run(final int capacity, final Waiter waiter, final Post post)
    {
        this.waiter = waiter;
        cargo = new RunCargo(this, post);
        taken = new TakenVariables(capacity);
        values = new long[capacity];
    }

    /**
     * @param description description of the action, for messages.
     * @param toTake      addresses of the variables to take.
     * @param readOnly    addresses of the variables to read.
     */
    void begin(final Object description, final int[] toTake, final int[] readOnly)
    {
        what = description;
        addresses = toTake;
        toRead = readOnly;
        readCount = readOnly.length;
        session = null;
        isAssigned = false;
        calledOff = null;
        if (toTake.length + readOnly.length > values.length)
        {
            values = new long[toTake.length + readOnly.length];
        }
        if (reads.length < readCount)
        {
            final int before = reads.length;
            reads = Arrays.copyOf(reads, Math.max(readCount, 2 * before));
            for (int i = before; i < reads.length; i++)
            {
                reads[i] = new IsoValue();
            }
        }
    }

    Action action()
    {
        return action;
    }

    TakenVariables taken()
    {
        return taken;
    }

    IsoValue read(final int index)
    {
        return reads[index];
    }

    int readCount()
    {
        return readCount;
    }

    int takenCount()
    {
        return addresses.length;
    }

    int[] addresses()
    {
        return addresses;
    }

    int[] toRead()
    {
        return toRead;
    }

    Waiter waiter()
    {
        return waiter;
    }

    RunCargo cargo()
    {
        return cargo;
    }

    Session session()
    {
        return session;
    }

    /**
     * Notes that the isochron that takes and reads was issued.
     *
     * @param that the session that has issued it.
     */
    void issued(final Session that)
    {
        session = that;
    }

    /**
     * Returns whether an isochron that takes and reads was issued. None is if the variables were taken at once.
     */
    boolean isIssued()
    {
        return null != session;
    }

    /**
     * Notes that all variables have been taken and read without a session.
     */
    void takenAtOnce()
    {
        readCount = 0;
    }

    /**
     * Notes that the isochron that assigns was issued.
     */
    void assigned()
    {
        isAssigned = true;
    }

    boolean isAssigned()
    {
        return isAssigned;
    }

    /**
     * Protects the references that it reads, from here on.
     */
    void enter(final References references)
    {
        entered = references.enter();
        isEntered = true;
    }

    void exit(final References references)
    {
        if (isEntered)
        {
            isEntered = false;
            references.exit(entered);
        }
    }

    /**
     * Returns the new values of the taken variables, followed by the values that were read.
     */
    long[] values()
    {
        return values;
    }

    /**
     * Returns whether every value has arrived or failed.
     */
    boolean isSettled()
    {
        return (0 == takenCount() || taken.isReady() || taken.isFailed()) && areReadsSettled();
    }

    private boolean areReadsSettled()
    {
        for (int i = 0; i < readCount; i++)
        {
            if (!reads[i].isReady() && !reads[i].isFailed())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether every value has arrived.
     */
    boolean isReady()
    {
        if (takenCount() > 0 && !taken.isReady())
        {
            return false;
        }
        for (int i = 0; i < readCount; i++)
        {
            if (!reads[i].isReady())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Waits until every value has arrived.
     *
     * @throws IsotachException if a value never arrives, or the wait ends for another reason: see isSettled().
     */
    void await()
    {
        final boolean hasTaken = 0 == takenCount() || taken.awaitUnless(isCalledOff, this);
        if (hasTaken && !areReadsSettled())
        {
            waiter.awaitChange(isReadOrCalledOff, this);
        }
        final IsotachException reason = calledOff;
        if (null != reason && !isSettled())
        {
            throw reason;
        }
    }

    /**
     * Restores the old values, which are assigned if no others are.
     */
    void restoreValues()
    {
        final int count = takenCount();
        for (int i = 0; i < count; i++)
        {
            values[i] = taken.value(i);
        }
    }

    void copyReads()
    {
        final int first = takenCount();
        for (int i = 0; i < readCount; i++)
        {
            values[first + i] = reads[i].get();
        }
    }

    /**
     * Ends the wait. Threadsafe.
     */
    void callOff(final IsotachException reason)
    {
        calledOff = reason;
        taken.wake();
        waiter.wake();
    }

    /**
     * Notes that a wait begins.
     *
     * @param number number of the wait; later waits have higher numbers.
     */
    void waits(final long number)
    {
        waitNumber = number;
        owner = Thread.currentThread();
    }

    /**
     * Returns the description of the action, for messages.
     */
    Object what()
    {
        return what;
    }

    /**
     * Notes that its thread has gone, and that another thread gives back its reservations.
     */
    void isOrphaned()
    {
        owner = null;
    }

    /**
     * @return the waiting thread, null if no thread waits.
     */
    Thread owner()
    {
        return owner;
    }

    long waitNumber()
    {
        return waitNumber;
    }

    /**
     * Returns whether another action may use this run. It may not if a value may still arrive for a read whose caller
     * has gone.
     */
    boolean isReusable()
    {
        return !taken.isHeld() && (!isIssued() || isSettled());
    }

    /**
     * Clears the run for the next action.
     */
    Run clean()
    {
        if (hasHandler)
        {
            hasHandler = false;
            taken.onArrival(null);
        }
        owner = null;
        what = null;
        return this;
    }

    void onArrival(final Runnable handler)
    {
        hasHandler = true;
        taken.onArrival(handler);
    }

    /**
     * Returns whether this run has reserved a variable under this version.
     */
    boolean holds(final long version)
    {
        final long index = version - taken.firstVersion();
        return taken.isHeld() && index >= 0 && index < takenCount();
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("the values of ").append(what);
        if (what instanceof Footprint footprint)
        {
            String separator = ", of which these are reserved: ";
            // A condition only reads.
            final int count = 0 == takenCount() ? 0 : footprint.variables();
            for (int i = 0; i < count && footprint.isReserved(i); i++)
            {
                if (0 != taken.awaitedVersion(footprint.firstWord(i)))
                {
                    text.append(separator).append(footprint.variable(i));
                    separator = ", ";
                }
            }
        }
        return text.toString();
    }
}
