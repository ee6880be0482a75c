/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.isotach.IsotachException;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;
import org.isotach.smm.ReadHandler;

/**
 * One action under way: its operations, and the wait for their values. Used many times. Belongs to one thread at a
 * time.
 */
final class Run extends RunOperations
{
    private final RunWait wait = new RunWait();
    private final Consumer<Run> home;
    private Object what;
    private long entered;
    private boolean isEntered;
    private Runnable handler;

    // Which reads it has that others may wait for. Plain, and looked at by others, so it may be that of an earlier use.
    private Admission admission;
    private int admittedReads;
    private int uses;

    // Acquire. Partners: the threads that deliver.
    private final BooleanSupplier isCalledOff = wait::isCalledOff;
    private final BooleanSupplier isReadOrCalledOff = () -> wait.isCalledOff() || areReadsSettled();

    /**
     * @param capacity capacity in words.
     * @param post     the post of all runs.
     * @param home     takes the run back when it is no longer needed.
     */
    Run(final int capacity, final Post post, final Consumer<Run> home)
    {
        super(capacity, post);
        this.home = home;
    }

    /**
     * @param description description of the action, for messages.
     * @param toTake      addresses of the variables to take.
     * @param readOnly    addresses of the variables to read.
     */
    void begin(final Object description, final int[] toTake, final int[] readOnly)
    {
        uses++;
        begin(toTake, readOnly);
        // As in RunOperations.begin().
        if (what != description)
        {
            what = description;
        }
        if (null != admission)
        {
            admission = null;
        }
    }

    /**
     * Returns how often it has been used: others may look at it later than it is used again. May be an old number.
     */
    int uses()
    {
        return uses;
    }

    /**
     * Notes that it has had its turn.
     *
     * @param reads number of reads that it has.
     */
    void admitted(final Admission queue, final int reads)
    {
        admission = queue;
        admittedReads = reads;
    }

    @Override
    public int readsOf(final Admission queue)
    {
        return admission == queue ? admittedReads : 0;
    }

    /**
     * Returns a waiter of its own, to wait for the work of a host.
     */
    Waiter waiter(final Host host)
    {
        return wait.at(host);
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
     * Waits until every value has arrived.
     *
     * @throws IsotachException if a value never arrives, or the wait ends for another reason: see isSettled().
     */
    void await()
    {
        final boolean hasTaken = 0 == takenCount() || taken().awaitUnless(isCalledOff, this);
        if (hasTaken && !areReadsSettled())
        {
            wait.at(host()).awaitChange(isReadOrCalledOff, this);
        }
        final IsotachException reason = wait.reason();
        if (null != reason && !isSettled())
        {
            throw reason;
        }
    }

    /**
     * Ends a wait, if it is still the last one. Threadsafe.
     */
    @Override
    public void callOff(final long number, final IsotachException reason)
    {
        wait.callOff(number, reason);
        taken().wake();
    }

    @Override
    public RunWait state()
    {
        return wait;
    }

    /**
     * Returns the description of the action, for messages.
     */
    @Override
    public Object what()
    {
        return what;
    }

    /**
     * Notes that its thread has gone, and that another thread gives back its reservations.
     */
    void isOrphaned()
    {
        wait.forget();
    }

    /**
     * Returns whether the host that takes and reads has been expelled, or its member is out. Nothing arrives any more,
     * and its reservations count as not made. Threadsafe.
     */
    boolean isHostGone()
    {
        final Host own = host();
        return null != own && isGone(own);
    }

    /**
     * Returns whether nothing arrives at a host any more.
     */
    static boolean isGone(final Host host)
    {
        return host.isExpelled() || host.isShutDown();
    }

    /**
     * Returns whether nothing is outstanding any more, whatever becomes of it.
     */
    boolean isOver()
    {
        return isSettled() || isHostGone();
    }

    /**
     * Returns whether another action may use this run. It may not if a value may still arrive for a read whose caller
     * has gone, or fail for one that was not issued after all.
     */
    boolean isReusable()
    {
        return !taken().isHeld() && !isOutstanding();
    }

    /**
     * Gives the run back. It holds nothing, and is no longer needed.
     */
    void giveBack()
    {
        home.accept(this);
    }

    /**
     * Clears the run for the next action.
     */
    Run clean()
    {
        if (null != handler)
        {
            withoutHandler();
        }
        wait.forget();
        return this;
    }

    /**
     * Takes the handler off, before anything is issued.
     */
    void withoutHandler()
    {
        handler = null;
        taken().onArrival(null);
        onRead(null);
    }

    /**
     * @param called called once or several times when all values have arrived, or one of them never will. The last of
     *               those that are only read may be seen a moment later; at once if there are no values.
     */
    void onArrival(final Runnable called)
    {
        handler = called;
        final AtomicInteger missing = new AtomicInteger(Math.min(1, takenCount()) + toRead().length);
        if (0 == missing.get())
        {
            called.run();
            return;
        }
        final Runnable one = () ->
        {
            if (0 == missing.decrementAndGet())
            {
                called.run();
            }
        };
        taken().onArrival(one);
        onRead(new ReadHandler()
        {
            @Override
            public void onValue(final int address, final long value)
            {
                one.run();
            }

            @Override
            public void onFailure(final int address, final IsotachException cause)
            {
                one.run();
            }
        });
    }

    /**
     * Calls the handler if the host is gone: nothing else does. Threadsafe.
     */
    @Override
    public void lookForExpulsion()
    {
        final Runnable called = handler;
        if (null != called && isHostGone())
        {
            called.run();
        }
    }

    @Override
    public long firstHeld()
    {
        return taken().firstVersion();
    }

    @Override
    public int heldCount()
    {
        return taken().isHeld() ? takenCount() : 0;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("the values of ").append(what);
        if (what instanceof Footprint footprint)
        {
            String separator = ", of which these are reserved: ";
            // Nothing of an action that only reads.
            final int count = 0 == takenCount() ? 0 : footprint.variables();
            for (int i = 0; i < count && footprint.isReserved(i); i++)
            {
                if (0 != taken().awaitedVersion(footprint.firstWord(i)))
                {
                    text.append(separator).append(footprint.variable(i));
                    separator = ", ";
                }
            }
        }
        return text.toString();
    }
}
