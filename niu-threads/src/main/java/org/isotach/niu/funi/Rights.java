/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.link.Access;

/**
 * What the other members of a gang may do with a {@link SharedSegment}.
 */
public enum Rights
{
    /**
     * Copy into it.
     */
    PUT(Access.WRITE),

    /**
     * Copy out of it.
     */
    GET(Access.READ),

    /**
     * Both.
     */
    PUT_GET(Access.READ_WRITE);

    private final Access access;

    Rights(final Access access)
    {
        this.access = access;
    }

    Access access()
    {
        return access;
    }
}
