/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * The thread was interrupted while it waited; the message names what it waited for. Its interrupt status stays set.
 */
public final class IsotachInterruptedException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what the thread waited for.
     */
    public IsotachInterruptedException(final String message)
    {
        super(message);
    }
}
