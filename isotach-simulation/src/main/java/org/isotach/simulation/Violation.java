/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * Ends a run: an invariant does not hold.
 */
final class Violation extends RuntimeException
{
    static final String PROGRESS = "Progress";
    static final String NO_ERRORS = "NoErrors";

    private static final long serialVersionUID = 1L;

    final String invariant;

    Violation(final String invariant, final String message, final Throwable cause)
    {
        // A failure whose cause cannot be printed may not be reported at all.
        super(message, null == cause ? null : Thrown.of(cause).cause());
        this.invariant = invariant;
    }
}
