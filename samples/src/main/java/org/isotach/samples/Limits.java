/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Limits of numeric options.
 */
final class Limits
{
    static final int MAX_HOSTS = 256;

    private Limits()
    {
    }

    /**
     * Returns whether a value was given. A default gives way when other options leave it no room, as nobody has asked
     * for it.
     */
    static boolean isGiven(final CommandSpec spec, final String option)
    {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    /**
     * @throws ParameterException when the value is out of range.
     */
    static void check(final CommandSpec spec, final String option, final long value, final long min, final long max)
    {
        if (value < min || value > max)
        {
            throw new ParameterException(
                spec.commandLine(), option + ": " + value + " (expected: " + min + ".." + max + ')');
        }
    }
}
