/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * What others may do with a {@link Segment}.
 */
public enum Access
{
    /**
     * Copy out of it.
     */
    READ,

    /**
     * Copy into it.
     */
    WRITE,

    /**
     * Both.
     */
    READ_WRITE;

    /**
     * Returns whether this allows another one.
     *
     * @param access what somebody wants to do.
     * @return true if so.
     */
    public boolean allows(final Access access)
    {
        return READ_WRITE == this || access == this;
    }
}
