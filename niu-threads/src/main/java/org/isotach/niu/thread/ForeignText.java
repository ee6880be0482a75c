/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

/**
 * The texts of objects of users, and of exceptions that their code has thrown: that code also makes the texts, and may
 * throw.
 */
public final class ForeignText
{
    private ForeignText()
    {
    }

    /**
     * Returns the text of an object, or the name of its class if it has none. Throws nothing.
     */
    public static String of(final Object foreign)
    {
        try
        {
            final String text = String.valueOf(foreign);
            return null == foreign || null != text ? text : foreign.getClass().getName();
        }
        catch (final Throwable ex)
        {
            return foreign.getClass().getName() + ", which cannot be printed";
        }
    }

    /**
     * Returns the message of an exception, or the name of its class if it has none. Throws nothing.
     */
    public static String messageOf(final Throwable thrown)
    {
        try
        {
            final String message = thrown.getMessage();
            return null == message ? thrown.getClass().getName() : message;
        }
        catch (final Throwable ex)
        {
            return thrown.getClass().getName() + ", which cannot be printed";
        }
    }
}
