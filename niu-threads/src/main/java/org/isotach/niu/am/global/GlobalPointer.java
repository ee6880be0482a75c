/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

/**
 * A host and an offset in one word. The pointer to the next byte is larger by 1.
 */
final class GlobalPointer
{
    private static final long OFFSET = -1L >>> Integer.SIZE;

    private GlobalPointer()
    {
    }

    static long of(final int host, final int offset)
    {
        return (long)host << Integer.SIZE | offset;
    }

    static int host(final long pointer)
    {
        return (int)(pointer >> Integer.SIZE);
    }

    /**
     * Returns more than any memory has for what was never an offset.
     */
    static long offset(final long pointer)
    {
        return pointer & OFFSET;
    }
}
