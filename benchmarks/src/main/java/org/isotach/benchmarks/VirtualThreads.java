/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures many virtual threads that each run one action: a transfer between two variables. Nothing was compiled
 * before. The clock runs from before the first thread starts until the last one has ended. The memory is that of the
 * whole process: its largest resident set in that time, less its resident set before, when the cluster and the
 * variables were there and garbage was not.
 */
@Command(
    name = "VirtualThreads",
    description = "Measures many virtual threads that each run one action: the time until all have ended, and how " +
        "much the process grows. Needs JDK 21 or later. Exit status: 0 measured, 1 failed, 2 on bad arguments.")
public final class VirtualThreads implements Callable<Integer>
{
    private static final int INITIAL_VALUE = 1000;
    private static final long SETTLE_MS = 500;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CLEAR_REFS = Path.of("/proc/self/clear_refs");
    private static final String RESET_PEAK = "5";
    private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "Show this help.")
    private boolean isHelpRequested;

    @Option(
        names = "--together",
        description = "All threads exist before the first one begins its action. Default: each begins at once, and " +
            "most of them have ended before the last one starts.")
    private boolean isTogether;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result to this file.")
    private Path json;

    @Spec
    private CommandSpec spec;

    private int threads;
    private int variables;

    private VirtualThreads()
    {
    }

    /**
     * What was measured.
     *
     * @param seconds   until all threads had ended.
     * @param mebibytes by which the process grew; null where the system does not tell.
     * @param jdk       version of the JDK.
     */
    public record Measurement(double seconds, Double mebibytes, int jdk)
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
        return Programs.commandLine(new VirtualThreads())
            .setExecutionExceptionHandler((ex, command, parsed) ->
            {
                command.getErr().println(command.getCommandName() + " failed: " + ex.getMessage());
                return ExitCode.SOFTWARE;
            });
    }

    /**
     * Measures in a JVM of its own.
     *
     * @param threads    number of threads.
     * @param isTogether true if all exist before the first one begins its action.
     * @return the result.
     * @throws IOException           when no JVM can be started.
     * @throws InterruptedException  when interrupted.
     * @throws IllegalStateException when the other JVM has failed, or there is no JDK for it.
     */
    public static Measurement fork(final int threads, final boolean isTogether)
        throws IOException, InterruptedException
    {
        final List<String> arguments = new ArrayList<>(List.of("--threads", String.valueOf(threads)));
        if (isTogether)
        {
            arguments.add("--together");
        }
        return Fork.run(
            LaterJdk.VIRTUAL_THREADS.home(), VirtualThreads.class, arguments, Measurement.class);
    }

    @Option(
        names = "--threads",
        paramLabel = "N",
        defaultValue = "10000",
        description = "Number of threads, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private void threads(final int value)
    {
        threads = Programs.checkRange(spec, "--threads", value, 1, 1_000_000);
    }

    @Option(
        names = "--variables",
        paramLabel = "N",
        defaultValue = "1000",
        description = "Number of variables, 2..100000. Default: ${DEFAULT-VALUE}.")
    private void variables(final int value)
    {
        variables = Programs.checkRange(spec, "--variables", value, 2, 100_000);
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ReflectiveOperationException
    {
        if (!LaterJdk.VIRTUAL_THREADS.isHere())
        {
            throw new IllegalStateException(LaterJdk.VIRTUAL_THREADS.requirement());
        }
        final Measurement measurement;
        try (Isotach isotach = Isotach.launch())
        {
            measurement = measure(isotach);
        }
        spec.commandLine().getOut().printf(
            Locale.ROOT,
            "%d virtual threads%s, one action each on 2 of %d variables, JDK %d: %.3f s%s%n",
            threads,
            isTogether ? " together" : "",
            variables,
            measurement.jdk(),
            measurement.seconds(),
            null == measurement.mebibytes() ? "" :
                String.format(Locale.ROOT, ", %.1f MiB more resident", measurement.mebibytes()));
        if (null != json)
        {
            new ObjectMapper().writeValue(json.toFile(), measurement);
        }
        return ExitCode.OK;
    }

    private Measurement measure(final Isotach isotach)
        throws IOException, InterruptedException, ReflectiveOperationException
    {
        final IsoLong[] accounts = isotach.longs("account", variables, INITIAL_VALUE);
        final AtomicInteger transfers = new AtomicInteger();
        final CountDownLatch gate = new CountDownLatch(isTogether ? 1 : 0);
        // Sources are those of an older JDK.
        final Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        final List<Thread> started = new ArrayList<>(threads);
        System.gc();
        // Until the collector has given memory back.
        Thread.sleep(SETTLE_MS);
        final Double before = Files.isWritable(CLEAR_REFS) ? mebibytes("VmRSS") : null;
        if (null != before)
        {
            Files.writeString(CLEAR_REFS, RESET_PEAK);
        }
        final long startNs = System.nanoTime();
        for (int i = 0; i < threads; i++)
        {
            final int from = i % variables;
            final int to = (from + 1 + i / variables % (variables - 1)) % variables;
            final Runnable task = () ->
            {
                transfer(isotach, accounts[from], accounts[to], gate);
                transfers.incrementAndGet();
            };
            started.add((Thread)start.invoke(null, task));
        }
        gate.countDown();
        for (final Thread thread : started)
        {
            thread.join();
        }
        final double seconds = (System.nanoTime() - startNs) / (double)TimeUnit.SECONDS.toNanos(1);
        final Double grown = null == before ? null : Double.valueOf(mebibytes("VmHWM") - before);
        check(isotach, accounts, transfers.get());
        return new Measurement(seconds, grown, Runtime.version().feature());
    }

    private static void transfer(
        final Isotach isotach, final IsoLong from, final IsoLong to, final CountDownLatch gate)
    {
        try
        {
            gate.await();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
        isotach.update(from, to).run((action) ->
        {
            action.set(from, action.get(from) - 1);
            action.set(to, action.get(to) + 1);
            return null;
        });
    }

    private void check(final Isotach isotach, final IsoLong[] accounts, final int transfers)
    {
        final long sum = isotach.snapshot((now) -> Stream.of(accounts).mapToLong(now::get).sum(), accounts);
        if (threads != transfers || (long)INITIAL_VALUE * variables != sum)
        {
            throw new IllegalStateException(
                "transfers: " + transfers + " (expected: " + threads + "), sum: " + sum + " (expected: " +
                    INITIAL_VALUE + " * " + variables + ')');
        }
    }

    private static double mebibytes(final String name) throws IOException
    {
        try (Stream<String> lines = Files.lines(STATUS))
        {
            return lines.filter((line) -> line.startsWith(name + ':'))
                .mapToDouble((line) -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / KIBIBYTES_PER_MEBIBYTE)
                .findFirst().orElseThrow();
        }
    }
}
