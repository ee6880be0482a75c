/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.niu.Waiter;

/**
 * Receives the value of a READ, or the result of an UPDATE. Issuing the read does not wait: {@link #await()} waits for
 * the value, {@link #isReady()} polls for it, and {@link #onValue} sets a handler for it.
 * <p>
 * Appending a read to an isochron invalidates the value until the read is answered or has failed. After that the object
 * can be used for another read; also when {@code Cluster.expel} of the host of the read, or {@code Cluster.close}, has
 * returned, unless the isochron of the read is still open: issue or abandon it first. If a handler outlives {@code
 * close}, the reads of its host fail when it returns. Everything said here about reads holds for an UPDATE with a
 * result, too.
 * <p>
 * <b>Note:</b> {@link #isReady()}, {@link #isFailed()}, {@link #isOutstanding()} and {@link #get()} are threadsafe: a
 * thread that has seen the value also sees everything that the delivering thread did before. All other methods belong
 * to the application thread whose port issues the read.
 */
public final class IsoValue extends ReadState
{
    private long value;
    private int address;
    private int source;
    private String failure;
    private Function<String, IsotachException> failureType;
    private int slot = NO_SLOT;
    private ReadOrigin origin;

    private final BooleanSupplier hasArrived = () -> !isOutstanding();
    private volatile Waiter waiter;
    private ReadHandler handler;
    private Runnable handlerCall;

    // Made with the handler: a failure may be that there is no memory.
    private Runnable failureCall;

    /**
     * Creates an empty value.
     */
    public IsoValue()
    {
    }

    /**
     * Sets a handler, which is called when the value of a read has arrived, or the read has failed. A thread may still
     * wait for the value. {@link #isReady()} or {@link #isFailed()} returns true only when the handler has returned, so
     * use the value that the handler is given.
     *
     * @param readHandler the handler, null for none.
     * @return this.
     * @throws IllegalStateException if a read is outstanding.
     */
    public IsoValue onValue(final ReadHandler readHandler)
    {
        checkNotPending("onValue()");
        handler = readHandler;
        handlerCall = null == readHandler ? null : () -> handler.onValue(address, value);
        failureCall = null == readHandler ? null : () -> handler.onFailure(address, failed());
        return this;
    }

    /**
     * Returns the value as a 64-bit integer.
     *
     * @return the value.
     * @throws IllegalStateException              if the value has not arrived.
     * @throws HostExpelledException              if it never arrives, because a host was expelled.
     * @throws SchedCancelledException            if it never arrives, because a SCHED was cancelled.
     * @throws UpdateFailedException              if it never arrives, because the UPDATE has changed nothing.
     * @throws org.isotach.ClusterClosedException if it never arrives, because the cluster was closed.
     */
    public long get()
    {
        final int now = state();
        if (FAILED == now)
        {
            throw failed();
        }
        if (READY != now)
        {
            throw new IllegalStateException(PENDING == now ?
                "the value of variable " + address + " has not arrived: await() it, or poll isReady()" :
                "nothing was read into this value yet: append a read and issue its isochron");
        }
        return value;
    }

    /**
     * Waits for the value, within {@link org.isotach.niu.ClusterContext#awaitTimeout}.
     *
     * @return the value.
     * @throws IllegalStateException               if no read is outstanding, its isochron has not been issued, or the
     *                                             call comes from inside a handler.
     * @throws org.isotach.IsotachTimeoutException if the value does not arrive in time; the message names the host and
     *                                             the thread whose ASSIGN is missing. The read stays outstanding.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted; its interrupt status stays set, and
     *                                             the read outstanding.
     * @throws org.isotach.ClusterClosedException  if the cluster is closed before the value arrives.
     * @throws HostExpelledException               if the host whose answer or ASSIGN is missing was expelled; this
     *                                             object can be used for another read. Also if the host of the read
     *                                             is expelled; then it can be used when {@code Cluster.expel} has
     *                                             returned.
     * @throws SchedCancelledException             if the SCHED that the read waited for was cancelled after its
     *                                             variable had been overwritten; this object can be used for another
     *                                             read.
     * @throws UpdateFailedException               if the UPDATE has changed nothing, because its function has thrown or
     *                                             too many UPDATEs wait for the same SCHED; this object can be used for
     *                                             another read.
     */
    public long await()
    {
        if (!isReady())
        {
            issuedWaiter().awaitCall(hasArrived, this);
            checkNotFailed();
        }
        return value;
    }

    /**
     * Waits for the value as {@link #await()} does, with a time limit of its own.
     *
     * @param timeout the time limit.
     * @param unit    the unit of the time limit.
     * @return the value.
     * @throws org.isotach.IsotachTimeoutException if the value does not arrive in time. All else as for
     *                                             {@link #await()}.
     */
    public long await(final long timeout, final TimeUnit unit)
    {
        if (!isReady())
        {
            issuedWaiter().awaitCall(hasArrived, this, unit.toNanos(timeout));
            checkNotFailed();
        }
        return value;
    }

    /**
     * The version of the SCHED whose ASSIGN the value waits for. For messages, and to find out which thread waits for
     * which. Threadsafe; while the object is used for another read, the version may be that of the read before.
     *
     * @return the version; 0 if the value has arrived, or is not known to wait.
     */
    public long waitsFor()
    {
        // Acquire: the origin. Partners: complete(), fail(); the caller knows that the read was issued.
        final int outstanding = slot;
        return !isOutstanding() || outstanding < 0 ? Version.SUBSTANTIATED : origin.waitsFor(outstanding);
    }

    /**
     * The number under which hosts of other members know the outstanding value, see {@link SharedMemory#owedResults()}.
     * To find out which thread waits for which. Threadsafe; while the object is used for another read, the number may
     * be that of the read before.
     *
     * @return the number; -1 if the value has arrived, or was not asked for.
     */
    public long ticket()
    {
        // Acquire: the origin, as in waitsFor().
        final int outstanding = slot;
        return !isOutstanding() || outstanding < 0 ? OutstandingReads.NO_TICKET :
            OutstandingReads.ticket(origin.host().id(), outstanding);
    }

    /**
     * Invalidates the value, because a read into it was appended.
     */
    void pending(final ReadOrigin readOrigin, final int variable, final int sourceHost)
    {
        if (origin != readOrigin)
        {
            origin = readOrigin;
            waiter = null;
        }
        address = variable;
        source = sourceHost;
        slot = NO_SLOT;
        prepare(PENDING);
    }

    @Override
    void issued(final int readSlot)
    {
        slot = readSlot;
    }

    /**
     * Notes that the isochron was abandoned.
     */
    @Override
    void reset()
    {
        slot = NO_SLOT;
        prepare(EMPTY);
    }

    /**
     * Called by the executor of the host that issued the read.
     */
    void complete(final long result)
    {
        value = result;
        // Volatile. Partner: issuedWaiter().
        final Waiter waiting = waiter;
        if (null != handlerCall)
        {
            origin.host().models().runHandler(handlerCall);
        }
        publish(READY);
        if (null != waiting)
        {
            waiting.wake();
        }
    }

    /**
     * Notes that the value will never arrive.
     *
     * @param type    makes the exception.
     * @param message message of the exception.
     * @param runner  runs handlers for the calling thread; what it throws says that this object may be in use again.
     */
    @Override
    void fail(final Function<String, IsotachException> type, final String message, final Consumer<Runnable> runner)
    {
        failure = message;
        failureType = type;
        final Waiter waiting = waiter;
        if (null != failureCall)
        {
            runner.accept(failureCall);
        }
        publish(FAILED);
        if (null != waiting)
        {
            waiting.wake();
        }
    }

    /**
     * Returns the host that answers.
     */
    @Override
    int source()
    {
        return source;
    }

    @Override
    int address()
    {
        return address;
    }

    private IsotachException failed()
    {
        return failureType.apply(failure);
    }

    private Waiter issuedWaiter()
    {
        checkIssued();
        Waiter own = waiter;
        if (null == own)
        {
            own = origin.host().waiter();
            // Volatile, as is the note of the waiter before it parks. Partners: complete(), fail().
            waiter = own;
        }
        return own;
    }

    private void checkNotFailed()
    {
        if (isFailed())
        {
            throw failed();
        }
    }

    private void checkIssued()
    {
        checkNotFailed();
        if (EMPTY == state())
        {
            throw new IllegalStateException("nothing was read into this value: append a read and issue the isochron");
        }
        if (NO_SLOT == slot)
        {
            throw new IllegalStateException(
                "the read of variable " + address + " was not issued yet: issue() its isochron before await()");
        }
    }

    void checkNotPending(final String what)
    {
        if (isOutstanding() && !tryGiveUp())
        {
            throw new IllegalStateException("the read of variable " + address + " into this value is outstanding: " +
                what + " has to wait for it, or use another IsoValue");
        }
    }

    /**
     * Gives the read up if its host has ended, so that no thread completes it. One that is not issued yet belongs to
     * its isochron, which may still reset it.
     */
    private boolean tryGiveUp()
    {
        if (NO_SLOT == slot || !origin.host().models().hasEnded())
        {
            return false;
        }
        origin.takeOut(slot, this);
        // Once more: whoever closes the cluster may have taken it out before, and be about to fail it.
        return origin.host().models().hasEnded();
    }

    @Override
    public String toString()
    {
        switch (state())
        {
            case EMPTY:
                return "an empty value";
            case FAILED:
                return "a value that never arrives: " + failure;
            case READY:
                return "the value " + value + " of variable " + address;
            default:
                return "the value of " + origin.describe(address, waitsFor());
        }
    }
}
