/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * A host was expelled from its cluster: it can issue nothing any more, or a call needs an answer from it.
 */
public class HostExpelledException extends ClusterClosedException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with the numbers, and what to do.
     */
    public HostExpelledException(final String message)
    {
        super(message);
    }
}
