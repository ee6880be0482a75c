/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

import org.isotach.IsotachException;
import org.isotach.memory.Padded;
import org.isotach.niu.Waiter;

/**
 * Collects the values of {@link TakenVariables}. This class owns the rule that the values are ready when all parts are
 * settled, and that the reason for a missing value is known by then, too. Parts report to it on the thread of the
 * executor of the host, on the thread that fails a part, or, before the isochron is issued, on the application thread.
 * All else belongs to the application thread, except where a method says otherwise.
 */
final class TakenValues extends Padded implements TakenPart.Group
{
    private static final VarHandle STATE;
    private static final VarHandle OPEN_PARTS;
    private static final int EMPTY = 0;
    private static final int PENDING = 1;
    private static final int READY = 2;
    private static final int FAILED = 3;

    static
    {
        try
        {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(TakenValues.class, "state", int.class);
            OPEN_PARTS = lookup.findVarHandle(TakenValues.class, "openParts", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final int[] addresses;
    private final long[] values;

    private final TakenWaits waits;
    private int count;
    private TakenPart[] parts = {};
    private int partCount;
    private ReadOrigin origin;
    private int state;
    private boolean isIssued;

    // Number of unsettled parts. Counted down atomically if there are several: two threads may fail two of them.
    private int openParts;

    // One failure. Plain: the thread that settles the last part has seen it, through openParts, and publishes it with
    // the state.
    private Failure failure;
    private volatile Waiter waiter;
    private Runnable arrivalHandler;

    // Acquire: the values, or the reason for their absence. Partner: settled().
    private final BooleanSupplier hasArrived = () -> PENDING < (int)STATE.getAcquire(this);

    /**
     * The reason why a variable has no value.
     */
    private record Failure(Function<String, IsotachException> type, String message)
    {
        IsotachException exception()
        {
            return type.apply(message);
        }
    }

    TakenValues(final int capacity)
    {
        addresses = new int[capacity];
        values = new long[capacity];
        waits = new TakenWaits(addresses);
    }

    int capacity()
    {
        return values.length;
    }

    int count()
    {
        return count;
    }

    boolean isReady()
    {
        // Acquire: the values. Partner: settled().
        return READY == (int)STATE.getAcquire(this);
    }

    boolean isFailed()
    {
        // Acquire: the reason. Partner: settled().
        return FAILED == (int)STATE.getAcquire(this);
    }

    boolean isPending()
    {
        return PENDING == (int)STATE.getAcquire(this);
    }

    /**
     * Returns the condition to wait for: nothing is outstanding any more, whether or not all values have arrived.
     */
    BooleanSupplier hasArrived()
    {
        return hasArrived;
    }

    /**
     * Gives the take up if its host has ended: no thread gives a value then, and no port waits for an ASSIGN. One that
     * is not issued yet belongs to its isochron, which may still reset it.
     */
    boolean tryGiveUp()
    {
        if (!isIssued || !origin.host().models().hasEnded())
        {
            return false;
        }
        for (int i = 0; i < partCount; i++)
        {
            parts[i].takeOut(origin);
        }
        // Once more: whoever closes the cluster may have taken a part out before, and be about to fail it.
        return origin.host().models().hasEnded();
    }

    boolean isOf(final ReadOrigin readOrigin)
    {
        return origin == readOrigin;
    }

    /**
     * Returns a value that has arrived.
     */
    long value(final int index)
    {
        return values[index];
    }

    /**
     * Copies the values, which have arrived.
     */
    void copyValues(final long[] into)
    {
        System.arraycopy(values, 0, into, 0, count());
    }

    /**
     * Returns the addresses, of which the first {@link #count()} count.
     */
    int[] addresses()
    {
        return addresses;
    }

    void checkNotFailed()
    {
        if (isFailed())
        {
            throw failure.exception();
        }
    }

    /**
     * Begins a take.
     */
    void begin(final ReadOrigin readOrigin, final int[] variables)
    {
        if (origin != readOrigin)
        {
            origin = readOrigin;
            waiter = null;
            // A part may be left over if the host that took them before was expelled.
            waits.clear();
        }
        count = variables.length;
        System.arraycopy(variables, 0, addresses, 0, count);
        partCount = 0;
        failure = null;
        isIssued = false;
        // Plain: the isochron is published later.
        STATE.set(this, PENDING);
    }

    /**
     * Makes room for the parts of one take.
     *
     * @param needed number of parts.
     * @param slots  number of slots that the last of them needs.
     */
    void makeRoom(final int needed, final int slots)
    {
        if (parts.length < needed)
        {
            // Complete before any thread may see it.
            final int made = parts.length;
            final TakenPart[] more = Arrays.copyOf(parts, Math.max(needed, 2 * made));
            for (int i = made; i < more.length; i++)
            {
                more[i] = new TakenPart(this, waits);
            }
            parts = more;
        }
        parts[needed - 1].makeRoom(slots - 1);
    }

    /**
     * Adds a part, for which there is room, before any part is in a slot.
     */
    TakenPart addPart(final int source, final int first, final int variables)
    {
        final TakenPart part = parts[partCount++];
        part.begin(source, origin.host().id() != source, first, variables);
        openParts = partCount;
        return part;
    }

    /**
     * Sets a handler, which is called when the values have arrived.
     */
    void onArrival(final Runnable handler)
    {
        // Plain: the isochron of the take publishes it. Partner: settled().
        arrivalHandler = handler;
    }

    /**
     * Reads variables before a take, as {@link VariableCells#getValues} does. For the owner of the host.
     */
    boolean read(final VariableCells cells, final int[] variables)
    {
        return cells.getValues(variables, values, 0);
    }

    /**
     * Notes that all values have arrived that were {@link #read}, and that no other thread touches them.
     */
    void arrivedAtOnce()
    {
        isIssued = true;
        // Release: for threads that look later. Partner: isReady().
        STATE.setRelease(this, READY);
    }

    /**
     * Returns whether a handler is set.
     */
    boolean isToldToHandler()
    {
        return null != arrivalHandler;
    }

    /**
     * Returns the waiter for the values, once they are issued.
     */
    Waiter waiter()
    {
        checkNotFailed();
        if (!isIssued)
        {
            throw new IllegalStateException(EMPTY == (int)STATE.getOpaque(this) ?
                "nothing was taken: take() variables and issue the isochron" :
                "the take of " + count + " variables was not issued yet: issue() its isochron before await()");
        }
        Waiter own = waiter;
        if (null == own)
        {
            own = origin.host().waiter();
            // Volatile, as is the note of the waiter before it parks. Partner: settled().
            waiter = own;
        }
        return own;
    }

    /**
     * Threadsafe.
     */
    void wake()
    {
        // Volatile. Partner: waiter().
        final Waiter waiting = waiter;
        if (null != waiting)
        {
            waiting.wake();
        }
    }

    @Override
    public int address(final int index)
    {
        return addresses[index];
    }

    @Override
    public void arrived(final int index, final long value)
    {
        values[index] = value;
    }

    TakenWaits waits()
    {
        return waits;
    }

    /**
     * Does the same as {@link TakenVariables#ticket}.
     */
    long ticket(final int index)
    {
        final TakenPart[] seen = parts;
        for (int i = 0; i < Math.min(partCount, seen.length); i++)
        {
            final int place = null == seen[i] ? SlotRead.NO_SLOT : seen[i].place(index);
            if (SlotRead.NO_SLOT != place)
            {
                return OutstandingReads.ticket(origin.host().id(), place);
            }
        }
        return OutstandingReads.NO_TICKET;
    }

    @Override
    public void failed(final Function<String, IsotachException> type, final String message)
    {
        if (null == failure)
        {
            failure = new Failure(type, message);
        }
    }

    @Override
    public void issued()
    {
        isIssued = true;
    }

    @Override
    public void settled(final Consumer<Runnable> runner)
    {
        if (isLast())
        {
            // Volatile. Partner: waiter().
            final Waiter waiting = waiter;
            final Runnable handler = arrivalHandler;
            // Release: the values, or the failure; from here on the application may use this object again.
            // Partners: isReady(), isFailed().
            STATE.setRelease(this, null == failure ? READY : FAILED);
            if (null != waiting)
            {
                waiting.wake();
            }
            if (null != handler)
            {
                runner.accept(handler);
            }
        }
    }

    @Override
    public void reset()
    {
        if (isLast())
        {
            STATE.setRelease(this, null == failure ? EMPTY : FAILED);
        }
    }

    private boolean isLast()
    {
        return 1 == partCount || 1 == (int)OPEN_PARTS.getAndAdd(this, -1);
    }

    @Override
    public String toString()
    {
        return switch ((int)STATE.getAcquire(this))
        {
            case EMPTY -> "no taken variables";
            case FAILED -> count + " taken variables, one of which never arrives" +
                Optional.ofNullable(failure).map(reason -> ": " + reason.message()).orElse("");
            case READY -> count + " taken variables with their values";
            default -> "the values of " + count + " taken variables" + waits.describe(origin);
        };
    }
}
