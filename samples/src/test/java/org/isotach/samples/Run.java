/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.IntSupplier;

import picocli.CommandLine;

/**
 * What a sample did, run in this JVM.
 */
record Run(int exitCode, List<String> out, List<String> err)
{
    static Run of(final String... args)
    {
        return of(Samples.commandLine(), args);
    }

    static Run of(final CommandLine commandLine, final String... args)
    {
        return of(commandLine, () -> commandLine.execute(args));
    }

    /**
     * Part of a command, after its arguments were parsed.
     */
    static Run parsed(final CommandLine commandLine, final IntSupplier part, final String... args)
    {
        commandLine.parseArgs(args);
        return of(commandLine, part);
    }

    private static Run of(final CommandLine commandLine, final IntSupplier command)
    {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        final int exitCode = command.getAsInt();
        return new Run(exitCode, out.toString().lines().toList(), err.toString().lines().toList());
    }

    String lastLine()
    {
        return out.isEmpty() ? "" : out.get(out.size() - 1);
    }
}
