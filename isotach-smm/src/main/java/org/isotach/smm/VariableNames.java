/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The names of variables in messages, states and traces. Threadsafe.
 */
final class VariableNames
{
    private volatile IntFunction<String> given;

    void set(final IntFunction<String> names)
    {
        given = Objects.requireNonNull(names, "names");
    }

    /**
     * Returns the name of a variable, its address if it has none.
     */
    String of(final int address)
    {
        final String name = nameOf(address);
        return null == name ? Integer.toUnsignedString(address) : name;
    }

    /**
     * Describes a variable within a sentence.
     */
    String describe(final int address)
    {
        final String name = nameOf(address);
        return "variable " + Integer.toUnsignedString(address) + (null == name ? "" : " (" + name + ')');
    }

    private String nameOf(final int address)
    {
        final IntFunction<String> names = given;
        try
        {
            return null == names ? null : names.apply(address);
        }
        catch (final Throwable ex)
        {
            // The name is for a message that says what is wrong elsewhere: it must not take the place of that message.
            return null;
        }
    }

    @Override
    public String toString()
    {
        return "VariableNames{given=" + (null != given) + '}';
    }
}
