/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.smm.UpdateFunction;

/**
 * A shared variable with a {@code long} value.
 * <p>
 * {@link #get()}, {@link #set} and what delivers a result are actions by themselves, and refused inside of bodies:
 * there use {@link Action#get(IsoLong)} and {@link Action#set(IsoLong, long)}. What a thread, or a chain of
 * happens-before, calls first is first in the order.
 */
public final class IsoLong extends IsoVariable
{
    IsoLong(final VariableAccess access, final String name, final int index, final int address)
    {
        super(access, name, index, address);
    }

    /**
     * Reads the variable. It waits if somebody has reserved it.
     *
     * @return the value.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    public long get()
    {
        return access().read(address(), this);
    }

    /**
     * Writes the variable: an action that waits for nobody.
     *
     * @param value the new value.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    public void set(final long value)
    {
        access().write(address(), value, this);
    }

    /**
     * A change for {@link Isotach#apply}: the new value, whatever the old one is.
     *
     * @param value the new value.
     * @return the change.
     */
    public Change to(final long value)
    {
        return new Change(this, UpdateFunction.EXCHANGE, value);
    }

    /**
     * Writes the variable.
     *
     * @param value the new value.
     * @return the value before.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    public long getAndSet(final long value)
    {
        final long word = access().update(address(), UpdateFunction.EXCHANGE, value, false, this);
        return word;
    }

    /**
     * Writes the variable if it has an expected value.
     *
     * @param expected value.
     * @param value    the new value.
     * @return true if it had the expected value.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    public boolean compareAndSet(final long expected, final long value)
    {
        final long witness = access().compareAndExchange(address(), expected, value, this);
        return witness == expected;
    }

    /**
     * A change for {@link Isotach#apply}: value + amount.
     *
     * @param amount to be added.
     * @return the change.
     */
    public Change add(final long amount)
    {
        return new Change(this, UpdateFunction.ADD, amount);
    }

    /**
     * A change for {@link Isotach#apply}: the smaller one of value and limit.
     *
     * @param amount the limit.
     * @return the change.
     */
    public Change min(final long amount)
    {
        return new Change(this, UpdateFunction.MIN, amount);
    }

    /**
     * A change for {@link Isotach#apply}: the larger one of value and limit.
     *
     * @param amount the limit.
     * @return the change.
     */
    public Change max(final long amount)
    {
        return new Change(this, UpdateFunction.MAX, amount);
    }

    /**
     * Adds to the variable, at once at all copies: no reservation is needed.
     *
     * @param amount to be added.
     * @return the value after that.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    public long addAndGet(final long amount)
    {
        final long word = access().update(address(), UpdateFunction.ADD, amount, true, this);
        return word;
    }

    /**
     * As {@link #addAndGet}, and returns the value before.
     *
     * @param amount to be added.
     * @return the value before.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    public long getAndAdd(final long amount)
    {
        final long word = access().update(address(), UpdateFunction.ADD, amount, false, this);
        return word;
    }

    /**
     * A change for {@link Isotach#apply}: what a function makes of the value and an argument.
     *
     * @param function {@link UpdateFunction#AND} for example, or {@link Isotach#function}.
     * @param argument of the function.
     * @return the change.
     */
    public Change update(final UpdateFunction function, final long argument)
    {
        return new Change(this, function, argument);
    }

    /**
     * Applies a function to the variable, at once at all copies: no reservation is needed.
     *
     * @param function {@link UpdateFunction#AND} for example, or {@link Isotach#function}.
     * @param argument of the function.
     * @return the value after that.
     * @throws IllegalStateException                when it is called inside the body of an action.
     * @throws org.isotach.smm.UpdateFailedException when the function has thrown: the value is as it was.
     */
    public long updateAndGet(final UpdateFunction function, final long argument)
    {
        return access().update(address(), function, argument, true, this);
    }

    /**
     * As {@link #updateAndGet}, and returns the value before.
     *
     * @param function {@link UpdateFunction#AND} for example, or {@link Isotach#function}.
     * @param argument of the function.
     * @return the value before.
     * @throws IllegalStateException                when it is called inside the body of an action.
     * @throws org.isotach.smm.UpdateFailedException when the function has thrown: the value is as it was.
     */
    public long getAndUpdate(final UpdateFunction function, final long argument)
    {
        return access().update(address(), function, argument, false, this);
    }
}
