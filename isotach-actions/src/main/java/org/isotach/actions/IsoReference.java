/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * A shared variable that refers to an object, or to null. Its word is a handle, which stands for the object in a table
 * of the {@link Isotach}. The object itself is not copied, so it should be immutable. An object leaves the table when
 * no variable refers to it any more, and all actions that may have seen its handle have ended. So an action that only
 * reads a reference, or with several hosts any action on one, keeps all objects, of whatever variable, that are
 * replaced while it waits: keep reservations short.
 * <p>
 * In a cluster with members, each member has an object of its own, which the codec of
 * {@link IsotachContext#membership} makes of bytes. The bytes go to all members together with the value, and
 * {@link #set} is an action that reserves the variable.
 * <p>
 * {@link #get()} and {@link #set} are actions by themselves, so they are refused inside bodies. The word must not be
 * written through a {@link org.isotach.smm.MemoryPort}.
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
     * Reads the variable. The call waits while the variable is reserved.
     *
     * @return the object, or null if there is none.
     * @throws IllegalStateException             if the call is inside the body of an action.
     * @throws org.isotach.HostExpelledException if the object is lost with the member that had set it: set it anew.
     */
    @SuppressWarnings("unchecked")
    public T get()
    {
        // The variable only ever holds objects of this type.
        return (T)access().readReference(address(), this);
    }

    /**
     * Writes the variable. The call waits until it knows which object the variable had before.
     *
     * @param value the new object, or null.
     * @throws IllegalStateException    if the call is inside the body of an action.
     * @throws IllegalArgumentException if, in a cluster with members, the codec does not take the object, or makes too
     *                                  many bytes of it: the variable keeps the old one.
     */
    public void set(final T value)
    {
        access().writeReference(address(), value, this);
    }
}
