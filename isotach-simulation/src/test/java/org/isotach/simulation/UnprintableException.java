/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * Throws something else when it is to be printed.
 */
final class UnprintableException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage()
    {
        throw new IllegalStateException("there is no text");
    }
}
