/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

/**
 * The texts of exceptions that code of users has thrown: that code also makes the texts, and may throw again.
 */
public final class ForeignText
{
    private ForeignText()
    {
    }

    /**
     * Returns the text of an exception, or the name of its class if it has none. Throws nothing.
     */
    public static String of(final Throwable thrown)
    {
        try
        {
            return thrown.toString();
        }
        catch (final Throwable ex)
        {
            return thrown.getClass().getName() + ", which cannot be printed";
        }
    }
}
