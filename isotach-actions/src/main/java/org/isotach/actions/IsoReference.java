/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * A shared variable that refers to an object, or to null. Its word is a handle, which stands for the object in a table
 * of its {@link Isotach}; the object itself is not copied, so let it be immutable. An object that no variable refers to
 * any more leaves the table when those are through that may have seen its handle.
 * <p>
 * {@link #get()} and {@link #set} are actions by themselves, and refused inside of bodies. The word must not be written
 * through a {@link org.isotach.smm.MemoryPort}.
 *
 * @param <T> type of the object.
 */
public final class IsoReference<T> extends IsoVariable
{
    IsoReference(final VariableAccess access, final String name, final int index, final int address)
    {
        super(access, name, index, address);
    }

    /**
     * Reads the variable. It waits if somebody has reserved it.
     *
     * @return the object, null if there is none.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    @SuppressWarnings("unchecked")
    public T get()
    {
        // Nothing else is ever put there.
        return (T)access().readReference(address(), this);
    }

    /**
     * Writes the variable, and waits until it is known which object it had before.
     *
     * @param value the new object, or null.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    public void set(final T value)
    {
        access().writeReference(address(), value, this);
    }
}
