/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * A shared variable with a name and a type: what actions declare. It has one or several 64-bit words of the shared
 * memory, of which each host of its copyset has a copy.
 * <p>
 * Immutable and threadsafe; variables are made by {@link Isotach}, and are never given back.
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
     * @return as it was given, of an array with an index: {@code account[3]}.
     */
    public final String name()
    {
        return NO_INDEX == index ? name : name + '[' + index + ']';
    }

    /**
     * Where the variable is in the shared memory, for those who use a {@link org.isotach.smm.MemoryPort}, too.
     *
     * @return the address of its first word; the others follow.
     */
    public final int address()
    {
        return address;
    }

    /**
     * Length of the variable.
     *
     * @return in words; 1, unless it is an {@link IsoStruct}.
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
