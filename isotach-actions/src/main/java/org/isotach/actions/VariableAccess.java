/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.smm.UpdateFunction;

/**
 * How a variable is read and written by itself, outside of any action; variables know nothing else of their
 * {@link Isotach}.
 * <p>
 * All methods are threadsafe. They refuse calls from inside a body, and name the variable then.
 */
interface VariableAccess
{
    /**
     * READ of one word.
     *
     * @param variable for messages.
     */
    long read(int address, Object variable);

    /**
     * READ of words at one point of the order.
     */
    void read(int[] addresses, long[] into, Object variable);

    /**
     * WRITE of words at one point of the order.
     */
    void write(int[] addresses, long[] values, Object variable);

    /**
     * WRITE of one word.
     */
    void write(int address, long value, Object variable);

    /**
     * UPDATE with a result.
     *
     * @param isNew is the value behind it wanted, or the one before?
     */
    long update(int address, UpdateFunction function, long argument, boolean isNew, Object variable);

    /**
     * @return the value before.
     */
    long compareAndExchange(int address, long expected, long value, Object variable);

    /**
     * The object of a variable that holds a handle.
     */
    Object readReference(int address, Object variable);

    /**
     * Gives a variable that holds a handle another object.
     */
    void writeReference(int address, Object value, Object variable);

    /**
     * Functions on words that are not plain {@code long} values.
     */
    Functions functions();
}
