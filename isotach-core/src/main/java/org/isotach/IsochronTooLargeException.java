/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * An isochron or one of its operations can never fit; the message names the sizes and the setting. The operation was
 * not appended, and the isochron is unchanged.
 */
public final class IsochronTooLargeException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with the numbers, and what to do.
     */
    public IsochronTooLargeException(final String message)
    {
        super(message);
    }
}
