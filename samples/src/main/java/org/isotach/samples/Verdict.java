/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The end of every sample: a line for scripts, and an exit status.
 */
final class Verdict
{
    private Verdict()
    {
    }

    /**
     * Prints the result, and the reason for a failure.
     *
     * @param result  without the name of the sample.
     * @param failure null if there is none.
     * @return the exit status.
     */
    static int of(final CommandSpec sample, final String result, final String failure)
    {
        final CommandLine command = sample.commandLine();
        command.getOut().println("RESULT " + sample.name() + ' ' + result);
        if (null == failure)
        {
            return ExitCode.OK;
        }
        command.getErr().println(sample.name() + " failed: " + failure);
        return ExitCode.SOFTWARE;
    }
}
