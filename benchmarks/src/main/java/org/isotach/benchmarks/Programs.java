/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Command lines of the programs next to the JMH benchmarks.
 */
public final class Programs
{
    private static final int BAD_ARGUMENTS = 2;

    private Programs()
    {
    }

    /**
     * The command line of a program; exit status 2 on bad arguments, with one line that says what was expected.
     *
     * @param program its options and its action.
     * @return the command line.
     */
    public static CommandLine commandLine(final Callable<Integer> program)
    {
        return new CommandLine(program)
            .setUsageHelpAutoWidth(true)
            .setParameterExceptionHandler((ex, args) ->
            {
                final CommandLine command = ex.getCommandLine();
                final PrintWriter err = command.getErr();
                err.println(ex.getMessage());
                err.println("Try '" + command.getCommandName() + " --help'.");
                return BAD_ARGUMENTS;
            });
    }

    /**
     * Refuses a number that is out of range.
     *
     * @param spec   of the program.
     * @param option that has the number.
     * @param value  the number.
     * @param min    smallest one.
     * @param max    largest one.
     * @return the value.
     * @throws ParameterException when it is out of range.
     */
    public static int checkRange(
        final CommandSpec spec, final String option, final int value, final int min, final int max)
    {
        if (value < min || value > max)
        {
            throw new ParameterException(
                spec.commandLine(), option + ": " + value + " (expected: " + min + ".." + max + ')');
        }
        return value;
    }
}
