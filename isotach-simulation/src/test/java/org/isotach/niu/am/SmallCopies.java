/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Lets transfers be copied in pieces so short that other hosts find some of them only.
 */
public final class SmallCopies
{
    private SmallCopies()
    {
    }

    /**
     * @param bytes of a piece.
     * @return the settings.
     */
    public static AmContext in(final AmContext context, final int bytes)
    {
        context.variants().copyLength = bytes;
        return context;
    }
}
