/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.memory.Padded;
import org.isotach.niu.Waiter;

/**
 * The variables of one structured atomic action (V1 section 2.1.2): {@link MemoryPort#take} reads and schedules all of
 * them, their values arrive here, and {@link MemoryPort#assign(Isochron, TakenVariables, long[])} gives them new ones.
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
 * The object is made to be reused, and allocates nothing in use.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the application thread of the port that takes.
 */
public final class TakenVariables extends Padded
{
    /**
     * Most variables that can be taken at once.
     */
    public static final int MAX_CAPACITY = 2048;

    /**
     * In place of the port that holds them.
     */
    static final int NOBODY = -1;

    /**
     * In place of the port that holds them, while the isochron that assigns or cancels them is open.
     */
    static final int SETTLING = -2;

    private static final VarHandle STATE;
    private static final VarHandle OPEN_PARTS;
    private static final VarHandle WAITS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final BooleanSupplier NEVER = () -> false;
    private static final int EMPTY = 0;
    private static final int PENDING = 1;
    private static final int READY = 2;
    private static final int FAILED = 3;

    static
    {
        try
        {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(TakenVariables.class, "state", int.class);
            OPEN_PARTS = lookup.findVarHandle(TakenVariables.class, "openParts", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final TakenPart.Group group = new Group();
    private final int[] addresses;
    private final long[] values;

    // By variable, for messages only: the version that it waits for.
    private final long[] waits;
    private int count;
    private TakenPart[] parts = {};
    private int partCount;
    private long firstVersion;

    // The port whose SCHEDs these are, as long as they are neither assigned nor cancelled, else NOBODY or SETTLING.
    private int holder = NOBODY;
    private ReadOrigin origin;
    private int state;
    private boolean isIssued;

    // Not settled yet. Counted down atomically if there is more than one: two threads may fail two of them.
    private int openParts;

    // One of them. Plain: who settles the last part has seen it, by openParts, and publishes it with the state.
    private Failure failure;
    private volatile Waiter waiter;
    private BooleanSupplier calledOff = NEVER;
    private Runnable arrivalHandler;

    // Acquire: the values, or why there are none. Partner: Group.settled().
    private final BooleanSupplier hasArrived = () -> PENDING < (int)STATE.getAcquire(this);
    private final BooleanSupplier isOver = () -> hasArrived.getAsBoolean() || calledOff.getAsBoolean();

    /**
     * Why there is a variable without a value.
     */
    private record Failure(Function<String, IsotachException> type, String message)
    {
        IsotachException exception()
        {
            return type.apply(message);
        }
    }

    /**
     * Creates a place for variables, empty.
     *
     * @param capacity most variables that can be taken at once, 1..{@link #MAX_CAPACITY}.
     * @throws IllegalArgumentException when it is out of range.
     */
    public TakenVariables(final int capacity)
    {
        if (capacity < 1 || capacity > MAX_CAPACITY)
        {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: 1.." + MAX_CAPACITY + ')');
        }
        addresses = new int[capacity];
        values = new long[capacity];
        waits = new long[capacity];
    }

    /**
     * Most variables that can be taken at once.
     *
     * @return the capacity.
     */
    public int capacity()
    {
        return values.length;
    }

    /**
     * Variables that were taken last.
     *
     * @return their number.
     */
    public int count()
    {
        return count;
    }

    /**
     * Have all values arrived?
     *
     * @return true if they have; false while some are missing, before the first take, and when one has failed.
     */
    public boolean isReady()
    {
        // Acquire: the values. Partner: Group.settled().
        return READY == (int)STATE.getAcquire(this);
    }

    /**
     * Is there a value that never arrives, because a host that was needed has been expelled, a SCHED that it waited for
     * was cancelled after its variable had been overwritten, or the cluster was closed? The variables are scheduled
     * nevertheless, where copies are left: assign or cancel them.
     *
     * @return true if so, and nothing is outstanding any more.
     */
    public boolean isFailed()
    {
        return FAILED == (int)STATE.getAcquire(this);
    }

    /**
     * Waits until all values have arrived.
     *
     * @return this.
     * @throws IllegalStateException              when nothing was taken, the isochron was not issued, or the call comes
     *                                            from inside a handler.
     * @throws HostExpelledException              when a host that was needed, or the own one, was expelled.
     * @throws SchedCancelledException            when a value never arrives because a SCHED was cancelled.
     * @throws org.isotach.ClusterClosedException when the cluster was closed before.
     * @throws org.isotach.IsotachTimeoutException when it takes longer than the time limit of the cluster.
     */
    public TakenVariables await()
    {
        if (!isReady())
        {
            issuedWaiter().awaitCall(hasArrived, this);
            checkNotFailed();
        }
        return this;
    }

    /**
     * As {@link #await()}, with a time limit of its own.
     *
     * @param timeout how long to wait.
     * @param unit    of the timeout.
     * @return this.
     */
    public TakenVariables await(final long timeout, final TimeUnit unit)
    {
        if (!isReady())
        {
            issuedWaiter().awaitCall(hasArrived, this, unit.toNanos(timeout));
            checkNotFailed();
        }
        return this;
    }

    /**
     * As {@link #await()}, but gives up when the wait is called off: {@link #wake()} has the thread that waits look at
     * that again. The variables stay taken, and their values outstanding.
     *
     * @param isCalledOff is asked by the calling thread while it waits.
     * @param what        is waited for; its {@code toString()} is part of the messages.
     * @return true if the values have arrived, false if the wait was called off.
     */
    public boolean awaitUnless(final BooleanSupplier isCalledOff, final Object what)
    {
        if (!isReady())
        {
            calledOff = isCalledOff;
            try
            {
                issuedWaiter().awaitCall(isOver, what);
            }
            finally
            {
                calledOff = NEVER;
            }
            checkNotFailed();
        }
        return isReady();
    }

    /**
     * Has the thread that waits in {@link #awaitUnless} look again; any thread may call it.
     */
    public void wake()
    {
        // Volatile. Partner: issuedWaiter().
        final Waiter waiting = waiter;
        if (null != waiting)
        {
            waiting.wake();
        }
    }

    /**
     * Asks for a call when the values of the takes from now on have arrived, or one of them never will. It comes in the
     * middle of execution, on the thread that delivers the last value, when {@link #isReady()} or {@link #isFailed()}
     * is true already; as a {@link ReadHandler} it must be quick, and may not call the library.
     *
     * @param handler to be called, null for none.
     * @return this.
     * @throws IllegalStateException when values are outstanding.
     */
    public TakenVariables onArrival(final Runnable handler)
    {
        if (PENDING == (int)STATE.getAcquire(this) && !origin.host().models().isOver() && !origin.host().isExpelled())
        {
            throw new IllegalStateException("the values of these " + count + " variables are outstanding:" +
                " onArrival() before the take, or when they have arrived");
        }
        // Plain: the isochron of the take publishes it. Partner: Group.settled().
        arrivalHandler = handler;
        return this;
    }

    /**
     * The versions under which the variables were scheduled: this one is that of the first variable, the next number
     * that of the second, and so on. For messages, and to find out who waits for whom.
     *
     * @return the version of the first variable.
     */
    public long firstVersion()
    {
        return firstVersion;
    }

    /**
     * The version that the value of a variable waits for, that of a SCHED without an ASSIGN; for messages, and to find
     * out who waits for whom. Any thread may call it.
     *
     * @param index 0 .. {@link #capacity()} - 1, as in the addresses that were taken.
     * @return the version, 0 if the value has arrived, or is not known to wait.
     */
    public long awaitedVersion(final int index)
    {
        return (long)WAITS.getOpaque(waits, index);
    }

    /**
     * The value that a variable had when it was taken.
     *
     * @param index 0 .. {@link #count()} - 1, as in the addresses that were taken.
     * @return the value.
     * @throws IndexOutOfBoundsException when there is no such variable.
     * @throws IllegalStateException     when the values have not arrived.
     * @throws IsotachException          as {@link #await()}, when one of them never will.
     */
    public long value(final int index)
    {
        if (!isReady())
        {
            checkNotFailed();
            throw new IllegalStateException("value " + index + " of " + this + " has not arrived: await() them, or" +
                " poll isReady()");
        }
        return values[Objects.checkIndex(index, count)];
    }

    /**
     * The address of a variable.
     *
     * @param index 0 .. {@link #count()} - 1, as in the addresses that were taken.
     * @return the address.
     * @throws IndexOutOfBoundsException when there is no such variable.
     */
    public int address(final int index)
    {
        return addresses[Objects.checkIndex(index, count)];
    }

    /**
     * Are the variables reserved for an ASSIGN of the port?
     *
     * @return true from {@link MemoryPort#take} to the assign, or cancel, of them.
     */
    public boolean isHeld()
    {
        return holder >= 0;
    }

    /**
     * Refuses to take when there is something outstanding, or reserved.
     */
    void checkFree(final int variables)
    {
        if (variables < 1 || variables > values.length)
        {
            throw new IllegalArgumentException("addresses: " + variables + " (expected: 1.." + values.length +
                ", the capacity of these TakenVariables)");
        }
        final boolean isPending = PENDING == (int)STATE.getAcquire(this);
        if (NOBODY == holder && !isPending || origin.host().models().isOver() || origin.host().isExpelled())
        {
            // Nobody waits for an ASSIGN, or gives a value, any more.
            return;
        }
        if (NOBODY != holder)
        {
            throw new IllegalStateException("these " + count + (SETTLING == holder ?
                " variables are assigned or cancelled by an isochron that is open: issue() it before the next take," :
                " variables are taken: assign or cancel them before the next take,") + " or use other TakenVariables");
        }
        if (isPending)
        {
            throw new IllegalStateException("the values of these " + count + " variables are outstanding: await()" +
                " them, or use other TakenVariables");
        }
    }

    /**
     * They are going to be taken.
     *
     * @param version of the first one; those of the others follow.
     */
    void begin(final int port, final ReadOrigin readOrigin, final int[] variables, final long version)
    {
        if (origin != readOrigin)
        {
            origin = readOrigin;
            waiter = null;
            // Something is left if the host was expelled that had taken these before.
            Arrays.fill(waits, Version.SUBSTANTIATED);
        }
        count = variables.length;
        System.arraycopy(variables, 0, addresses, 0, count);
        firstVersion = version;
        holder = port;
        partCount = 0;
        failure = null;
        isIssued = false;
        // Plain: the isochron is published after that.
        STATE.set(this, PENDING);
    }

    /**
     * The value of a variable that is taken by the thread to which these belong.
     */
    void value(final int index, final long value)
    {
        values[index] = value;
    }

    /**
     * All values are there, and nobody else has to do with them.
     */
    void takenAtOnce()
    {
        isIssued = true;
        // Release: for others that look, later. Partner: isReady().
        STATE.setRelease(this, READY);
    }

    /**
     * Is somebody to be called when values arrive?
     */
    boolean isToldToHandler()
    {
        return null != arrivalHandler;
    }

    /**
     * Adds a part, before any is in a slot.
     */
    TakenPart addPart(final int source, final int first, final int variables)
    {
        if (partCount == parts.length)
        {
            parts = Arrays.copyOf(parts, Math.max(1, 2 * partCount));
            Arrays.setAll(parts, i -> i < partCount ? parts[i] : new TakenPart(group));
        }
        final TakenPart part = parts[partCount++];
        part.begin(source, origin.host().id() != source, first, variables);
        openParts = partCount;
        return part;
    }

    int holder()
    {
        return holder;
    }

    boolean isHeldBy(final ReadOrigin readOrigin, final int port)
    {
        return origin == readOrigin && holder == port;
    }

    /**
     * They are assigned or cancelled, or are not after all.
     */
    void holder(final int port)
    {
        holder = port;
    }

    /**
     * Of which the first {@link #count()} count.
     */
    int[] addresses()
    {
        return addresses;
    }

    private Waiter issuedWaiter()
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
            // Volatile, as what the waiter notes before it parks. Partner: Group.settled().
            waiter = own;
        }
        return own;
    }

    private void checkNotFailed()
    {
        if (isFailed())
        {
            throw failure.exception();
        }
    }

    @Override
    public String toString()
    {
        switch ((int)STATE.getAcquire(this))
        {
            case EMPTY:
                return "no taken variables";
            case FAILED:
                final Failure reason = failure;
                return count + " taken variables, one of which never arrives" +
                    (null == reason ? "" : ": " + reason.message());
            case READY:
                return count + " taken variables with their values";
            default:
                return "the values of " + count + " taken variables" + describeWait();
        }
    }

    private String describeWait()
    {
        for (int index = 0; index < waits.length; index++)
        {
            final long version = awaitedVersion(index);
            if (Version.SUBSTANTIATED != version)
            {
                return ", one of them that of variable " + addresses[index] + origin.describeVersion(version);
            }
        }
        return "";
    }

    /**
     * What their parts tell: the executor of the host, who fails one, or, before the isochron is issued, the
     * application thread.
     */
    private final class Group implements TakenPart.Group
    {
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

        @Override
        public void awaits(final int index, final long version)
        {
            // It may be about a read that was in the slot before, of more variables.
            if (index < waits.length)
            {
                // Release: that the address is the one of this version. Partner: forEachWaiting(), the first look.
                WAITS.setRelease(waits, index, version);
            }
        }

        @Override
        public long awaitedVersion(final int index)
        {
            return TakenVariables.this.awaitedVersion(index);
        }

        @Override
        public void forEachWaiting(final int first, final int end, final SlotRead.WaitingRead action)
        {
            // Who looks while they are taken anew may see limits that do not go together.
            for (int index = first; index < Math.min(end, waits.length); index++)
            {
                // Acquire: the address. Partner: awaits().
                final long version = (long)WAITS.getAcquire(waits, index);
                if (Version.SUBSTANTIATED != version)
                {
                    final int address = addresses[index];
                    // If it is that of a later take, the version is not there now: awaits() has taken it away before.
                    VarHandle.loadLoadFence();
                    if (TakenVariables.this.awaitedVersion(index) == version)
                    {
                        action.accept(address, version);
                    }
                }
            }
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
        public void settled()
        {
            if (isLast())
            {
                // Volatile. Partner: issuedWaiter().
                final Waiter waiting = waiter;
                final Runnable handler = arrivalHandler;
                // Release: the values, or the failure; from here on the application may use this object again.
                // Partners: isReady(), isFailed().
                STATE.setRelease(TakenVariables.this, null == failure ? READY : FAILED);
                if (null != waiting)
                {
                    waiting.wake();
                }
                if (null != handler)
                {
                    origin.host().models().runHandler(handler);
                }
            }
        }

        @Override
        public void reset()
        {
            if (isLast())
            {
                STATE.setRelease(TakenVariables.this, null == failure ? EMPTY : FAILED);
            }
        }

        private boolean isLast()
        {
            return 1 == partCount || 1 == (int)OPEN_PARTS.getAndAdd(TakenVariables.this, -1);
        }
    }
}
