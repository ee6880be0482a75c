/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;

/**
 * A shared variable with the components of a record, which are read and written together. Each component takes one
 * word.
 * <p>
 * {@link #get()} and {@link #set} are actions by themselves, so they are refused inside bodies.
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
        final long[] words = new long[addresses.length];
        layout.write(value, words, 0);
        access().write(addresses, words, this);
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
