/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * Ends a program, or an invariant, that waits after its run has ended. It is an error because programs catch exceptions
 * and wait again.
 */
final class RunEnded extends Error
{
    private static final long serialVersionUID = 1L;

    RunEnded()
    {
        super("the run has ended", null, false, false);
    }
}
