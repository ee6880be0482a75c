/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.ObjectMapper;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * Compares subjects that take turns of some milliseconds on the same two threads: the ratios do not depend on the
 * distance of the processors while one of them was measured. See {@link TurnRun}.
 */
@Command(
    name = "Turns",
    description = {
        "Compares subjects that take turns of some milliseconds on the same two threads, each in a class loader of " +
            "its own. Prints the time of an operation, and its ratio to that of the first subject in the same " +
            "round of turns: median, and quartiles in parentheses. Rounds in which other programs took a processor " +
            "away are repeated, up to half of all. Exit status: 0 measured, 1 failed, 2 on bad arguments.",
        "",
        "Example: Turns round-trip --payload 64 nonisotach isotach pinned",
        ""
    })
public final class Turns implements Callable<Integer>
{
    private static final String AERON = "aeron";

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "Show this help.")
    private boolean isHelpRequested;

    @Parameters(
        index = "0",
        paramLabel = "KIND",
        description = "round-trip: a message there and back; round-trip-alone: both by one thread; stream: messages " +
            "in one direction; request: four words there and back; packet-stream: packets of queue pairs in one " +
            "direction; packet-alone: there and back by one thread; remote-read: a read of a variable at another " +
            "host; barrier: barriers of 16 hosts, half of them for each thread.")
    private TurnKind kind;

    @Parameters(
        index = "1..*",
        arity = "2..*",
        paramLabel = "SUBJECT",
        description = "Two or more; the others are compared with the first one. For round-trip and " +
            "round-trip-alone: isotach, nonisotach, pinned, disruptor, jctools, agrona, isotach-without-counters, " +
            "isotach-without-jfr, isotach-idle-endpoints. For stream: isotach, nonisotach, pinned, disruptor, " +
            "jctools, agrona. For request: ring, active-messages-keys, active-messages, active-messages-checksums, " +
            "queue-pair. For packet-stream: jctools, disruptor, queue-pair. For packet-alone: queue-pair, " +
            "queue-pair-devices. For remote-read: isotach, disruptors, words. For barrier: phaser, isotach, " +
            "nonisotach. Hosts are in mode INVOKER. A subject may come twice: the ratio of the two shows how exact " +
            "all ratios are. SUBJECT@FILE is the subject of another version, FILE its benchmarks.jar.")
    private List<String> subjects;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the times of all turns to this file.")
    private Path json;

    @Spec
    private CommandSpec spec;

    private Integer payload;
    private int jvms;
    private int turnMs;
    private int warmupRounds;
    private int rounds;

    private Turns()
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
        return Programs.commandLine(new Turns())
            .registerConverter(TurnKind.class, Turns::kind)
            .setExecutionExceptionHandler((ex, command, parsed) ->
            {
                command.getErr().println(command.getCommandName() + " failed: " + ex.getMessage());
                return ExitCode.SOFTWARE;
            });
    }

    private static TurnKind kind(final String name)
    {
        try
        {
            return TurnKind.of(name);
        }
        catch (final IllegalArgumentException ex)
        {
            throw new TypeConversionException(ex.getMessage());
        }
    }

    @Option(
        names = "--payload",
        paramLabel = "BYTES",
        description = "Length of a message, a multiple of 8, 8..16384. Default: 64.")
    private void payload(final int value)
    {
        payload = Programs.checkRange(spec, "--payload", value, Long.BYTES, 16_384);
        if (0 != payload % Long.BYTES)
        {
            throw new ParameterException(
                spec.commandLine(), "--payload: " + payload + " (expected: a multiple of " + Long.BYTES + ')');
        }
    }

    @Option(
        names = "--jvms",
        paramLabel = "N",
        defaultValue = "3",
        description = "JVMs that measure, one after the other, 1..1000. The code that the compiler makes of a " +
            "subject and the place of its memory are the same for a whole JVM; they differ more between JVMs than " +
            "turns do within one. Default: ${DEFAULT-VALUE}.")
    private void jvms(final int value)
    {
        jvms = Programs.checkRange(spec, "--jvms", value, 1, 1000);
    }

    @Option(
        names = "--turn",
        paramLabel = "MS",
        defaultValue = "5",
        description = "Measured milliseconds of a turn, 1..1000. Default: ${DEFAULT-VALUE}.")
    private void turn(final int value)
    {
        turnMs = Programs.checkRange(spec, "--turn", value, 1, 1000);
    }

    @Option(
        names = "--warmup",
        paramLabel = "N",
        defaultValue = "300",
        description = "Rounds of each JVM that do not count, 0..1000000. Default: ${DEFAULT-VALUE}.")
    private void warmup(final int value)
    {
        warmupRounds = Programs.checkRange(spec, "--warmup", value, 0, 1_000_000);
    }

    @Option(
        names = "--rounds",
        paramLabel = "N",
        defaultValue = "100",
        description = "Rounds of each JVM that count, in each of which each subject has one turn, 1..1000000. " +
            "Default: ${DEFAULT-VALUE}.")
    private void rounds(final int value)
    {
        rounds = Programs.checkRange(spec, "--rounds", value, 1, 1_000_000);
    }

    @Override
    public Integer call() throws IOException, InterruptedException
    {
        checkPayload();
        subjects.forEach(this::checkSubject);
        checkJson();
        final TurnRun run = new TurnRun(kind, kind.hasPayload() ? payload : 0, subjects, turnMs, warmupRounds, rounds);
        final TurnTimes times = 1 == jvms ? run.measure() : fork(run);
        print(times, spec.commandLine().getOut());
        if (null != json)
        {
            new ObjectMapper().writeValue(json.toFile(), times);
        }
        return ExitCode.OK;
    }

    private TurnTimes fork(final TurnRun run) throws IOException, InterruptedException
    {
        final List<TurnTimes> parts = new ArrayList<>();
        for (int i = 0; i < jvms; i++)
        {
            parts.add(run.fork());
        }
        return TurnTimes.of(parts);
    }

    private void checkPayload()
    {
        if (null == payload)
        {
            payload = 64;
        }
        else if (!kind.hasPayload())
        {
            throw new ParameterException(
                spec.commandLine(), "--payload: " + kind + " has none (expected: a kind with messages, or no payload)");
        }
    }

    private void checkSubject(final String subject)
    {
        final int at = subject.indexOf(TurnRun.FILE_SEPARATOR);
        final String name = at < 0 ? subject : subject.substring(0, at);
        final String expected = " (expected: some of " + kind.subjects() + ')';
        if (AERON.equals(name))
        {
            throw new ParameterException(
                spec.commandLine(),
                "SUBJECT: aeron has a thread of its own, which would run in the turns of other subjects" + expected);
        }
        if (!kind.subjects().contains(name))
        {
            throw new ParameterException(spec.commandLine(), "SUBJECT: " + name + expected);
        }
        if (at >= 0 && !Files.isReadable(Path.of(subject.substring(at + 1))))
        {
            throw new ParameterException(
                spec.commandLine(), "SUBJECT: " + subject + " (expected: a file that can be read behind the @)");
        }
    }

    private void checkJson()
    {
        if (null != json && (Files.isDirectory(json) || !Files.isWritable(json.toAbsolutePath().getParent())))
        {
            throw new ParameterException(
                spec.commandLine(), "--json: " + json + " (expected: a file in a folder that can be written to)");
        }
    }

    private void print(final TurnTimes times, final PrintWriter out)
    {
        out.println(kind + (kind.hasPayload() ? ", " + payload + " bytes" : "") + ", turns of " + turnMs + " ms, " +
            times.ns().get(0).size() + " rounds" + (0 == times.disturbed() ? "" : " (" + times.disturbed() +
            " of them without a processor for each thread)") + ": median (quartiles)");
        final int width = times.subjects().stream().mapToInt(String::length).max().orElseThrow();
        for (int i = 0; i < times.subjects().size(); i++)
        {
            out.printf(
                Locale.ROOT,
                "%-" + width + "s  %s ns  %s x %s%n",
                times.subjects().get(i),
                text("%.1f", times.time(i)),
                text("%.3f", times.ratio(i)),
                times.subjects().get(0));
        }
    }

    private static String text(final String format, final Quartiles quartiles)
    {
        return String.format(
            Locale.ROOT,
            format + " (" + format + ".." + format + ')',
            quartiles.median(),
            quartiles.lower(),
            quartiles.upper());
    }
}
