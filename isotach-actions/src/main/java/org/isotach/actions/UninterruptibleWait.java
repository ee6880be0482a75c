/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;

/**
 * Waits of which an interrupt must not be the end.
 */
final class UninterruptibleWait
{
    private UninterruptibleWait()
    {
    }

    /**
     * Waits whether the thread is interrupted or not, which it is told afterwards.
     */
    static void run(final Runnable wait)
    {
        boolean isInterrupted = Thread.interrupted();
        try
        {
            while (true)
            {
                try
                {
                    wait.run();
                    return;
                }
                catch (final IsotachTimeoutException ex)
                {
                    throw ex;
                }
                catch (final IsotachException ex)
                {
                    if (!Thread.interrupted())
                    {
                        throw ex;
                    }
                    isInterrupted = true;
                }
            }
        }
        finally
        {
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }
}
