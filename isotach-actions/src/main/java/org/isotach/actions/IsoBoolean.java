/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.smm.UpdateFunction;

/**
 * A shared variable with a {@code boolean} value.
 * <p>
 * {@link #get()}, {@link #set} and the methods with a result are actions by themselves, so they are refused inside
 * bodies; use {@link Action#get(IsoBoolean)} and {@link Action#set(IsoBoolean, boolean)}. Calls take effect in the
 * order in which a thread, or a chain of happens-before, makes them.
 * <p>
 * A change with a result, such as {@link #getAndSet}, waits for its result while the variable is reserved. If that wait
 * times out, or is interrupted, the change takes place nevertheless.
 */
public final class IsoBoolean extends IsoVariable
{
    IsoBoolean(final VariableAccess access, final String name, final int index, final int address)
    {
        super(access, name, index, address);
    }

    /**
     * Reads the variable. The call waits while the variable is reserved.
     *
     * @return the value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public boolean get()
    {
        return 0 != access().read(address(), this);
    }

    /**
     * Writes the variable. The call does not wait for reservations.
     *
     * @param value the new value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public void set(final boolean value)
    {
        access().write(address(), value ? 1 : 0, this);
    }

    /**
     * A change for {@link Isotach#apply}: the new value, whatever the old one is.
     *
     * @param value the new value.
     * @return the change, which has no effect until it is applied.
     */
    public Change to(final boolean value)
    {
        return new Change(this, UpdateFunction.EXCHANGE, value ? 1 : 0);
    }

    /**
     * Writes the variable, and returns its old value. Nothing is reserved.
     *
     * @param value the new value.
     * @return the old value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public boolean getAndSet(final boolean value)
    {
        final long word = access().update(address(), UpdateFunction.EXCHANGE, value ? 1 : 0, false, this);
        return 0 != word;
    }

    /**
     * Writes the variable if it has an expected value. Nothing is reserved.
     *
     * @param expected the expected value.
     * @param value    the new value.
     * @return true if the variable had the expected value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public boolean compareAndSet(final boolean expected, final boolean value)
    {
        final long witness = access().compareAndExchange(address(), expected ? 1 : 0, value ? 1 : 0, this);
        return witness == (expected ? 1 : 0);
    }

    /**
     * Writes the variable if it has an expected value, as {@link #compareAndSet} does, and returns its old value.
     *
     * @param expected the expected value.
     * @param value    the new value.
     * @return the old value, which is the expected one if the variable was written.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public boolean compareAndExchange(final boolean expected, final boolean value)
    {
        return 0 != access().compareAndExchange(address(), expected ? 1 : 0, value ? 1 : 0, this);
    }
}
