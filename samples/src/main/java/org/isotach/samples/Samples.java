/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.isotach.niu.ClusterContext;
import org.isotach.niu.trace.SpaceTimeDiagram;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
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
        "1:the check fails, or the sample did not get to its result",
        "2:the arguments are wrong; nothing was run" },
    subcommands = {
        Bank.class, OrderBook.class, Workflow.class, RateLimiter.class, Leaderboard.class,
        Philosophers.class, Drinking.class, Consistency.class, LuDecomposition.class, Messages.class, Barriers.class,
        Rules.class, Transfers.class, Tour.class, Soak.class, Latency.class, Throughput.class, Ironman.class,
        RemoteRead.class, Hpam.class, CmamPrimitives.class, MatrixMultiply.class, DeviceRegisters.class,
        DeviceGangs.class, DeviceDeadlock.class, Myrinet.class, ReliablePackets.class,
        Footprint.class, Tables.class,
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

    @Option(
        names = "--trace", paramLabel = "FILE", scope = ScopeType.INHERIT,
        description = "Draw a space-time diagram of the last isochrons into FILE: a picture if its name ends with " +
            ".svg, else a page for a browser. With several clusters, draw the one that is closed last. Tracing " +
            "slows everything down.")
    private Path trace;

    Samples()
    {
    }

    /**
     * File for the diagram, null for none.
     */
    static Path trace(final CommandSpec sample)
    {
        return sample.root().userObject() instanceof Samples samples ? samples.trace : null;
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
     * No sample was named: lists them.
     */
    @Override
    public Integer call()
    {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }

    /**
     * Runs the sample; the clusters that it launches find the trace file in the same property as in any program.
     */
    private static int execute(final ParseResult parsed)
    {
        final Path file = trace(parsed.commandSpec());
        if (null != file)
        {
            checkTrace(parsed, file);
            System.setProperty(ClusterContext.TRACE_PROPERTY, file.toString());
        }
        try
        {
            return new RunLast().execute(parsed);
        }
        finally
        {
            if (null != file)
            {
                System.clearProperty(ClusterContext.TRACE_PROPERTY);
            }
        }
    }

    /**
     * As a wrong argument, not as a failure of the launch.
     */
    private static void checkTrace(final ParseResult parsed, final Path file)
    {
        if (!SpaceTimeDiagram.canWrite(file))
        {
            throw new ParameterException(
                last(parsed).commandSpec().commandLine(), "--trace: '" + file + "' is no file that can be written");
        }
    }

    private static ParseResult last(final ParseResult parsed)
    {
        return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed;
    }

    static CommandLine commandLine()
    {
        final OneLineErrors errors = new OneLineErrors();
        final CommandLine commandLine = new CommandLine(new Samples())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(true)
            .setExecutionStrategy(Samples::execute)
            .setParameterExceptionHandler(errors)
            .setExecutionExceptionHandler(errors);
        WholeNumbers.register(commandLine);
        return commandLine;
    }
}
