/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.niu.ClusterContext;

/**
 * Checks single settings.
 */
final class Settings
{
    private Settings()
    {
    }

    static int inRange(final String name, final int value, final int smallest, final int largest)
    {
        if (value < smallest || value > largest)
        {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + smallest + ".." + largest + ')');
        }
        return value;
    }

    static void leaveAsItIs(final ClusterContext context)
    {
        // The settings are right as they are.
    }
}
