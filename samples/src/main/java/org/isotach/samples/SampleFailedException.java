/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * A sample did not get to its result.
 */
final class SampleFailedException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    SampleFailedException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
