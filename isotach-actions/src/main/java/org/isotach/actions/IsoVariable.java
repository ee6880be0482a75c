/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * A shared variable with a name and a type, which actions declare. It takes one or several 64-bit words of the shared
 * memory. Made by {@link Isotach}, and never given back.
 * <p>
 * Immutable and threadsafe.
 */
public abstract sealed class IsoVariable
    permits IsoLong, IsoInt, IsoDouble, IsoBoolean, IsoReference, IsoStruct
{
    /**
     * In place of an index, for a variable that stands for itself.
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
     * The name.
     *
     * @return the name as it was given; with an index if the variable belongs to an array: {@code account[3]}.
     */
    public final String name()
    {
        return NO_INDEX == index ? name : name + '[' + index + ']';
    }

    /**
     * The address in the shared memory, for programs that use a {@link org.isotach.smm.MemoryPort}, too.
     *
     * @return the address of the first word; the others follow.
     */
    public final int address()
    {
        return address;
    }

    /**
     * Length of the variable.
     *
     * @return the length in words, which is 1 unless the variable is an {@link IsoStruct}.
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
