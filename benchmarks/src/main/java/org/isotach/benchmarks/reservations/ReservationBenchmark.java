/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import org.isotach.benchmarks.Programs;
import org.isotach.benchmarks.report.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * Compares ways to hold several variables while the body of an action runs: actions of this library, locks,
 * transactional memories, and two-phase locking by messages. It shows how long a body must be until a way pays.
 * <p>
 * Comparable: what is atomic, the variables of the actions of a thread and their order, the work of a body. Bodies that
 * compute do work, and do not look at a clock. Not comparable: a transactional memory runs a body again when others
 * were faster; all others run it once. With a lock, an action is visible to all threads when it returns; with this
 * library, and with messages, when its values were sent: actions later in the order wait for them. Each subject has a
 * JVM of its own in each round; rounds are interleaved.
 * <p>
 * It is a program and not a JMH benchmark: the longest action of a trial, actions that last longer than an iteration,
 * and more parked threads than processors fit into no iteration of JMH.
 */
@Command(
    name = "ReservationBenchmark",
    description = {
        "Compares ways to hold several variables while the body of an action runs. Prints a table for each number of " +
            "variables and contention: actions per second, relative to the first subject; the longest action, or the " +
            "longest " + Matrix.BATCH_OF_EMPTY_BODIES + " in a row if bodies are empty; processor time; bodies that " +
            "ran again. Exit status: 0 measured, 1 failed, 2 on bad arguments.",
        ""
    })
public final class ReservationBenchmark implements Callable<Integer>
{
    private static final String JSON = ".json";
    private static final String SVG = ".svg";

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "Show this help.")
    private boolean isHelpRequested;

    @Option(
        names = "--subjects",
        paramLabel = "NAME",
        split = ",",
        description = "Subjects; the others are compared with the first one. Default: all, synchronized first.")
    private List<String> subjects = ReservationSubject.NAMES;

    @Option(
        names = "--bodies",
        paramLabel = "US",
        split = ",",
        defaultValue = "0,1,10,100,wait1000",
        description = "Microseconds that a body computes, or, after 'wait', that it waits for an answer, parked. " +
            "Default: ${DEFAULT-VALUE}.")
    private List<BodyTime> bodies;

    @Option(
        names = "--contention",
        paramLabel = "C",
        split = ",",
        defaultValue = "none,some,all",
        description = "none: each thread has variables of its own; some: random variables, about one pair of actions " +
            "in eight shares a variable; all: the same variables. Default: ${DEFAULT-VALUE}.")
    private List<Contention> contentions;

    @Option(
        names = "--output",
        paramLabel = "FILES",
        description = "Write FILES.json with all results, and FILES.svg with a chart.")
    private Path output;

    @Option(
        names = "--report-only",
        description = "Measure nothing: print the tables and renew the chart from FILES.json.")
    private boolean isReportOnly;

    @Option(names = "--json", hidden = true, paramLabel = "FILE", description = "Measure in this JVM, for another one.")
    private Path json;

    @Option(names = "--tokens", hidden = true, paramLabel = "N", description = "Of a body, per microsecond.")
    private double tokensPerUs;

    @Spec
    private CommandSpec spec;

    private List<Integer> variables;
    private int threads;
    private int waitingThreads;
    private int warmupMs;
    private int measureMs;
    private int rounds;

    private ReservationBenchmark()
    {
    }

    /**
     * Measures once and prints the result.
     *
     * @param args see {@code --help}.
     */
    public static void main(final String[] args)
    {
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine()
    {
        return Programs.commandLine(new ReservationBenchmark())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .registerConverter(BodyTime.class, ReservationBenchmark::bodyTime)
            .setExecutionExceptionHandler((ex, command, parsed) ->
            {
                command.getErr().println(command.getCommandName() + " failed: " + ex.getMessage());
                return ExitCode.SOFTWARE;
            });
    }

    private static BodyTime bodyTime(final String text)
    {
        try
        {
            return BodyTime.of(text);
        }
        catch (final IllegalArgumentException ex)
        {
            throw new TypeConversionException(ex.getMessage());
        }
    }

    @Option(
        names = "--variables",
        paramLabel = "N",
        split = ",",
        defaultValue = "2,8,64",
        description = "Variables of an action, 1..64. Default: ${DEFAULT-VALUE}.")
    private void variables(final List<Integer> values)
    {
        values.forEach(
            value -> Programs.checkRange(spec, "--variables", value, 1, Contention.MAX_VARIABLES));
        variables = values;
    }

    @Option(
        names = "--threads",
        paramLabel = "N",
        defaultValue = "2",
        description = "Threads that act if bodies compute, 1..1000. Default: ${DEFAULT-VALUE}.")
    private void threads(final int value)
    {
        threads = Programs.checkRange(spec, "--threads", value, 1, 1000);
    }

    @Option(
        names = "--waiting-threads",
        paramLabel = "N",
        defaultValue = "16",
        description = "Threads that act if bodies wait, 1..1000. Default: ${DEFAULT-VALUE}.")
    private void waitingThreads(final int value)
    {
        waitingThreads = Programs.checkRange(spec, "--waiting-threads", value, 1, 1000);
    }

    @Option(
        names = "--warmup",
        paramLabel = "MS",
        defaultValue = "150",
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
        defaultValue = "2",
        description = "JVMs for each subject, one after the other, 1..1000. Default: ${DEFAULT-VALUE}.")
    private void rounds(final int value)
    {
        rounds = Programs.checkRange(spec, "--rounds", value, 1, 1000);
    }

    @Override
    public Integer call() throws IOException, InterruptedException
    {
        check();
        final Matrix matrix =
            new Matrix(bodies, variables, contentions, threads, waitingThreads, warmupMs, measureMs);
        if (null != json)
        {
            new ObjectMapper().writeValue(json.toFile(), matrix.measure(subjects.get(0), tokensPerUs));
            return ExitCode.OK;
        }
        final ReservationResults results = isReportOnly ?
            new ObjectMapper().readValue(file(JSON).toFile(), ReservationResults.class) : measure(matrix);
        out().print(new ReservationTable(results));
        out().flush();
        if (null != output)
        {
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file(JSON).toFile(), results);
            new ReservationChart(results).write(file(SVG));
        }
        return ExitCode.OK;
    }

    private ReservationResults measure(final Matrix matrix) throws IOException, InterruptedException
    {
        final String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        final double seconds = matrix.plannedSeconds() * subjects.size() * rounds;
        out().printf(
            Locale.ROOT,
            "%d subjects, %d cases each, %d rounds: about %.1f minutes%n",
            subjects.size(), matrix.cases(), rounds, seconds / 60);
        final long startNs = System.nanoTime();
        final double tokens = Body.tokensPerUs();
        final List<Measured> all = new ArrayList<>();
        for (int round = 0; round < rounds; round++)
        {
            for (final String subject : subjects)
            {
                all.addAll(Jvm.run(ReservationBenchmark.class, arguments(subject, tokens), matrix.plannedSeconds()));
            }
        }
        final Path root = Path.of("");
        return new ReservationResults(
            date,
            "ReservationBenchmark " + String.join(" ", spec.commandLine().getParseResult().originalArgs()),
            Environment.commit(root.toAbsolutePath()),
            (System.nanoTime() - startNs) / 1_000_000_000,
            Runtime.getRuntime().availableProcessors(),
            Environment.cpu(),
            System.getProperty("java.vm.name") + ' ' + System.getProperty("java.runtime.version"),
            rounds,
            ReservationResults.combine(all));
    }

    private List<String> arguments(final String subject, final double tokens)
    {
        return List.of(
            "--subjects", subject,
            "--bodies", joined(bodies),
            "--variables", joined(variables),
            "--contention", joined(contentions),
            "--threads", String.valueOf(threads),
            "--waiting-threads", String.valueOf(waitingThreads),
            "--warmup", String.valueOf(warmupMs),
            "--measure", String.valueOf(measureMs),
            "--tokens", String.valueOf(tokens));
    }

    private static String joined(final List<?> values)
    {
        return values.stream().map(Object::toString).collect(Collectors.joining(","));
    }

    private void check()
    {
        for (final String subject : subjects)
        {
            if (!ReservationSubject.NAMES.contains(subject))
            {
                throw new ParameterException(spec.commandLine(),
                    "--subjects: " + subject + " (expected: some of " + ReservationSubject.NAMES + ')');
            }
        }
        if (null == output)
        {
            if (isReportOnly)
            {
                throw new ParameterException(spec.commandLine(), "--report-only: needs --output FILES");
            }
            return;
        }
        final Path folder = output.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder) || !Files.isWritable(folder))
        {
            throw new ParameterException(spec.commandLine(),
                "--output: " + output + " (expected: files in a folder that can be written to)");
        }
        if (isReportOnly && !Files.isReadable(file(JSON)))
        {
            throw new ParameterException(spec.commandLine(), "--report-only: " + file(JSON) + " is not there");
        }
    }

    private Path file(final String extension)
    {
        return output.resolveSibling(output.getFileName() + extension);
    }

    private PrintWriter out()
    {
        return spec.commandLine().getOut();
    }
}
