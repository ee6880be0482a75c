/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;

/**
 * Variables and their new values, for {@link Isotach#write}: all are written at one point of the order.
 * <p>
 * <b>Note:</b> this class is not threadsafe, and valid only inside the function that receives it.
 */
public final class Batch
{
    private static final int INITIAL_CAPACITY = 16;

    private final VariableAccess access;
    private int[] addresses = new int[INITIAL_CAPACITY];
    private long[] values = new long[INITIAL_CAPACITY];
    private int count;
    private boolean isOpen;

    Batch(final VariableAccess access)
    {
        this.access = access;
    }

    /**
     * Writes a variable.
     *
     * @param variable the variable.
     * @param value    the new value.
     * @return this.
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
     */
    public Batch set(final IsoBoolean variable, final boolean value)
    {
        return add(variable, value ? 1 : 0);
    }

    /**
     * Writes all components of a variable.
     *
     * @param variable the variable.
     * @param value    the new values.
     * @param <T>      type of the record.
     * @return this.
     */
    public <T extends Record> Batch set(final IsoStruct<T> variable, final T value)
    {
        check(variable);
        final int words = variable.words();
        ensureRoom(words);
        variable.layout().write(value, values, count);
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
        addresses[count] = variable.address();
        values[count++] = word;
        return this;
    }

    private void check(final IsoVariable variable)
    {
        if (!isOpen)
        {
            throw new IllegalStateException("variable " + variable + " in a batch that is written already: use it" +
                " inside the function that is given it");
        }
        if (variable.access() != access)
        {
            throw new IllegalArgumentException("variable " + variable + " belongs to another Isotach");
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
        return "a batch of " + count + " words";
    }
}
