/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * The tags of the packets of {@link Rpp}: a kind, and the number of a message.
 */
final class RppTag
{
    static final int DATA = 1;
    static final int ACKNOWLEDGEMENT = 2;

    private static final int KIND_SHIFT = 62;

    private RppTag()
    {
    }

    static long data(final long number)
    {
        return (long)DATA << KIND_SHIFT | number;
    }

    static long acknowledgement(final long number)
    {
        return (long)ACKNOWLEDGEMENT << KIND_SHIFT | number;
    }

    static int kind(final long tag)
    {
        return (int)(tag >>> KIND_SHIFT);
    }

    static long number(final long tag)
    {
        return tag & (1L << KIND_SHIFT) - 1;
    }
}
