/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;

import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;

/**
 * The variables of one host, for its threads. Operations on variables that only this host holds need no isochron, no
 * logical time and no message (V1 section 3.2.2). What only reads, or reads beside variables that are taken, may have
 * copies elsewhere, too. Each call becomes owner of the host, executes, and leaves.
 * <p>
 * Each call is one isochron that is issued and executed at the moment of the call, except for {@link #tryTakeBriefly}.
 * It counts as one, and comes after everything that the host has issued. Each call is only an attempt: it returns
 * false, or what it is told to return otherwise, and has no effect, if a variable to be changed or taken has copies
 * elsewhere, one to be read has no copy here, the operations do not fit into an isochron or call registered functions
 * or handlers, an issued isochron of the host is pending, another thread works for the host, the host is closed, or a
 * trace is recorded. So does a call that delivers values, if a variable is reserved (a WRITE covers the SCHED, an
 * UPDATE without a result waits for its ASSIGN). Then use an isochron and a {@link MemoryPort} instead, which waits, or
 * throws the reason. While another thread works for the host, and is not inside a handler, a call waits for some
 * microseconds before it returns false. On the only host of a cluster with threads it waits for pending isochrons, too,
 * because each one that is issued instead is pending for other threads.
 * <pre>{@code
 * if (!local.tryWrite(address, value))
 * {
 *     port.write(isochron.begin(), address, value);
 *     isochron.issue();
 * }
 * }</pre>
 * All methods are threadsafe, allocate nothing, and throw {@link IllegalStateException} inside a handler. Arrays must
 * not be changed during a call.
 */
public final class LocalMemory extends Padded
{
    private static final int[] NOTHING = {};
    private static final long[] NO_VALUES = {};

    private final SharedMemoryManager manager;
    private final Host host;
    private final ModelHost models;
    private final LocalTaker taker;
    private final BriefTaker briefTaker;
    private final LocalWriter writer;
    private final int maxLength;

    LocalMemory(final SharedMemoryManager manager)
    {
        this.manager = manager;
        host = manager.host();
        models = host.models();
        taker = new LocalTaker(manager);
        briefTaker = new BriefTaker(manager, taker);
        writer = new LocalWriter(manager);
        maxLength = host.context().isochronLimit().length();
    }

    /**
     * The host that holds the variables.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }

    /**
     * Reads and reserves variables, as {@link MemoryPort#take} does.
     *
     * @param addresses the addresses of the variables.
     * @param into      receives the values if true is returned. It holds the variables until {@link #tryAssign} assigns
     *                  them, or any port of the host assigns or cancels them.
     * @return false if that is not possible at present, for example because a variable is reserved.
     * @throws IllegalArgumentException  if there are no addresses, or more than {@code into} has room for.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of one of the variables are lost.
     * @throws IllegalStateException     if {@code into} holds variables or waits for values.
     */
    public boolean tryTake(final int[] addresses, final TakenVariables into)
    {
        return tryTake(addresses, into, NOTHING, NO_VALUES, 0);
    }

    /**
     * Takes variables as {@link #tryTake(int[], TakenVariables)} does, and reads others at the same point in the order.
     *
     * @param addresses the addresses of the variables to take.
     * @param into      receives their values.
     * @param others    the addresses of the variables to read only; this host must hold a copy of each.
     * @param values    receives the values of these.
     * @param first     index in {@code values} of the first of them.
     * @return false if that is not possible at present.
     */
    public boolean tryTake(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        return mayTake(addresses, into, others, values, first) &&
            taker.tryTake(addresses, into, others, values, first);
    }

    /**
     * Takes variables as {@link #tryTake(int[], TakenVariables, int[], long[], int)} does, for a thread that assigns
     * them soon, or gives them back. Its place in the order is where something else is executed at this host for the
     * first time, or right before the assignment if nothing is; until then the values are known already. So threads
     * find the variables reserved when they execute anything here, or issue it. They do not if they only read, by
     * {@link #tryReadLocal} or the like, this thread included: such a read, though later than this call, may come
     * before it in the order. A short action disturbs no readers so, and is faster if no other thread comes in between.
     * The first call for {@code into}, or at another host, allocates.
     *
     * @param addresses the addresses of the variables to take.
     * @param into      receives their values.
     * @param others    the addresses of the variables to read only; this host must hold a copy of each.
     * @param values    receives the values of these.
     * @param first     index in {@code values} of the first of them.
     * @return false if that is not possible at present.
     */
    public boolean tryTakeBriefly(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        return mayTake(addresses, into, others, values, first) &&
            briefTaker.tryTake(addresses, into, others, values, first);
    }

    private boolean mayTake(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        into.checkFree(addresses.length);
        Objects.checkFromIndexSize(first, others.length, values.length);
        models.checkNotInHandler("LocalMemory.tryTake()");
        final PageTable pages = manager.pageTable();
        return !(into.values().isToldToHandler() || others.length >= host.context().readCap() ||
            !isShort(MemoryOperation.takeLength(addresses.length) + others.length * MemoryOperation.SHORT_LENGTH) ||
            !pages.areAllHereOnly() && !pages.areHereOnly(addresses, addresses.length) || !pages.areHere(others));
    }

    /**
     * Ends what is brief about a take: from now on all threads find the variables reserved, as after {@link #tryTake}.
     * Without an effect on variables that {@link #tryTakeBriefly} of this object has not taken.
     *
     * @param taken the variables.
     */
    public void schedule(final TakenVariables taken)
    {
        if (taken.isHeldBy(manager, taker.portId()))
        {
            briefTaker.schedule(taken);
        }
    }

    /**
     * Gives back variables that {@link #tryTakeBriefly} has taken, without an effect on any other thread.
     *
     * @param taken the variables; it no longer holds them if true is returned.
     * @return false if that is not possible, because other threads have found them reserved: assign the old values.
     * @throws IllegalStateException if this object has not taken them.
     */
    public boolean tryGiveBack(final TakenVariables taken)
    {
        checkHeld(taken, "tryGiveBack()");
        models.checkNotInHandler("LocalMemory.tryGiveBack()");
        return briefTaker.tryGiveBack(taken);
    }

    /**
     * Assigns variables that {@link #tryTake} of this object has taken, as
     * {@link MemoryPort#assign(org.isotach.Isochron, TakenVariables, long[])} does. Threads that wait for them are
     * told.
     *
     * @param taken  the variables; it no longer holds them if true is returned.
     * @param values the new values, in the order of the take; further elements are ignored.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException if there are too few values.
     * @throws IllegalStateException     if {@link #tryTake} of this object has not taken them.
     */
    public boolean tryAssign(final TakenVariables taken, final long[] values)
    {
        checkHeld(taken, "tryAssign()");
        final int count = taken.count();
        Objects.checkFromIndexSize(0, count, values.length);
        models.checkNotInHandler("LocalMemory.tryAssign()");
        return isShort(MemoryOperation.assignAllLength(count)) &&
            (briefTaker.tryAssign(taken, values) || taker.tryAssign(taken, values));
    }

    private void checkHeld(final TakenVariables taken, final String call)
    {
        if (!taken.isHeldBy(manager, taker.portId()))
        {
            throw new IllegalStateException(taken + " that were not taken here, or are assigned or cancelled already:" +
                " use " + call + " only for what tryTake() of host " + host.id() + " has taken, and once");
        }
    }

    /**
     * Reads variables at one point in the order. Unlike {@link MemoryPort#tryReadLocal} this does not fail because
     * other threads change the variables all the time, since no thread changes them meanwhile.
     *
     * @param addresses the addresses of the variables; this host must hold a copy of each.
     * @param values    receives the values, in the same order; undefined if false is returned.
     * @return false if that is not possible at present, for example because a variable is reserved.
     * @throws IndexOutOfBoundsException if there is no such variable, or {@code values} is too short.
     * @throws PageLostException         if all copies of one of the variables are lost.
     */
    public boolean tryRead(final int[] addresses, final long[] values)
    {
        Objects.checkFromIndexSize(0, addresses.length, values.length);
        models.checkNotInHandler("LocalMemory.tryRead()");
        return manager.pageTable().areHere(addresses) && taker.tryRead(addresses, values);
    }

    /**
     * Reads variables as {@link MemoryPort#tryReadLocal} does. Does not become owner, and counts as no isochron.
     *
     * @param addresses the addresses of the variables.
     * @param values    receives the values, in the same order; undefined if false is returned.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException          if there is no such variable, or {@code values} is too short.
     * @throws PageLostException                  if all copies of one of the variables are lost.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     */
    public boolean tryReadLocal(final int[] addresses, final long[] values)
    {
        return manager.reads().tryRead(addresses, values);
    }

    /**
     * Reads a variable as {@link MemoryPort#tryReadLocal} does.
     *
     * @param address   the address of the variable.
     * @param otherwise what to return if the read is not possible at present; the variable may have this value, too.
     * @return the value, or {@code otherwise}.
     * @throws IndexOutOfBoundsException          if there is no such variable.
     * @throws PageLostException                  if all copies of the variable are lost.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     */
    public long valueOr(final int address, final long otherwise)
    {
        return manager.reads().valueOr(address, otherwise);
    }

    /**
     * Prepares {@link #tryReadLocal}, for any number of threads.
     *
     * @param addresses the addresses of the variables.
     * @return the reads.
     * @throws IndexOutOfBoundsException if there is no such variable.
     */
    public LocalReads reads(final int... addresses)
    {
        return new LocalReads(manager.reads(), addresses);
    }

    /**
     * Gives a variable a value, as {@link MemoryPort#write(org.isotach.Isochron, int, long)} does.
     *
     * @param address the address of the variable.
     * @param value   the new value.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     */
    public boolean tryWrite(final int address, final long value)
    {
        models.checkNotInHandler("LocalMemory.tryWrite()");
        return manager.pageTable().page(address).isHereOnly && writer.tryWrite(address, value);
    }

    /**
     * Gives values to variables, in the order of the array, as
     * {@link MemoryPort#write(org.isotach.Isochron, int[], long[])} does.
     *
     * @param addresses the addresses of the variables.
     * @param values    the new values, one for each address.
     * @param count     number of variables to write.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException if there is no such variable, or one of the arrays is too short.
     * @throws PageLostException         if all copies of one of the variables are lost.
     */
    public boolean tryWrite(final int[] addresses, final long[] values, final int count)
    {
        Objects.checkFromIndexSize(0, count, addresses.length);
        Objects.checkFromIndexSize(0, count, values.length);
        models.checkNotInHandler("LocalMemory.tryWrite()");
        return isShort((long)count * MemoryOperation.SHORT_LENGTH) &&
            manager.pageTable().areHereOnly(addresses, count) && writer.tryWrite(addresses, values, count);
    }

    /**
     * Changes variables, in the order of the array, as {@link MemoryPort#update} does: those that are reserved change
     * when they are assigned. Registered functions are refused, because they are handlers.
     *
     * @param addresses the addresses of the variables.
     * @param functions the functions, one for each address.
     * @param arguments the arguments of the functions.
     * @param count     number of variables to change.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException if there is no such variable, or one of the arrays is too short.
     * @throws PageLostException         if all copies of one of the variables are lost.
     */
    public boolean tryUpdate(
        final int[] addresses, final UpdateFunction[] functions, final long[] arguments, final int count)
    {
        Objects.checkFromIndexSize(0, count, addresses.length);
        Objects.checkFromIndexSize(0, count, arguments.length);
        for (int i = 0; i < count; i++)
        {
            if (UpdateFunction.isRegistered(functions[i].code()))
            {
                return false;
            }
        }
        models.checkNotInHandler("LocalMemory.tryUpdate()");
        return isShort((long)count * MemoryOperation.SHORT_LENGTH) &&
            manager.pageTable().areHereOnly(addresses, count) &&
            writer.tryUpdate(addresses, functions, arguments, count);
    }

    /**
     * Changes a variable, and returns its old value, as {@link MemoryPort#getAndUpdate} does.
     *
     * @param address   the address of the variable.
     * @param function  the function, a built-in one.
     * @param argument  the argument of the function.
     * @param otherwise what to return if that is not possible at present, for example because the variable is reserved,
     *                  or because this is the value to return: then nothing changes, either.
     * @return the value, or {@code otherwise} if nothing has changed.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of the variable are lost.
     */
    public long getAndUpdateOr(
        final int address, final UpdateFunction function, final long argument, final long otherwise)
    {
        return writer.updateOr(address, function.code(), argument, 0, false, otherwise);
    }

    /**
     * Does the same as {@link #getAndUpdateOr}, and returns the new value, as {@link MemoryPort#updateAndGet} does.
     *
     * @param address   the address of the variable.
     * @param function  the function, a built-in one.
     * @param argument  the argument of the function.
     * @param otherwise what to return if nothing changes.
     * @return the value, or {@code otherwise}.
     */
    public long updateAndGetOr(
        final int address, final UpdateFunction function, final long argument, final long otherwise)
    {
        return writer.updateOr(address, function.code(), argument, 0, true, otherwise);
    }

    /**
     * Does what {@link MemoryPort#compareAndExchange} does, under the conditions of {@link #getAndUpdateOr}.
     *
     * @param address   the address of the variable.
     * @param expected  the expected value.
     * @param value     the new value.
     * @param otherwise what to return if that is not possible at present, or the variable has this value.
     * @return the old value, or {@code otherwise}.
     */
    public long compareAndExchangeOr(final int address, final long expected, final long value, final long otherwise)
    {
        return writer.updateOr(address, UpdateFunction.COMPARE_AND_SET.code(), value, expected, false, otherwise);
    }

    /**
     * Returns whether an operation of this length in bytes fits into an isochron. A longer one is refused, whether it
     * could be executed at once or not.
     */
    private boolean isShort(final long length)
    {
        return length <= maxLength;
    }

    BriefTaker briefTaker()
    {
        return briefTaker;
    }

    /**
     * Returns the port of the variables that are taken here.
     */
    int portId()
    {
        return taker.portId();
    }

    @Override
    public String toString()
    {
        return "LocalMemory{host=" + host.id() + ", " + taker + '}';
    }
}
