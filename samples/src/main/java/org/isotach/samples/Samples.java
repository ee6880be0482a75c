/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The sample programs, one subcommand each.
 */
@Command(
    name = "isotach-samples",
    description = "Programs on isotach shared memory and messages. Exit status: 0 when the check of the sample " +
        "holds, 1 when it fails, 2 on wrong arguments.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
        Philosophers.class, Drinking.class, Consistency.class, LuDecomposition.class, Messages.class, Barriers.class,
        Rules.class, Transfers.class, Soak.class, Latency.class, Throughput.class, Ironman.class, Footprint.class })
public final class Samples
{
    @Option(
        names = { "-h", "--help" }, usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help.")
    private boolean isHelpRequested;

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

    static CommandLine commandLine()
    {
        final OneLineErrors errors = new OneLineErrors();
        return new CommandLine(new Samples())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(true)
            .setParameterExceptionHandler(errors)
            .setExecutionExceptionHandler(errors);
    }
}
