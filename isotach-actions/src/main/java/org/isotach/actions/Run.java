/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import org.isotach.IsotachException;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;
import org.isotach.smm.IsoValue;
import org.isotach.smm.TakenVariables;

/**
 * One action under way: what it has taken and reads, from where, and its body's {@link Action}. Used again and again.
 * Belongs to one thread at a time.
 */
final class Run
{
    private static final IsoValue[] NO_READS = {};

    private final Action action = new Action();
    private final TakenVariables taken;
    private IsoValue[] reads = NO_READS;
    private long[] values;
    private Object what;
    private int[] addresses;
    private int[] toRead;
    private int readCount;
    private long entered;
    private boolean isEntered;
    private Runnable handler;

    // The one that has taken: only that one assigns. Null until then, and if none was needed.
    private Session session;

    // Whose wait this is, and its number; of those that wait, for WaitGraph.
    private volatile Thread owner;
    private volatile long waitNumber;

    private final RunWait wait = new RunWait();

    // Acquire. Partners: whoever delivers.
    private final BooleanSupplier isCalledOff = wait::isCalledOff;
    private final BooleanSupplier isReadOrCalledOff = () -> wait.isCalledOff() || areReadsSettled();

    /**
     * @param capacity in words.
     */
    Run(final int capacity)
    {
        taken = new TakenVariables(capacity);
        values = new long[capacity];
    }

    /**
     * @param description for messages.
     * @param toTake      addresses.
     * @param readOnly    addresses.
     */
    void begin(final Object description, final int[] toTake, final int[] readOnly)
    {
        what = description;
        addresses = toTake;
        toRead = readOnly;
        readCount = readOnly.length;
        session = null;
        wait.clear();
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

    /**
     * To wait for what a host does.
     */
    Waiter waiter(final Host host)
    {
        return wait.at(host);
    }

    Session session()
    {
        return session;
    }

    void session(final Session that)
    {
        session = that;
    }

    /**
     * Was the host expelled that has taken and reads? Nothing arrives any more, and what it has reserved counts as not
     * done. Any thread may ask.
     */
    boolean isHostExpelled()
    {
        final Session own = session;
        return null != own && own.host().isExpelled();
    }

    /**
     * All is taken, and read, without a session.
     */
    void isTakenAtOnce()
    {
        readCount = 0;
    }

    /**
     * Did it take no session to take? Asked when it is known to have been taken.
     */
    boolean wasTakenAtOnce()
    {
        return null == session;
    }

    /**
     * References that it reads are kept for it from here on.
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
     * New values of what was taken, then the values that were read.
     */
    long[] values()
    {
        return values;
    }

    /**
     * Has everything arrived, or failed?
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
     * Is nothing outstanding any more, whatever becomes of it?
     */
    boolean isOver()
    {
        return isSettled() || isHostExpelled();
    }

    /**
     * Is everything there?
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
     * Waits until everything is there.
     *
     * @throws IsotachException when something never will be, or the wait ends for another reason: see isSettled().
     */
    void await()
    {
        final boolean hasTaken = 0 == takenCount() || taken.awaitUnless(isCalledOff, this);
        if (hasTaken && !areReadsSettled())
        {
            wait.at(session.host()).awaitChange(isReadOrCalledOff, this);
        }
        final IsotachException reason = wait.reason();
        if (null != reason && !isSettled())
        {
            throw reason;
        }
    }

    /**
     * The values that were there: what is assigned if nothing else is.
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
     * Ends the wait; any thread may call it.
     */
    void callOff(final IsotachException reason)
    {
        wait.callOff(reason);
        taken.wake();
    }

    /**
     * A wait begins.
     *
     * @param number later waits have higher ones.
     */
    void waits(final long number)
    {
        waitNumber = number;
        owner = Thread.currentThread();
    }

    /**
     * For messages: the action.
     */
    Object what()
    {
        return what;
    }

    /**
     * Its thread has gone, and somebody else gives back what it has reserved.
     */
    void isOrphaned()
    {
        owner = null;
    }

    /**
     * @return the thread that waits, null if none does.
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
     * May another action have it? Not if a value may still arrive, of a read whose caller has gone.
     */
    boolean isReusable()
    {
        return !taken.isHeld() && (null == session || isSettled());
    }

    /**
     * For the next action.
     */
    Run clean()
    {
        if (null != handler)
        {
            handler = null;
            taken.onArrival(null);
        }
        owner = null;
        what = null;
        return this;
    }

    /**
     * @param called once or several times when what was taken has arrived, or never will.
     */
    void onArrival(final Runnable called)
    {
        handler = called;
        taken.onArrival(called);
    }

    /**
     * Tells who waits without a thread that its host was expelled, if so: nobody else does.
     */
    void lookForExpulsion()
    {
        final Runnable called = handler;
        if (null != called && isHostExpelled())
        {
            called.run();
        }
    }

    /**
     * Is a version one of those under which this has reserved variables?
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
            String separator = ", of which somebody has reserved ";
            // Whoever looks at a condition only reads.
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
