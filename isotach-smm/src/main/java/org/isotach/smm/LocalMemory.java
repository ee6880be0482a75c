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
 * The variables that only one host holds, for the threads of that host: what concerns them alone needs no isochron, no
 * logical time and no message (V1 section 3.2.2). Each call becomes owner of the host, executes, and leaves.
 * <p>
 * Each call is one isochron that is issued, and executed, at the moment of the call; it counts as one, and is behind
 * all that was issued at the host before. It is tried only: false is returned, and nothing has happened, when a
 * variable has copies elsewhere or is reserved, the operations would not fit into an isochron or call code of the user,
 * something is pending that the host has issued, somebody else is at work for the host, the host is closed, or a trace
 * is recorded. Then do the same with an isochron and a {@link MemoryPort}, which waits, or tells what is wrong.
 * <pre>{@code
 * if (!local.tryWrite(address, value))
 * {
 *     port.write(isochron.begin(), address, value);
 *     isochron.issue();
 * }
 * }</pre>
 * All methods are threadsafe, and throw {@link IllegalStateException} from inside a handler. Nothing allocates.
 */
public final class LocalMemory extends Padded
{
    private static final int[] NOTHING = {};
    private static final long[] NO_VALUES = {};

    private final SharedMemoryManager manager;
    private final Host host;
    private final ModelHost models;
    private final VariableStore store;
    private final LocalTaker taker;
    private final int maxLength;

    LocalMemory(final SharedMemoryManager manager)
    {
        this.manager = manager;
        host = manager.host();
        models = host.models();
        store = manager.store();
        taker = new LocalTaker(manager);
        maxLength = host.context().maxIsochronLength();
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
     * @param addresses of the variables.
     * @param into      where the values are when true is returned. It holds the variables until they are assigned, by
     *                  {@link #tryAssign}, or assigned or cancelled by any port of the host.
     * @return false if that is not possible at present. It is not while a variable is reserved for longer than a
     * moment.
     * @throws IllegalArgumentException  if there are no addresses, or more than {@code into} has room for.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of one of them are lost.
     * @throws IllegalStateException     if {@code into} holds variables or waits for values.
     */
    public boolean tryTake(final int[] addresses, final TakenVariables into)
    {
        return tryTake(addresses, into, NOTHING, NO_VALUES, 0);
    }

    /**
     * As {@link #tryTake(int[], TakenVariables)}, and reads others at the same point in the order.
     *
     * @param addresses of the variables that are taken.
     * @param into      where their values are.
     * @param others    addresses of the variables that are only read; this host must hold a copy.
     * @param values    where the values of these are.
     * @param first     index of the first of them.
     * @return false if that is not possible at present.
     */
    public boolean tryTake(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        into.checkFree(addresses.length);
        Objects.checkFromIndexSize(first, others.length, values.length);
        models.checkNotInHandler("LocalMemory.tryTake()");
        final PageTable pages = manager.pageTable();
        if (into.values().isToldToHandler() || others.length >= host.context().readCap() ||
            !isShort(MemoryOperation.takeLength(addresses.length) + others.length * MemoryOperation.SHORT_LENGTH) ||
            !pages.areHereOnly(addresses, addresses.length) || !pages.areHere(others))
        {
            return false;
        }
        return taker.tryTake(addresses, into, others, values, first);
    }

    /**
     * Assigns variables that {@link #tryTake} of this object has taken, as
     * {@link MemoryPort#assign(org.isotach.Isochron, TakenVariables, long[])} does. Who waits for them is told.
     *
     * @param taken  of which the variables are held no more if true is returned.
     * @param values of the variables, in the order in which they were taken; what is behind them is not looked at.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException if there are too few values.
     * @throws IllegalStateException     if {@link #tryTake} of this object has not taken them.
     */
    public boolean tryAssign(final TakenVariables taken, final long[] values)
    {
        if (!taken.isHeldBy(manager, taker.portId()))
        {
            throw new IllegalStateException(taken + " that were not taken here, or are assigned or cancelled already:" +
                " tryAssign() is for what tryTake() of host " + host.id() + " has taken, once");
        }
        final int count = taken.count();
        Objects.checkFromIndexSize(0, count, values.length);
        models.checkNotInHandler("LocalMemory.tryAssign()");
        if (!isShort(MemoryOperation.assignAllLength(count)) || !models.tryBeginLocal())
        {
            return false;
        }
        boolean isAssigned = false;
        try
        {
            final int[] addresses = taken.values().addresses();
            final long version = taken.firstVersion();
            store.begin();
            for (int i = 0; i < count; i++)
            {
                manager.assign(addresses[i], store.cell(addresses[i]), version + i, values[i]);
            }
            store.complete();
            taken.holder(TakenVariables.NOBODY);
            isAssigned = true;
        }
        finally
        {
            models.endLocal(isAssigned);
        }
        return true;
    }

    /**
     * Gives a variable a value, as {@link MemoryPort#write(org.isotach.Isochron, int, long)} does.
     *
     * @param address of the variable.
     * @param value   to be written.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all its copies are lost.
     */
    public boolean tryWrite(final int address, final long value)
    {
        models.checkNotInHandler("LocalMemory.tryWrite()");
        if (!manager.pageTable().page(address).isHereOnly || !models.tryBeginLocal())
        {
            return false;
        }
        manager.functions().use();
        store.begin();
        store.write(store.cell(address), value);
        store.complete();
        models.endLocal(true);
        return true;
    }

    /**
     * Gives variables values, in the order of the array, as
     * {@link MemoryPort#write(org.isotach.Isochron, int[], long[])} does.
     *
     * @param addresses of the variables.
     * @param values    to be written, one for each address.
     * @param count     of them.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException if there is no such variable, or one of the arrays is too short.
     * @throws PageLostException         if all copies of one of them are lost.
     */
    public boolean tryWrite(final int[] addresses, final long[] values, final int count)
    {
        Objects.checkFromIndexSize(0, count, addresses.length);
        Objects.checkFromIndexSize(0, count, values.length);
        models.checkNotInHandler("LocalMemory.tryWrite()");
        if (!isShort(count * MemoryOperation.SHORT_LENGTH) || !manager.pageTable().areHereOnly(addresses, count) ||
            !models.tryBeginLocal())
        {
            return false;
        }
        manager.functions().use();
        store.begin();
        for (int i = 0; i < count; i++)
        {
            store.write(store.cell(addresses[i]), values[i]);
        }
        store.complete();
        models.endLocal(true);
        return true;
    }

    /**
     * Changes variables, in the order of the array, as {@link MemoryPort#update} does. Not with functions of the user,
     * which are handlers.
     *
     * @param addresses of the variables.
     * @param functions one for each address.
     * @param arguments of the functions.
     * @param count     of them.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException if there is no such variable, or one of the arrays is too short.
     * @throws PageLostException         if all copies of one of them are lost.
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
        if (!isShort(count * MemoryOperation.SHORT_LENGTH) || !manager.pageTable().areHereOnly(addresses, count) ||
            !models.tryBeginLocal())
        {
            return false;
        }
        manager.functions().use();
        final UpdateExecutor updates = manager.updates();
        boolean isUpdated = false;
        try
        {
            store.begin();
            for (int i = 0; i < count; i++)
            {
                updates.update(addresses[i], store.cell(addresses[i]), functions[i].code(), arguments[i]);
            }
            store.complete();
            isUpdated = true;
        }
        finally
        {
            models.endLocal(isUpdated);
        }
        return true;
    }

    /**
     * Changes a variable, and tells its value, as {@link MemoryPort#getAndUpdate} and {@link MemoryPort#updateAndGet}
     * do. Not with a function of the user.
     *
     * @param address  of the variable.
     * @param function that computes the new value.
     * @param argument of the function.
     * @param into     where the old value is put, and behind it the new one; untouched if false is returned.
     * @return false if that is not possible at present. It is not while the variable is reserved.
     * @throws IndexOutOfBoundsException if there is no such variable, or {@code into} is too short.
     * @throws PageLostException         if all its copies are lost.
     */
    public boolean tryUpdate(
        final int address, final UpdateFunction function, final long argument, final long[] into)
    {
        return !UpdateFunction.isRegistered(function.code()) && tryUpdate(address, function.code(), argument, 0, into);
    }

    /**
     * Gives a variable a value if it has the expected one, and tells its value, as
     * {@link MemoryPort#compareAndExchange} does.
     *
     * @param address  of the variable.
     * @param expected value.
     * @param value    to be set.
     * @param into     where the old value is put, and behind it the new one; untouched if false is returned.
     * @return false if that is not possible at present. It is not while the variable is reserved.
     * @throws IndexOutOfBoundsException if there is no such variable, or {@code into} is too short.
     * @throws PageLostException         if all its copies are lost.
     */
    public boolean tryCompareAndExchange(
        final int address, final long expected, final long value, final long[] into)
    {
        return tryUpdate(address, UpdateFunction.COMPARE_AND_SET.code(), value, expected, into);
    }

    private boolean tryUpdate(
        final int address, final int function, final long argument, final long expected, final long[] into)
    {
        Objects.checkFromIndexSize(0, 2, into.length);
        models.checkNotInHandler("LocalMemory.tryUpdate()");
        if (!manager.pageTable().page(address).isHereOnly || !models.tryBeginLocal())
        {
            return false;
        }
        final int cell = store.cell(address);
        final boolean isUpdated = store.isSubstantiated(cell);
        if (isUpdated)
        {
            manager.functions().use();
            final long before = store.value(cell);
            final long value = UpdateFunction.apply(function, before, argument, expected);
            store.begin();
            store.change(cell, value);
            store.complete();
            into[0] = before;
            into[1] = value;
        }
        models.endLocal(isUpdated);
        return isUpdated;
    }

    /**
     * Would it fit into an isochron, in bytes? What does not is refused, whether it is done at once or not.
     */
    private boolean isShort(final int length)
    {
        return length <= maxLength;
    }

    /**
     * The port of the variables that are taken here.
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
