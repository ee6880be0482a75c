/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

import org.isotach.smm.UpdateFunction;

/**
 * A shared variable with a {@code double} value.
 * <p>
 * {@link #get()}, {@link #set} and the methods with a result are actions by themselves, so they are refused inside
 * bodies; use {@link Action#get(IsoDouble)} and {@link Action#set(IsoDouble, double)}. Calls take effect in the
 * order in which a thread, or a chain of happens-before, makes them.
 * <p>
 * A change with a result, such as {@link #addAndGet}, waits for its result while the variable is reserved. If that wait
 * times out, or is interrupted, the change takes place nevertheless.
 */
public final class IsoDouble extends IsoVariable
{
    IsoDouble(final VariableAccess access, final String name, final int index, final int address)
    {
        super(access, name, index, address);
    }

    /**
     * Reads the variable. The call waits while the variable is reserved.
     *
     * @return the value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public double get()
    {
        return Double.longBitsToDouble(access().read(address(), this));
    }

    /**
     * Writes the variable. The call does not wait for reservations.
     *
     * @param value the new value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public void set(final double value)
    {
        access().write(address(), Double.doubleToRawLongBits(value), this);
    }

    /**
     * A change for {@link Isotach#apply}: the new value, whatever the old one is.
     *
     * @param value the new value.
     * @return the change, which has no effect until it is applied.
     */
    public Change to(final double value)
    {
        return new Change(this, UpdateFunction.EXCHANGE, Double.doubleToRawLongBits(value));
    }

    /**
     * Writes the variable, and returns its old value. Nothing is reserved.
     *
     * @param value the new value.
     * @return the old value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public double getAndSet(final double value)
    {
        final long word =
            access().update(address(), UpdateFunction.EXCHANGE, Double.doubleToRawLongBits(value), false, this);
        return Double.longBitsToDouble(word);
    }

    /**
     * Writes the variable if it has an expected value. Nothing is reserved. The call compares bits, as
     * {@link Double#doubleToRawLongBits} returns them: 0.0 is not equal to -0.0, and a NaN is equal to the same NaN.
     *
     * @param expected the expected value.
     * @param value    the new value.
     * @return true if the variable had the expected value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public boolean compareAndSet(final double expected, final double value)
    {
        final long witness = access().compareAndExchange(
            address(), Double.doubleToRawLongBits(expected), Double.doubleToRawLongBits(value), this);
        return witness == Double.doubleToRawLongBits(expected);
    }

    /**
     * Writes the variable if it has an expected value, as {@link #compareAndSet} does, and returns its old value.
     * Compare the {@link Double#doubleToRawLongBits} of the result and of the expected value: {@code ==} takes -0.0 for
     * 0.0, and no {@code NaN} for another one.
     *
     * @param expected the expected value.
     * @param value    the new value.
     * @return the old value, which is the expected one if the variable was written.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public double compareAndExchange(final double expected, final double value)
    {
        final long witness = access().compareAndExchange(
            address(), Double.doubleToRawLongBits(expected), Double.doubleToRawLongBits(value), this);
        return Double.longBitsToDouble(witness);
    }

    /**
     * A change for {@link Isotach#apply}: the sum of the value and an amount.
     *
     * @param amount the amount to add.
     * @return the change, which has no effect until it is applied.
     */
    public Change add(final double amount)
    {
        return new Change(this, access().functions().addDouble(), Double.doubleToRawLongBits(amount));
    }

    /**
     * A change for {@link Isotach#apply}: the smaller of the value and a limit, as {@link Math#min(double, double)}.
     *
     * @param amount the limit.
     * @return the change, which has no effect until it is applied.
     */
    public Change min(final double amount)
    {
        return new Change(this, access().functions().minDouble(), Double.doubleToRawLongBits(amount));
    }

    /**
     * A change for {@link Isotach#apply}: the larger of the value and a limit, as {@link Math#max(double, double)}.
     *
     * @param amount the limit.
     * @return the change, which has no effect until it is applied.
     */
    public Change max(final double amount)
    {
        return new Change(this, access().functions().maxDouble(), Double.doubleToRawLongBits(amount));
    }

    /**
     * Adds to the variable, without a reservation. Every copy adds at the same point in the order.
     *
     * @param amount the amount to add.
     * @return the new value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public double addAndGet(final double amount)
    {
        final long bits = Double.doubleToRawLongBits(amount);
        final long word = access().update(address(), access().functions().addDouble(), bits, true, this);
        return Double.longBitsToDouble(word);
    }

    /**
     * Adds to the variable as {@link #addAndGet} does, and returns the old value.
     *
     * @param amount the amount to add.
     * @return the old value.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public double getAndAdd(final double amount)
    {
        final long bits = Double.doubleToRawLongBits(amount);
        final long word = access().update(address(), access().functions().addDouble(), bits, false, this);
        return Double.longBitsToDouble(word);
    }

    /**
     * Applies any function to the variable, in an action that reserves the variable: the function runs exactly once, on
     * this thread. It is the body of the action, so it must not call methods that are actions by themselves; if it
     * throws, the variable keeps its old value. {@link #addAndGet} reserves nothing, and
     * takes less time.
     *
     * @param function gets the old value, and returns the new one.
     * @return the new value.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws org.isotach.HostExpelledException as for {@link Update#run}.
     */
    public double updateAndGet(final DoubleUnaryOperator function)
    {
        Objects.requireNonNull(function, "function");
        return Double.longBitsToDouble(access().update(word -> Double.doubleToRawLongBits(
            function.applyAsDouble(Double.longBitsToDouble(word))), true, this));
    }

    /**
     * Applies any function as {@link #updateAndGet} does, and returns the old value.
     *
     * @param function gets the old value, and returns the new one.
     * @return the old value.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws org.isotach.HostExpelledException as for {@link Update#run}.
     */
    public double getAndUpdate(final DoubleUnaryOperator function)
    {
        Objects.requireNonNull(function, "function");
        return Double.longBitsToDouble(access().update(word -> Double.doubleToRawLongBits(
            function.applyAsDouble(Double.longBitsToDouble(word))), false, this));
    }

    /**
     * Applies a function of the value and an argument as {@link #updateAndGet} does.
     *
     * @param argument the second argument of the function.
     * @param function gets the old value and the argument, and returns the new value.
     * @return the new value.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws org.isotach.HostExpelledException as for {@link Update#run}.
     */
    public double accumulateAndGet(final double argument, final DoubleBinaryOperator function)
    {
        Objects.requireNonNull(function, "function");
        return updateAndGet(value -> function.applyAsDouble(value, argument));
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
    public double getAndAccumulate(final double argument, final DoubleBinaryOperator function)
    {
        Objects.requireNonNull(function, "function");
        return getAndUpdate(value -> function.applyAsDouble(value, argument));
    }
}
