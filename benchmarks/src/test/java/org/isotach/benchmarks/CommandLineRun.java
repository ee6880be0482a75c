/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.PrintWriter;
import java.io.StringWriter;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What a program of this module did, run in this JVM.
 */
public record CommandLineRun(int exitCode, String out, String err)
{
    public static CommandLineRun of(final CommandLine commandLine, final String... args)
    {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int exitCode =
            commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(args);
        return new CommandLineRun(exitCode, out.toString(), err.toString());
    }

    /**
     * Fails unless the arguments were refused, in a first line that says why.
     */
    public void assertRefused(final String message)
    {
        assertEquals(2, exitCode);
        assertEquals(message, err.lines().findFirst().orElse(""));
        assertEquals("", out);
    }
}
