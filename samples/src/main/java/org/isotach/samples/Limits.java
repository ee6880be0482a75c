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
