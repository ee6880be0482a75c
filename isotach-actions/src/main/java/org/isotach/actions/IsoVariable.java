/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;

/**
 * A shared variable with a name and a type. It takes one or several 64-bit words of the shared memory. Made by
 * {@link Isotach}, and never freed.
 * <p>
 * Immutable and threadsafe.
 */
public abstract sealed class IsoVariable
    permits IsoLong, IsoInt, IsoDouble, IsoBoolean, IsoReference, IsoStruct
{
    /**
     * The index of a variable that is not part of an array.
     */
    static final int NO_INDEX = -1;

    private final VariableAccess access;
    private final String name;
    private final int index;
    private final int address;

    IsoVariable(final VariableAccess access, final String name, final int index, final int address)
    {
        this.access = access;
        this.name = name;
        this.index = index;
        this.address = address;
    }

    /**
     * Puts an array and further variables together, for calls that declare variables:
     * {@code isotach.update(IsoVariable.all(accounts, fees))}.
     *
     * @param some variables, an array of one type for example.
     * @param more further variables.
     * @return all of them, in this order.
     */
    public static IsoVariable[] all(final IsoVariable[] some, final IsoVariable... more)
    {
        final int count = Objects.requireNonNull(some, "some").length + Objects.requireNonNull(more, "more").length;
        final IsoVariable[] all = Arrays.copyOf(some, count, IsoVariable[].class);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    /**
     * Does the same as {@link #all(IsoVariable[], IsoVariable...)} with a collection.
     *
     * @param some variables, in the order of its iterator.
     * @param more further variables.
     * @return all of them, in this order.
     */
    public static IsoVariable[] all(final Collection<? extends IsoVariable> some, final IsoVariable... more)
    {
        return all(Objects.requireNonNull(some, "some").toArray(new IsoVariable[0]), more);
    }

    /**
     * Name of the variable.
     *
     * @return the name as it was given, with an index if the variable belongs to an array: {@code account[3]}.
     */
    public final String name()
    {
        return NO_INDEX == index ? name : name + '[' + index + ']';
    }

    /**
     * Address in the shared memory, for programs that also use a {@link org.isotach.smm.MemoryPort}.
     *
     * @return the address of the first word; the other words follow it.
     */
    public final int address()
    {
        return address;
    }

    /**
     * Length of the variable in words.
     *
     * @return the number of 64-bit words; 1 unless the variable is an {@link IsoStruct}.
     */
    public int words()
    {
        return 1;
    }

    final VariableAccess access()
    {
        return access;
    }

    @Override
    public final String toString()
    {
        return name();
    }
}
