/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;

import org.isotach.actions.IsotachContext;
import org.isotach.benchmarks.Programs;
import org.isotach.benchmarks.report.Numbers;
import org.isotach.niu.ThreadingMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures how many hosts are best for actions: one host, a host for each processor, a host for each thread, with a
 * copy of each variable at one host or at all of them; with reads, with changes in one isochron, and with actions that
 * reserve.
 */
@Command(
    name = "HostsOfActions",
    description = {
        "Measures how many hosts are best for actions. Prints operations per second for each number of threads: with " +
            "one host, a host for each processor, or a host for each thread, and a copy of each variable at one " +
            "host, or at all. Exit status: 0 measured, 1 failed, 2 on bad arguments.",
        ""
    })
public final class HostsOfActions implements Callable<Integer>
{
    // Operations for each look at the clock, which takes longer than a read.
    private static final int BATCH = 64;
    private static final long SEED = 0x5EED;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "Show this help.")
    private boolean isHelpRequested;

    @Option(
        names = "--modes",
        paramLabel = "MODE",
        split = ",",
        defaultValue = "SHARED,HOST,INVOKER",
        description = "Threading modes: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private List<ThreadingMode> modes;

    @Option(
        names = "--operations",
        paramLabel = "OP",
        split = ",",
        defaultValue = "read,apply,update",
        description = "read: read one variable; apply: add to each of four, in one isochron; update: reserve four, " +
            "and assign them. Default: ${DEFAULT-VALUE}.")
    private List<HostsOperation> operations;

    @Spec
    private CommandSpec spec;

    private List<Integer> threads;
    private int warmupMs;
    private int measureMs;
    private int rounds;

    private record Case(HostsOperation operation, ThreadingMode mode, int threads, int hosts, int copies)
    {
        IsotachContext context()
        {
            return new IsotachContext().threadingMode(mode).hosts(hosts).copies(copies);
        }
    }

    private HostsOfActions()
    {
    }

    /**
     * Measures once and prints the result.
     *
     * @param args see {@code --help}.
     */
    public static void main(final String[] args)
    {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine()
    {
        return Programs.commandLine(new HostsOfActions())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler((ex, command, parsed) ->
            {
                command.getErr().println(command.getCommandName() + " failed: " + ex.getMessage());
                return ExitCode.SOFTWARE;
            });
    }

    @Option(
        names = "--threads",
        paramLabel = "N",
        split = ",",
        defaultValue = "1,2,4,8",
        description = "Threads that act, 1..64. Default: ${DEFAULT-VALUE}.")
    private void threads(final List<Integer> values)
    {
        values.forEach(value -> Programs.checkRange(spec, "--threads", value, 1, 64));
        threads = values;
    }

    @Option(
        names = "--warmup",
        paramLabel = "MS",
        defaultValue = "200",
        description = "Milliseconds of warm-up of each case, 1..60000. Default: ${DEFAULT-VALUE}.")
    private void warmup(final int value)
    {
        warmupMs = Programs.checkRange(spec, "--warmup", value, 1, 60_000);
    }

    @Option(
        names = "--measure",
        paramLabel = "MS",
        defaultValue = "300",
        description = "Measured milliseconds of each case, 1..60000. Default: ${DEFAULT-VALUE}.")
    private void measure(final int value)
    {
        measureMs = Programs.checkRange(spec, "--measure", value, 1, 60_000);
    }

    @Option(
        names = "--rounds",
        paramLabel = "N",
        defaultValue = "3",
        description = "Measurements of each case, 1..1000; the median counts. Default: ${DEFAULT-VALUE}.")
    private void rounds(final int value)
    {
        rounds = Programs.checkRange(spec, "--rounds", value, 1, 1000);
    }

    @Override
    public Integer call() throws InterruptedException
    {
        final List<Case> cases = cases();
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(
            Locale.ROOT,
            "%d cases, %d rounds: about %.1f minutes; %d processors%n",
            cases.size(), rounds, cases.size() * rounds * (warmupMs + measureMs) / 60e3, processors());
        final List<List<Double>> rates = new ArrayList<>();
        cases.forEach(one -> rates.add(new ArrayList<>()));
        final List<Integer> order = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++)
        {
            order.add(i);
        }
        final Random random = new Random(SEED);
        for (int round = 0; round < rounds; round++)
        {
            // Other work on the machine affects all cases alike.
            Collections.shuffle(order, random);
            for (final int place : order)
            {
                rates.get(place).add(rate(cases.get(place)));
            }
        }
        print(cases, rates, out);
        return ExitCode.OK;
    }

    private List<Case> cases()
    {
        final List<Case> cases = new ArrayList<>();
        for (final HostsOperation operation : operations)
        {
            for (final ThreadingMode mode : modes)
            {
                for (final int count : threads)
                {
                    for (final int hosts : new int[] { 1, processors(), count })
                    {
                        add(cases, new Case(operation, mode, count, hosts, 1));
                        add(cases, new Case(operation, mode, count, hosts, hosts));
                    }
                }
            }
        }
        return cases;
    }

    private static void add(final List<Case> cases, final Case one)
    {
        if (!cases.contains(one))
        {
            cases.add(one);
        }
    }

    private static int processors()
    {
        return Runtime.getRuntime().availableProcessors();
    }

    private double rate(final Case one) throws InterruptedException
    {
        try (HostsOperation.Actors actors = one.operation().open(one.context()))
        {
            final Contest.Outcome outcome = new Contest().run(
                one.threads(), i -> actors.worker(i, one.threads()), BATCH, warmupMs, measureMs);
            actors.check(outcome.actions());
            return outcome.actionsPerSecond();
        }
    }

    private static void print(final List<Case> cases, final List<List<Double>> rates, final PrintWriter out)
    {
        out.println();
        out.println("| operation | mode | threads | hosts | copies | operations/s | x one host |");
        out.println("|---|---|---:|---:|---:|---:|---:|");
        double oneHost = 0;
        for (int i = 0; i < cases.size(); i++)
        {
            final Case one = cases.get(i);
            final double[] sorted = rates.get(i).stream().mapToDouble(rate -> rate).sorted().toArray();
            final double rate = sorted[sorted.length / 2];
            oneHost = 1 == one.hosts() ? rate : oneHost;
            out.println("| " + String.join(" | ", Arrays.asList(
                one.operation().toString(), one.mode().toString(), String.valueOf(one.threads()),
                String.valueOf(one.hosts()), String.valueOf(one.copies()), Numbers.format(rate),
                0 == oneHost ? "?" : Numbers.format(rate / oneHost))) + " |");
        }
        out.flush();
    }
}
