/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * A number with its noun.
 */
final class Plural
{
    private Plural()
    {
    }

    /**
     * @param noun in the singular, of which the plural ends with s.
     */
    static String of(final long count, final String noun)
    {
        return count + " " + noun + (1 == count ? "" : "s");
    }
}
