/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.List;

import org.isotach.niu.ThreadingMode;

/**
 * Values of command line options, for programs beside the JMH benchmarks.
 */
final class Options
{
    private Options()
    {
    }

    /**
     * @throws IllegalArgumentException when it is no number, or out of range.
     */
    static int parseInt(final String option, final String value, final int min, final int max)
    {
        final String message = option + ": " + value + " (expected: " + min + ".." + max + ')';
        final int number;
        try
        {
            number = Integer.parseInt(value);
        }
        catch (final NumberFormatException ex)
        {
            throw new IllegalArgumentException(message, ex);
        }
        if (number < min || number > max)
        {
            throw new IllegalArgumentException(message);
        }
        return number;
    }

    /**
     * @throws IllegalArgumentException when there is no such mode.
     */
    static ThreadingMode parseMode(final String value)
    {
        for (final ThreadingMode threadingMode : ThreadingMode.values())
        {
            if (threadingMode.name().equals(value))
            {
                return threadingMode;
            }
        }
        throw new IllegalArgumentException(
            "--mode: " + value + " (expected: one of " + List.of(ThreadingMode.values()) + ')');
    }
}
