/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.function.Consumer;

/**
 * The error handler of an application, for use in the middle of work: throws nothing, whatever the error handler, the
 * logger and the errors do. Threadsafe.
 */
public final class SafeErrorHandler implements Consumer<Throwable>
{
    private static final String LOGGER = "org.isotach";

    private final Consumer<Throwable> errorHandler;

    /**
     * @param errorHandler of the application.
     */
    public SafeErrorHandler(final Consumer<Throwable> errorHandler)
    {
        this.errorHandler = errorHandler;
    }

    /**
     * Handles errors of an application that has no error handler.
     */
    public static void log(final Throwable error)
    {
        System.getLogger(LOGGER).log(System.Logger.Level.ERROR, "error in an isotach cluster", error);
    }

    /**
     * Tells the error handler; if that throws, its exception is logged beside the error.
     */
    @Override
    public void accept(final Throwable error)
    {
        try
        {
            errorHandler.accept(error);
        }
        catch (final Throwable ex)
        {
            // It may be the same one. Neither is added to the other as suppressed: that may already have happened the
            // last time.
            logSafely(error);
            if (ex != error)
            {
                logSafely(ex);
            }
        }
    }

    private static void logSafely(final Throwable error)
    {
        try
        {
            log(error);
        }
        catch (final Throwable ex)
        {
            logType(error);
        }
    }

    /**
     * Logs the type of an error that cannot be logged, because its message, or the logger, throws.
     */
    private static void logType(final Throwable error)
    {
        try
        {
            System.getLogger(LOGGER).log(System.Logger.Level.ERROR,
                "error in an isotach cluster that cannot be logged: " + error.getClass().getName());
        }
        catch (final Throwable ex)
        {
            // There is nobody left to tell.
        }
    }
}
