/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * Base class of the exceptions that report the state of a cluster rather than a wrong argument.
 */
public class IsotachException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with the numbers, and what to do.
     */
    public IsotachException(final String message)
    {
        super(message);
    }
}
