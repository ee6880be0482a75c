/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * A shared variable with the components of a record, which are read and written together. Each component takes one
 * word.
 * <p>
 * All methods that read or write the components are actions by themselves, so they are refused inside bodies; use
 * {@link Action#get(IsoStruct)} and {@link Action#set(IsoStruct, Record)} there. Those that return the record before or
 * after a change reserve the variable for a moment, and wait while others have reserved it.
 *
 * @param <T> type of the record.
 */
public final class IsoStruct<T extends Record> extends IsoVariable
{
    private final StructLayout<T> layout;
    private final int[] addresses;

    IsoStruct(
        final VariableAccess access,
        final String name,
        final int index,
        final int address,
        final StructLayout<T> layout)
    {
        super(access, name, index, address);
        this.layout = layout;
        addresses = new int[layout.words()];
        Arrays.setAll(addresses, word -> address + word);
    }

    /**
     * Reads all components at one point in the order. The call waits while the variable is reserved.
     *
     * @return a new record.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public T get()
    {
        final long[] words = new long[addresses.length];
        access().read(addresses, words, this);
        return layout.read(words, 0);
    }

    /**
     * Writes all components at one point in the order.
     *
     * @param value the new values.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public void set(final T value)
    {
        access().write(addresses, words(value), this);
    }

    /**
     * Writes all components, and returns the old ones.
     *
     * @param value the new values.
     * @return a new record of the old values.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public T getAndSet(final T value)
    {
        final long[] words = words(value);
        return layout.read(access().updateWords(before -> words, false, this), 0);
    }

    /**
     * Writes all components if they have expected values. The call compares the words of the components: as {@code
     * equals} of records does, except that a {@code double} or {@code float} must have the same bits.
     *
     * @param expected the expected values.
     * @param value    the new values.
     * @return true if the variable had the expected values.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public boolean compareAndSet(final T expected, final T value)
    {
        final long[] words = words(expected);
        return Arrays.equals(words, exchange(words, value));
    }

    /**
     * Writes all components if they have expected values, as {@link #compareAndSet} does, and returns the old ones.
     *
     * @param expected the expected values.
     * @param value    the new values.
     * @return a new record of the old values, which are the expected ones if the variable was written.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public T compareAndExchange(final T expected, final T value)
    {
        return layout.read(exchange(words(expected), value), 0);
    }

    private long[] exchange(final long[] expected, final T value)
    {
        final long[] words = words(value);
        return access().updateWords(before -> Arrays.equals(expected, before) ? words : null, false, this);
    }

    /**
     * Applies a function to the record of the variable, in an action that reserves the variable: the function runs
     * exactly once, on this thread. It is the body of the action, so it must not call methods that are actions by
     * themselves; if it throws, the variable keeps its old values.
     *
     * @param function gets the old values, and returns the new ones.
     * @return a new record of the new values.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public T updateAndGet(final UnaryOperator<T> function)
    {
        return update(function, true);
    }

    /**
     * Applies a function as {@link #updateAndGet} does, and returns the old values.
     *
     * @param function gets the old values, and returns the new ones.
     * @return a new record of the old values.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public T getAndUpdate(final UnaryOperator<T> function)
    {
        return update(function, false);
    }

    /**
     * Applies a function of the record and an argument as {@link #updateAndGet} does.
     *
     * @param argument the second argument of the function, which may be null.
     * @param function gets the old values and the argument, and returns the new values.
     * @return a new record of the new values.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public T accumulateAndGet(final T argument, final BinaryOperator<T> function)
    {
        Objects.requireNonNull(function, "function");
        return update(before -> function.apply(before, argument), true);
    }

    /**
     * Applies a function as {@link #accumulateAndGet} does, and returns the old values.
     *
     * @param argument the second argument of the function, which may be null.
     * @param function gets the old values and the argument, and returns the new values.
     * @return a new record of the old values.
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    public T getAndAccumulate(final T argument, final BinaryOperator<T> function)
    {
        Objects.requireNonNull(function, "function");
        return update(before -> function.apply(before, argument), false);
    }

    private T update(final UnaryOperator<T> function, final boolean isNew)
    {
        Objects.requireNonNull(function, "function");
        return layout.read(
            access().updateWords(before -> words(function.apply(layout.read(before, 0))), isNew, this), 0);
    }

    private long[] words(final T value)
    {
        final long[] words = new long[addresses.length];
        layout.write(value, words, 0);
        return words;
    }

    @Override
    public int words()
    {
        return addresses.length;
    }

    int[] addresses()
    {
        return addresses;
    }

    StructLayout<T> layout()
    {
        return layout;
    }
}
