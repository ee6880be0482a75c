/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;

/**
 * Waits that an interrupt must not end.
 */
final class UninterruptibleWait
{
    private UninterruptibleWait()
    {
    }

    /**
     * Waits to the end even if the thread is interrupted, and sets its interrupt status afterwards.
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
                catch (final IsotachTimeoutException | ClusterClosedException ex)
                {
                    // The end, whatever came at the same time: what is waited for is given up.
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
