/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.members;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.agrona.IoUtil;
import org.isotach.benchmarks.Programs;
import org.isotach.benchmarks.Quartiles;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Compares a cluster in several JVMs with bare Aeron, in the same JVMs, over the same media driver, in turns. Each JVM
 * has one thread, which polls; the driver has one more. With more of them than processors, the results say little.
 */
@Command(
    name = "MembersBenchmark",
    description = {
        "Starts JVMs, and compares isochrons between them with messages of bare Aeron, over shared memory and UDP.",
        ""
    })
public final class MembersBenchmark implements Callable<Integer>
{
    private static final String IPC = "ipc";
    private static final int WARM_UP_ROUNDS = 2;
    private static final String UDP = "udp";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String OUTPUT = "output-";

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "Show this help.")
    private boolean isHelpRequested;

    @Option(names = "--trips", paramLabel = "N", defaultValue = "20000",
        description = "Round trips of each round, and a tenth of the messages of a stream. Default: ${DEFAULT-VALUE}.")
    private int trips;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "7",
        description = "Rounds, besides two to warm up. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--over", paramLabel = "WHAT", split = ",", defaultValue = "ipc,udp",
        description = "What to measure: ipc, udp. Default: ${DEFAULT-VALUE}.")
    private List<String> carriers;

    @Option(names = "--members", paramLabel = "N", split = ",", defaultValue = "2,3",
        description = "Numbers of members, 2..16. Default: ${DEFAULT-VALUE}.")
    private List<Integer> members;

    @Spec
    private CommandSpec spec;

    private MembersBenchmark()
    {
    }

    /**
     * Runs the program.
     *
     * @param args the command line.
     */
    public static void main(final String[] args)
    {
        System.exit(Programs.commandLine(newProgram()).execute(args));
    }

    static Callable<Integer> newProgram()
    {
        return new MembersBenchmark();
    }

    @Override
    public Integer call() throws Exception
    {
        Programs.checkRange(spec, "--trips", trips, 1, 1_000_000);
        Programs.checkRange(spec, "--rounds", rounds, 1, 1000);
        for (final String carrier : carriers)
        {
            if (!IPC.equals(carrier) && !UDP.equals(carrier))
            {
                throw new ParameterException(
                    spec.commandLine(), "--over: " + carrier + " (expected: some of ipc, udp)");
            }
        }
        members.forEach(count -> Programs.checkRange(spec, "--members", count, 2, 16));
        final PrintWriter out = spec.commandLine().getOut();
        out.println("processors: " + Runtime.getRuntime().availableProcessors() + "; medians of " + rounds +
            " rounds; ratios of medians, in brackets the quartiles of the ratios of the rounds");
        for (final String carrier : carriers)
        {
            for (final int count : members)
            {
                print(out, carrier, count, measure(carrier, count));
            }
        }
        return 0;
    }

    private Map<String, double[]> measure(final String carrier, final int count) throws Exception
    {
        final List<String> endpoints = new ArrayList<>();
        for (int member = 0; member < count; member++)
        {
            endpoints.add(IPC.equals(carrier) ? IPC : freeEndpoint());
        }
        // Media drivers of members that are killed leave their directories behind: these go with this one.
        final Path directory = Files.createTempDirectory(
            Path.of(Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY.toString() : System.getProperty("java.io.tmpdir")),
            "isotach-members-");
        final List<Process> processes = new ArrayList<>();
        try
        {
            for (int member = 0; member < count; member++)
            {
                processes.add(start(
                    directory.resolve(OUTPUT + member),
                    "" + member,
                    String.join(",", endpoints),
                    directory.resolve("aeron").toString(),
                    "" + trips,
                    "" + (rounds + WARM_UP_ROUNDS)));
            }
            awaitAll(processes, directory);
            return read(directory, count);
        }
        finally
        {
            for (final Process process : processes)
            {
                process.destroyForcibly().waitFor();
            }
            IoUtil.delete(directory.toFile(), true);
        }
    }

    private static String freeEndpoint() throws IOException
    {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0)))
        {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    private static Process start(final Path output, final String... arguments) throws IOException
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "--add-exports",
            "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            MeasuringMember.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    /**
     * Waits for all members, or for the first one that fails: the others would wait for it.
     *
     * @throws ExecutionException when one has failed, with what it has printed.
     */
    private static void awaitAll(final List<Process> processes, final Path directory)
        throws InterruptedException, ExecutionException
    {
        final CompletableFuture<Void> first = new CompletableFuture<>();
        final CompletableFuture<?>[] ends = new CompletableFuture<?>[processes.size()];
        for (int member = 0; member < ends.length; member++)
        {
            final Path output = directory.resolve(OUTPUT + member);
            ends[member] = processes.get(member).onExit().thenAccept(process -> checkExit(process, output));
            ends[member].exceptionally(failure ->
            {
                first.completeExceptionally(failure);
                return null;
            });
        }
        CompletableFuture.allOf(ends).thenAccept(first::complete);
        first.get();
    }

    private static void checkExit(final Process process, final Path output)
    {
        if (0 == process.exitValue())
        {
            return;
        }
        try
        {
            throw new IllegalStateException("a member has failed: " + Files.readString(output));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static Map<String, double[]> read(final Path directory, final int count) throws IOException
    {
        final Map<String, List<Double>> found = new HashMap<>();
        for (int member = 0; member < count; member++)
        {
            for (final String line : Files.readAllLines(directory.resolve(OUTPUT + member)))
            {
                final String[] words = line.split(" ");
                if ("RESULT".equals(words[0]))
                {
                    found.computeIfAbsent(words[1], what -> new ArrayList<>()).add(Double.parseDouble(words[2]));
                }
            }
        }
        final Map<String, double[]> results = new HashMap<>();
        found.forEach((what, values) -> results.put(
            what, values.stream().skip(WARM_UP_ROUNDS).mapToDouble(Double::doubleValue).toArray()));
        return results;
    }

    private static void print(
        final PrintWriter out, final String carrier, final int count, final Map<String, double[]> results)
    {
        out.println();
        out.println(carrier + ", " + count + " members");
        final boolean isIpc = IPC.equals(carrier);
        final String known = 2 == count ? isIpc ? "<= 1.6x" : "<= 1.1x" : isIpc ? "none" : "<= 1.3x";
        final String messages = 2 == count ? isIpc ? "<= 2.2x" : "<= 1.2x" : "none";
        row(out, "isochron on all, executed at its issuer / bare round trip, us", results.get("known-" + count),
            results.get("bare-trip"), 1e-3, known);
        row(out, "message there and back / bare round trip, us", results.get("messages-" + count),
            results.get("bare-trip"), 1e-3, messages);
        row(out, "stream of isochrons of 64 B on all / bare messages, per us", results.get("stream-64-" + count),
            results.get("bare-stream-64"), 1, isIpc && 2 == count ? ">= 0.35x" : "none");
        row(out, "stream of isochrons of 1024 B on all / bare messages, per us", results.get("stream-1024-" + count),
            results.get("bare-stream-1024"), 1, isIpc && 2 == count ? ">= 0.6x" : "none");
        for (final int length : MeasuringMember.LENGTHS)
        {
            double tokens = 0;
            for (int member = 0; member < count; member++)
            {
                tokens += Quartiles.of(results.get(MeasuringMember.tokens(length, count, member))).median();
            }
            out.println(String.format(Locale.ROOT,
                "  tokens of their own, per isochron of %4d B of a stream, all members  %22.4f  target <= 0.02",
                length, tokens));
        }
        out.flush();
    }

    private static void row(
        final PrintWriter out,
        final String what,
        final double[] above,
        final double[] below,
        final double factor,
        final String target)
    {
        final Quartiles ratios = Quartiles.ofRatios(above, below);
        final double first = Quartiles.of(above).median();
        final double second = Quartiles.of(below).median();
        out.println(String.format(Locale.ROOT, "  %-62s %8.3f / %8.3f = %.2fx [%.2f..%.2f]  target %s",
            what, first * factor, second * factor, first / second, ratios.lower(), ratios.upper(), target));
    }
}
