/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.text.similarity.JaroWinklerSimilarity;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says in a line on stderr why a sample was not run, or why it did not get to its result. For a mistyped name it
 * suggests the most similar one.
 */
final class OneLineErrors implements IParameterExceptionHandler, IExecutionExceptionHandler
{
    private static final double ALIKE = 0.75;

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
     * Names the first argument that is not understood. Arguments behind it may well belong to it.
     */
    private static void print(final UnmatchedArgumentException ex, final PrintWriter err)
    {
        final boolean isSample = !ex.isUnknownOption() && !ex.getCommandLine().getSubcommands().isEmpty();
        final String what =
            ex.isUnknownOption() ? "Unknown option" : isSample ? "Unknown sample" : "Unexpected argument";
        // The suggestions of picocli count equal pairs of letters; short names with a typo have none.
        final List<String> suggestions =
            isSample ? alike(ex.getUnmatched().get(0), ex.getCommandLine()) : ex.getSuggestions();
        err.println(what + ": '" + ex.getUnmatched().get(0) + '\'' +
            (suggestions.isEmpty() ? "" : ". Did you mean " + suggestions.get(0) + '?'));
        if (isSample)
        {
            err.println("Samples: " + samples(ex.getCommandLine()));
        }
    }

    private static List<String> alike(final String mistyped, final CommandLine command)
    {
        final JaroWinklerSimilarity similarity = new JaroWinklerSimilarity();
        return names(command)
            .filter(name -> similarity.apply(name, mistyped) >= ALIKE)
            .sorted(Comparator.comparingDouble(name -> -similarity.apply(name, mistyped)))
            .toList();
    }

    private static String samples(final CommandLine command)
    {
        return names(command).collect(Collectors.joining(", "));
    }

    private static Stream<String> names(final CommandLine command)
    {
        return command.getSubcommands().entrySet().stream()
            .filter(sample -> !(sample.getValue().getCommand() instanceof Help))
            .map(Map.Entry::getKey);
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
