/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

/**
 * Closes what a launch that has failed had opened.
 */
final class FailedLaunch
{
    private FailedLaunch()
    {
    }

    /**
     * Throws nothing.
     *
     * @param cause gets the exception of closing.
     */
    static void close(final AutoCloseable opened, final Throwable cause)
    {
        try
        {
            opened.close();
        }
        catch (final Throwable ex)
        {
            // Code of users may throw the same one again, which cannot be added to itself.
            if (ex != cause)
            {
                cause.addSuppressed(ex);
            }
        }
    }
}
