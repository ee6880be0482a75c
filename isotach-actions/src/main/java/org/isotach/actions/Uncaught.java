/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * Takes exceptions that must not end a thread of the library to the thread's handler for uncaught ones.
 */
final class Uncaught
{
    private Uncaught()
    {
    }

    /**
     * Throws nothing.
     */
    static void report(final Throwable failure)
    {
        try
        {
            final Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
        }
        catch (final Throwable ex)
        {
            // As in Thread: nobody is left to be told.
        }
    }
}
