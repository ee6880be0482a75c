/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * What has become of a copy into a {@link Segment}, or out of it. Whatever was refused has touched no memory.
 */
public enum CopyResult
{
    /**
     * It was made.
     */
    DONE,

    /**
     * There is no such segment, or not any more.
     */
    CLOSED,

    /**
     * Its owner does not allow it.
     */
    NOT_ALLOWED,

    /**
     * It goes over the ends of the segment.
     */
    OUT_OF_RANGE
}
