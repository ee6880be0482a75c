/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * Argument checks whose messages carry name, value, expectation and remedy.
 */
final class Require
{
    private Require()
    {
    }

    static int inRange(final String name, final int value, final int min, final int max, final String remedy)
    {
        if (value < min || value > max)
        {
            throw new IllegalArgumentException(
                name + ": " + value + " (expected: " + min + ".." + max + "; " + remedy + ")");
        }
        return value;
    }
}
