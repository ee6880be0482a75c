/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * This member of a cluster takes part no more: the others go on without it, or it lacks what they have. Its hosts issue
 * and execute nothing any more; close the cluster here.
 */
public class MemberLostException extends ClusterClosedException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with the numbers, and what to do.
     */
    public MemberLostException(final String message)
    {
        super(message);
    }
}
