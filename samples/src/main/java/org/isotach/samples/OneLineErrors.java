/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says in a line on stderr why a sample was not run, or why it did not get to its result. What was mistyped gets
 * the suggestion that is most like it.
 */
final class OneLineErrors implements IParameterExceptionHandler, IExecutionExceptionHandler
{
    @Override
    public int handleParseException(final ParameterException ex, final String[] args)
    {
        final CommandLine command = ex.getCommandLine();
        final PrintWriter err = command.getErr();
        if (ex instanceof UnmatchedArgumentException unmatched)
        {
            print(unmatched, err);
        }
        else
        {
            err.println(oneLine(ex.getMessage()));
        }
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
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

    /**
     * Names the first argument that nothing could be done with. Those behind it may well belong to it.
     */
    private static void print(final UnmatchedArgumentException ex, final PrintWriter err)
    {
        final boolean isSample = !ex.isUnknownOption() && !ex.getCommandLine().getSubcommands().isEmpty();
        final String what =
            ex.isUnknownOption() ? "Unknown option" : isSample ? "Unknown sample" : "Unexpected argument";
        final List<String> suggestions = ex.getSuggestions();
        err.println(what + ": '" + ex.getUnmatched().get(0) + '\'' +
            (suggestions.isEmpty() ? "" : ". Did you mean " + suggestions.get(0) + '?'));
        if (isSample)
        {
            err.println("Samples: " + samples(ex.getCommandLine()));
        }
    }

    private static String samples(final CommandLine command)
    {
        return command.getSubcommands().entrySet().stream()
            .filter(sample -> !(sample.getValue().getCommand() instanceof Help))
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
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
