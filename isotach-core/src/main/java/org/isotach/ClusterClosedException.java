/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * The cluster or the host is closed, and the call can never succeed.
 */
public class ClusterClosedException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with the numbers, and what to do.
     */
    public ClusterClosedException(final String message)
    {
        super(message);
    }
}
