/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The sample programs, one subcommand each.
 */
@Command(
    name = "isotach-samples",
    description = "Programs on isotach shared memory and messages.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = SampleVersion.class,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
        "0:the check of the sample holds",
        "1:it fails, or the sample did not get to its result",
        "2:the arguments are wrong; nothing was run" },
    subcommands = {
        Bank.class, OrderBook.class, Workflow.class, RateLimiter.class, Leaderboard.class,
        Philosophers.class, Drinking.class, Consistency.class, LuDecomposition.class, Messages.class, Barriers.class,
        Rules.class, Transfers.class, Soak.class, Latency.class, Throughput.class, Ironman.class, Footprint.class,
        Help.class })
public final class Samples implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(
        names = { "-h", "--help" }, usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help.")
    private boolean isHelpRequested;

    @Option(names = { "-V", "--version" }, versionHelp = true, description = "Show the version.")
    private boolean isVersionRequested;

    Samples()
    {
    }

    /**
     * Runs one sample and ends the JVM with its exit status.
     *
     * @param args the command line.
     */
    public static void main(final String[] args)
    {
        System.exit(commandLine().execute(args));
    }

    /**
     * No sample was named: the list of them.
     */
    @Override
    public Integer call()
    {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }

    static CommandLine commandLine()
    {
        final OneLineErrors errors = new OneLineErrors();
        final CommandLine commandLine = new CommandLine(new Samples())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(true)
            .setParameterExceptionHandler(errors)
            .setExecutionExceptionHandler(errors);
        WholeNumbers.register(commandLine);
        return commandLine;
    }
}
