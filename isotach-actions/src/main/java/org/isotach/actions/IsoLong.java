/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

import org.isotach.smm.UpdateFunction;

/**
 * A shared variable with a {@code long} value.
 * <p>
 * {@link #get()}, {@link #set} and the methods with a result are actions by themselves, so they are refused inside
 * bodies; use {@link Action#get(IsoLong)} and {@link Action#set(IsoLong, long)}. Calls take effect in the
 * order in which a thread, or a chain of happens-before, makes them.
 * <p>
 * A change with a result, such as {@link #addAndGet}, waits for its result while the variable is reserved. If that wait
 * times out, or is interrupted, the change takes place nevertheless.
 */
public final class IsoLong extends IsoVariable
{
    IsoLong(final VariableAccess access, final String name, final int index, final int address)
    {
        super(access, name, index, address);
    }

    /**
     * Reads the variable. The call waits while the variable is reserved.
     *
     * @return the value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public long get()
    {
        return access().read(address(), this);
    }

    /**
     * Writes the variable. The call does not wait for reservations.
     *
     * @param value the new value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public void set(final long value)
    {
        access().write(address(), value, this);
    }

    /**
     * A change for {@link Isotach#apply}: the new value, whatever the old one is.
     *
     * @param value the new value.
     * @return the change, which has no effect until it is applied.
     */
    public Change to(final long value)
    {
        return new Change(this, UpdateFunction.EXCHANGE, value);
    }

    /**
     * Writes the variable, and returns its old value. Nothing is reserved.
     *
     * @param value the new value.
     * @return the old value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public long getAndSet(final long value)
    {
        final long word = access().update(address(), UpdateFunction.EXCHANGE, value, false, this);
        return word;
    }

    /**
     * Writes the variable if it has an expected value. Nothing is reserved.
     *
     * @param expected the expected value.
     * @param value    the new value.
     * @return true if the variable had the expected value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public boolean compareAndSet(final long expected, final long value)
    {
        final long witness = access().compareAndExchange(address(), expected, value, this);
        return witness == expected;
    }

    /**
     * Writes the variable if it has an expected value, as {@link #compareAndSet} does, and returns its old value.
     *
     * @param expected the expected value.
     * @param value    the new value.
     * @return the old value, which is the expected one if the variable was written.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public long compareAndExchange(final long expected, final long value)
    {
        return access().compareAndExchange(address(), expected, value, this);
    }

    /**
     * A change for {@link Isotach#apply}: the sum of the value and an amount; it wraps around.
     *
     * @param amount the amount to add.
     * @return the change, which has no effect until it is applied.
     */
    public Change add(final long amount)
    {
        return new Change(this, UpdateFunction.ADD, amount);
    }

    /**
     * A change for {@link Isotach#apply}: the smaller of the value and a limit.
     *
     * @param amount the limit.
     * @return the change, which has no effect until it is applied.
     */
    public Change min(final long amount)
    {
        return new Change(this, UpdateFunction.MIN, amount);
    }

    /**
     * A change for {@link Isotach#apply}: the larger of the value and a limit.
     *
     * @param amount the limit.
     * @return the change, which has no effect until it is applied.
     */
    public Change max(final long amount)
    {
        return new Change(this, UpdateFunction.MAX, amount);
    }

    /**
     * Adds to the variable, without a reservation. Every copy adds at the same point in the order.
     *
     * @param amount the amount to add.
     * @return the new value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public long addAndGet(final long amount)
    {
        final long word = access().update(address(), UpdateFunction.ADD, amount, true, this);
        return word;
    }

    /**
     * Adds to the variable as {@link #addAndGet} does, and returns the old value.
     *
     * @param amount the amount to add.
     * @return the old value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public long getAndAdd(final long amount)
    {
        final long word = access().update(address(), UpdateFunction.ADD, amount, false, this);
        return word;
    }

    /**
     * A change for {@link Isotach#apply}: a function of the value and an argument.
     *
     * @param function the function, {@link UpdateFunction#AND} or a result of {@link Isotach#function} for example.
     * @param argument the argument of the function.
     * @return the change, which has no effect until it is applied.
     */
    public Change update(final UpdateFunction function, final long argument)
    {
        return new Change(this, function, argument);
    }

    /**
     * Applies a function to the variable, without a reservation. Every copy applies it at the same point in the order.
     *
     * @param function the function, {@link UpdateFunction#AND} or a result of {@link Isotach#function} for example.
     * @param argument the argument of the function.
     * @return the new value.
     * @throws IllegalStateException                 if the call is inside the body of an action.
     * @throws org.isotach.smm.UpdateFailedException if the function has thrown; the value is unchanged.
     */
    public long updateAndGet(final UpdateFunction function, final long argument)
    {
        return access().update(address(), function, argument, true, this);
    }

    /**
     * Applies a function as {@link #updateAndGet(UpdateFunction, long)} does, and returns the old value.
     *
     * @param function the function, {@link UpdateFunction#AND} or a result of {@link Isotach#function} for example.
     * @param argument the argument of the function.
     * @return the old value.
     * @throws IllegalStateException                 if the call is inside the body of an action.
     * @throws org.isotach.smm.UpdateFailedException if the function has thrown; the value is unchanged.
     */
    public long getAndUpdate(final UpdateFunction function, final long argument)
    {
        return access().update(address(), function, argument, false, this);
    }

    /**
     * Adds 1 to the variable, as {@link #addAndGet} does.
     *
     * @return the new value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public long incrementAndGet()
    {
        return addAndGet(1);
    }

    /**
     * Subtracts 1 from the variable, as {@link #addAndGet} does.
     *
     * @return the new value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public long decrementAndGet()
    {
        return addAndGet(-1);
    }

    /**
     * Adds 1 to the variable, as {@link #getAndAdd} does.
     *
     * @return the old value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public long getAndIncrement()
    {
        return getAndAdd(1);
    }

    /**
     * Subtracts 1 from the variable, as {@link #getAndAdd} does.
     *
     * @return the old value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public long getAndDecrement()
    {
        return getAndAdd(-1);
    }

    /**
     * Applies any function to the variable, in an action that reserves the variable: the function runs exactly once, on
     * this thread. It is the body of the action, so it must not call methods that are actions by themselves; if it
     * throws, the variable keeps its old value. A registered function
     * ({@link #updateAndGet(UpdateFunction, long)}) reserves nothing, and takes less time.
     *
     * @param function gets the old value, and returns the new one.
     * @return the new value.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws org.isotach.HostExpelledException as for {@link Update#run}.
     */
    public long updateAndGet(final LongUnaryOperator function)
    {
        Objects.requireNonNull(function, "function");
        return access().update(function, true, this);
    }

    /**
     * Applies any function as {@link #updateAndGet(LongUnaryOperator)} does, and returns the old value.
     *
     * @param function gets the old value, and returns the new one.
     * @return the old value.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws org.isotach.HostExpelledException as for {@link Update#run}.
     */
    public long getAndUpdate(final LongUnaryOperator function)
    {
        Objects.requireNonNull(function, "function");
        return access().update(function, false, this);
    }

    /**
     * Applies a function of the value and an argument as {@link #updateAndGet(LongUnaryOperator)} does.
     *
     * @param argument the second argument of the function.
     * @param function gets the old value and the argument, and returns the new value.
     * @return the new value.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws org.isotach.HostExpelledException as for {@link Update#run}.
     */
    public long accumulateAndGet(final long argument, final LongBinaryOperator function)
    {
        Objects.requireNonNull(function, "function");
        return updateAndGet(value -> function.applyAsLong(value, argument));
    }

    /**
     * Applies a function as {@link #accumulateAndGet} does, and returns the old value.
     *
     * @param argument the second argument of the function.
     * @param function gets the old value and the argument, and returns the new value.
     * @return the old value.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws org.isotach.HostExpelledException as for {@link Update#run}.
     */
    public long getAndAccumulate(final long argument, final LongBinaryOperator function)
    {
        Objects.requireNonNull(function, "function");
        return getAndUpdate(value -> function.applyAsLong(value, argument));
    }
}
