/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.UnaryOperator;

/**
 * Reads and changes of single variables that hold handles of objects, outside of actions: the part of
 * {@link VariableAccess} for an {@link IsoReference}.
 * <p>
 * All methods are threadsafe. They refuse calls from inside a body, with a message that names the variable.
 */
interface ReferenceAccess
{
    /**
     * Reads the object.
     *
     * @param variable the variable, for messages.
     */
    Object get(int address, Object variable);

    /**
     * Writes the object.
     */
    void set(int address, Object value, Object variable);

    /**
     * Writes the object.
     *
     * @return the old object.
     */
    Object getAndSet(int address, Object value, Object variable);

    /**
     * Writes the object if the old one is the expected one, by identity.
     *
     * @return the old object.
     */
    Object compareAndExchange(int address, Object expected, Object value, Object variable);

    /**
     * Applies a function in an action.
     *
     * @param isNew true to return the new object, false to return the old one.
     */
    Object update(UnaryOperator<Object> function, boolean isNew, Object variable);
}
