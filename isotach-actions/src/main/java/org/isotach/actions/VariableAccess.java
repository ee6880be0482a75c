/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

import org.isotach.smm.UpdateFunction;

/**
 * Reads and writes of single variables outside of actions; the only part of an {@link Isotach} that variables know.
 * <p>
 * All methods are threadsafe. They refuse calls from inside a body, with a message that names the variable.
 */
interface VariableAccess
{
    /**
     * READ of one word.
     *
     * @param variable the variable, for messages.
     */
    long read(int address, Object variable);

    /**
     * READ of words at one point in the order.
     */
    void read(int[] addresses, long[] into, Object variable);

    /**
     * WRITE of words at one point in the order.
     */
    void write(int[] addresses, long[] values, Object variable);

    /**
     * WRITE of one word.
     */
    void write(int address, long value, Object variable);

    /**
     * UPDATE with a result.
     *
     * @param isNew true to return the new value, false to return the old one.
     */
    long update(int address, UpdateFunction function, long argument, boolean isNew, Object variable);

    /**
     * Compares and exchanges one word.
     *
     * @return the old value.
     */
    long compareAndExchange(int address, long expected, long value, Object variable);

    /**
     * Applies a function to one word in an action.
     *
     * @param isNew true to return the new value, false to return the old one.
     */
    long update(LongUnaryOperator function, boolean isNew, Object variable);

    /**
     * Applies a function to all words of a variable in an action.
     *
     * @param function gets the old words, and returns new ones, or null to leave the old ones.
     * @param isNew    true to return the words that the variable has then, false to return the old ones.
     */
    long[] updateWords(UnaryOperator<long[]> function, boolean isNew, Object variable);

    /**
     * Reads and writes of variables that hold handles.
     */
    ReferenceAccess references();

    /**
     * Functions on words that are not plain {@code long} values.
     */
    Functions functions();
}
