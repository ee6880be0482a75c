/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * A call waited longer than its time limit; the message names what it waited for and what holds it up. Waiting again is
 * allowed.
 */
public final class IsotachTimeoutException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with the numbers, and what to do.
     */
    public IsotachTimeoutException(final String message)
    {
        super(message);
    }
}
