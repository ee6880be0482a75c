/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Variables and their new values, for {@link Isotach#write}, which writes all of them at one point in the order.
 * <p>
 * <b>Note:</b> this class is not threadsafe, and is valid only inside the function that receives it.
 */
public final class Batch
{
    private static final int INITIAL_CAPACITY = 16;

    private final VariableAccess access;
    private int[] addresses = new int[INITIAL_CAPACITY];
    private long[] values = new long[INITIAL_CAPACITY];
    private int count;

    // The handles of these references are known only when they are written.
    private final List<IsoReference<?>> references = new ArrayList<>();

    // Those whose words are written, noted only where a batch with references is an action.
    private final List<IsoVariable> written = new ArrayList<>();
    private final boolean isNoting;
    private final List<Object> objects = new ArrayList<>();
    private boolean isOpen;

    /**
     * @param isNoting whether a batch with references will be an action.
     */
    Batch(final VariableAccess access, final boolean isNoting)
    {
        this.access = access;
        this.isNoting = isNoting;
    }

    /**
     * Writes a variable.
     *
     * @param variable the variable.
     * @param value    the new value.
     * @return this.
     * @throws IllegalArgumentException if the variable belongs to another Isotach.
     * @throws IllegalStateException    if the function that received this batch has ended.
     */
    public Batch set(final IsoLong variable, final long value)
    {
        return add(variable, value);
    }

    /**
     * Writes a variable.
     *
     * @param variable the variable.
     * @param value    the new value.
     * @return this.
     * @throws IllegalArgumentException if the variable belongs to another Isotach.
     * @throws IllegalStateException    if the function that received this batch has ended.
     */
    public Batch set(final IsoInt variable, final int value)
    {
        return add(variable, value);
    }

    /**
     * Writes a variable.
     *
     * @param variable the variable.
     * @param value    the new value.
     * @return this.
     * @throws IllegalArgumentException if the variable belongs to another Isotach.
     * @throws IllegalStateException    if the function that received this batch has ended.
     */
    public Batch set(final IsoDouble variable, final double value)
    {
        return add(variable, Double.doubleToRawLongBits(value));
    }

    /**
     * Writes a variable.
     *
     * @param variable the variable.
     * @param value    the new value.
     * @return this.
     * @throws IllegalArgumentException if the variable belongs to another Isotach.
     * @throws IllegalStateException    if the function that received this batch has ended.
     */
    public Batch set(final IsoBoolean variable, final boolean value)
    {
        return add(variable, value ? 1 : 0);
    }

    /**
     * Makes a variable refer to another object. A batch with a reference waits until the old object of each reference
     * is known: if another action has reserved the variable, it waits for the assignment. In a cluster with members it
     * is an action, which reserves all of its variables, 2,048 words at most.
     *
     * @param variable the variable.
     * @param value    the object, or null.
     * @param <T>      type of the object.
     * @return this.
     * @throws IllegalArgumentException if the variable belongs to another Isotach.
     * @throws IllegalStateException    if the function that received this batch has ended.
     */
    public <T> Batch set(final IsoReference<T> variable, final T value)
    {
        check(variable);
        references.add(variable);
        objects.add(value);
        return this;
    }

    /**
     * Writes all components of a variable.
     *
     * @param variable the variable.
     * @param value    the new values.
     * @param <T>      type of the record.
     * @return this.
     * @throws IllegalArgumentException if the variable belongs to another Isotach.
     * @throws IllegalStateException    if the function that received this batch has ended.
     */
    public <T extends Record> Batch set(final IsoStruct<T> variable, final T value)
    {
        check(variable);
        final int words = variable.words();
        ensureRoom(words);
        // First, because it may throw.
        variable.layout().write(value, values, count);
        note(variable);
        for (int word = 0; word < words; word++)
        {
            addresses[count++] = variable.address() + word;
        }
        return this;
    }

    private Batch add(final IsoVariable variable, final long word)
    {
        check(variable);
        ensureRoom(1);
        note(variable);
        addresses[count] = variable.address();
        values[count++] = word;
        return this;
    }

    private void check(final IsoVariable variable)
    {
        if (!isOpen)
        {
            throw new IllegalStateException("variable " + variable + " in a batch that is written already: use the" +
                " batch only inside the function that receives it");
        }
        if (Objects.requireNonNull(variable, "variable").access() != access)
        {
            throw new IllegalArgumentException("variable " + variable + " belongs to another Isotach:" +
                " write it with that one");
        }
    }

    private void note(final IsoVariable variable)
    {
        if (isNoting)
        {
            written.add(variable);
        }
    }

    private void ensureRoom(final int words)
    {
        if (count + words > values.length)
        {
            final int length = Math.max(2 * values.length, count + words);
            values = Arrays.copyOf(values, length);
            addresses = Arrays.copyOf(addresses, length);
        }
    }

    void open()
    {
        count = 0;
        isOpen = true;
    }

    void close()
    {
        isOpen = false;
    }

    /**
     * Drops the references to all objects, so that they can be collected.
     */
    void forget()
    {
        references.clear();
        objects.clear();
        written.clear();
    }

    /**
     * Returns all variables of a batch that is an action.
     */
    IsoVariable[] variables()
    {
        final List<IsoVariable> all = new ArrayList<>(written);
        all.addAll(references);
        return all.toArray(IsoVariable[]::new);
    }

    /**
     * The body of a batch that is an action.
     */
    @SuppressWarnings("unchecked")
    Action copyTo(final Action action)
    {
        int word = 0;
        for (final IsoVariable variable : written)
        {
            action.setWords(variable, values, word);
            word += variable.words();
        }
        for (int i = 0; i < references.size(); i++)
        {
            // The object was given for this variable.
            action.set((IsoReference<Object>)references.get(i), objects.get(i));
        }
        return action;
    }

    int references()
    {
        return references.size();
    }

    int referenceAddress(final int index)
    {
        return references.get(index).address();
    }

    Object object(final int index)
    {
        return objects.get(index);
    }

    int[] addresses()
    {
        return addresses;
    }

    long[] values()
    {
        return values;
    }

    int count()
    {
        return count;
    }

    @Override
    public String toString()
    {
        return "a batch of " + (count + references.size()) + " words";
    }
}
