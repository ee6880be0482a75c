/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * Numbers of things, as a reader writes them.
 */
final class Plural
{
    private Plural()
    {
    }

    /**
     * A number and its noun.
     *
     * @param singular whose plural ends in s.
     * @return for instance "1 host", "2 hosts".
     */
    static String of(final long number, final String singular)
    {
        return number + " " + singular + (1 == number ? "" : "s");
    }
}
