/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The same as the option --help, as a command. The help command of picocli has an option --help of its own.
 */
@Command(name = "help", description = "Show the help of a sample.")
final class Help implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SAMPLE", description = "Name of the sample. Default: list all samples.")
    private String sample;

    @Override
    public Integer call()
    {
        final CommandLine samples = spec.commandLine().getParent();
        final CommandLine explained = null == sample ? samples : samples.getSubcommands().get(sample);
        if (null == explained)
        {
            throw new UnmatchedArgumentException(samples, List.of(sample));
        }
        explained.usage(spec.commandLine().getOut());
        return ExitCode.OK;
    }
}
