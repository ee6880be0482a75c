/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;

import org.isotach.niu.ClusterContext;

/**
 * Checks single settings.
 */
final class Settings
{
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 2);

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

    /**
     * Returns a duration in nanoseconds; that of 146 years if it is longer, so that a time can be added.
     */
    static long nanos(final Duration duration)
    {
        return duration.compareTo(LONGEST) < 0 ? duration.toNanos() : LONGEST.toNanos();
    }

    static void leaveAsItIs(final ClusterContext context)
    {
        // The settings are right as they are.
    }
}
