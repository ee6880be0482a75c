/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Says in one line on stderr why a sample was not run, or why it did not get to its result.
 */
final class OneLineErrors implements IParameterExceptionHandler, IExecutionExceptionHandler
{
    @Override
    public int handleParseException(final ParameterException ex, final String[] args)
    {
        final CommandLine command = ex.getCommandLine();
        command.getErr().println(oneLine(ex.getMessage()));
        command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(
        final Exception ex, final CommandLine command, final ParseResult parseResult)
    {
        command.getErr().println(command.getCommandName() + " failed: " + describe(ex));
        return ExitCode.SOFTWARE;
    }

    static String describe(final Throwable error)
    {
        return oneLine(reason(error));
    }

    private static String reason(final Throwable error)
    {
        final Throwable cause = error.getCause();
        return (null == error.getMessage() ? error.toString() : error.getMessage()) +
            (null == cause ? "" : ": " + cause);
    }

    private static String oneLine(final String message)
    {
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
