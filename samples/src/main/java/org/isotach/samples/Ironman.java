/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Latency and throughput of isotach and non-isotach messages, beside the figures of 2000 (Ironman section 10 and
 * appendix D).
 */
@Command(
    name = "ironman",
    description = {
        "How fast messages are, isotach and not, beside the figures of 2000.",
        "The figures of 2000 are those of two hosts with dual Pentium III 450 on Myrinet, with switch interface unit " +
            "(Ironman, appendix D). What is called a round trip there may be half of one: its programs count the " +
            "steps of both directions. Here a round trip is there and back; the ratios do not depend on that." })
final class Ironman implements Callable<Integer>
{
    private static final int[] PAYLOADS = { 64, 128, 256, 512, 1024 };
    private static final double[] NON_ISOTACH_LATENCY = { 31.19, 34.18, 39.05, 50.91, 76.90 };
    private static final double[] ISOTACH_LATENCY = { 67.79, 70.61, 75.57, 86.40, 106.62 };
    private static final double[] NON_ISOTACH_THROUGHPUT = { 75.93, 124.22, 176.66, 224.60, 251.79 };
    private static final double[] ISOTACH_THROUGHPUT = { 32.05, 62.80, 118.43, 172.67, 219.81 };

    private static final double NS_PER_US = 1000;
    private static final double MEGABITS_PER_BYTE_AND_NS = 8000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--trips", paramLabel = "N", defaultValue = "50000",
        description = "Round trips for each figure, 2..100000000. Default: ${DEFAULT-VALUE}.")
    private int trips;

    @Option(names = "--messages", paramLabel = "M", defaultValue = "250000",
        description = "Messages streamed for each figure, 2..1000000000. Default: ${DEFAULT-VALUE}.")
    private int messages;

    @Mixin
    private InvokerModeOption mode;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--trips", trips, 2, 100_000_000);
        Limits.check(spec, "--messages", messages, 2, 1_000_000_000);

        final ComparisonTable latency = new ComparisonTable("round trip", "us", "2000");
        final ComparisonTable throughput = new ComparisonTable("throughput", "Mb/s", "2000");
        final ComparisonTable ratios = new ComparisonTable("isotach / non-isotach", "ratio", "2000");
        long wrong = warmUp();
        try (Progress progress = Progress.onTerminal("ironman", PAYLOADS.length))
        {
            for (int i = 0; i < PAYLOADS.length; i++)
            {
                final int payload = PAYLOADS[i];
                final MessagePair pair = new MessagePair(payload, mode);
                final double nonIsotachTrip = pair.roundTripNs(false, trips);
                final double isotachTrip = pair.roundTripNs(true, trips);
                final double nonIsotachStream = pair.streamNs(false, messages);
                final double isotachStream = pair.streamNs(true, messages);
                wrong += pair.wrong();

                final String bytes = ", " + payload + " B";
                latency.row("non-isotach" + bytes, NON_ISOTACH_LATENCY[i], nonIsotachTrip / NS_PER_US);
                latency.row("isotach" + bytes, ISOTACH_LATENCY[i], isotachTrip / NS_PER_US);
                throughput.row("non-isotach" + bytes, NON_ISOTACH_THROUGHPUT[i], megabits(payload, nonIsotachStream));
                throughput.row("isotach" + bytes, ISOTACH_THROUGHPUT[i], megabits(payload, isotachStream));
                ratios.row(
                    "round trip" + bytes, ISOTACH_LATENCY[i] / NON_ISOTACH_LATENCY[i], isotachTrip / nonIsotachTrip);
                ratios.row(
                    "throughput" + bytes,
                    ISOTACH_THROUGHPUT[i] / NON_ISOTACH_THROUGHPUT[i],
                    nonIsotachStream / isotachStream);
                progress.step();
            }
        }
        final PrintWriter out = spec.commandLine().getOut();
        latency.print(out);
        throughput.print(out);
        ratios.print(out);
        final long total = 2L * (1 + PAYLOADS.length) * (2L * trips + messages);
        return Verdict.of(
            spec,
            "hosts=2 messages=" + total + " wrong=" + wrong,
            0 == wrong ? null : wrong + " messages were not as they were sent");
    }

    /**
     * The first messages are sent by code that is not compiled yet.
     */
    private long warmUp()
    {
        final MessagePair pair = new MessagePair(PAYLOADS[0], mode);
        pair.roundTripNs(false, trips);
        pair.roundTripNs(true, trips);
        pair.streamNs(false, messages);
        pair.streamNs(true, messages);
        return pair.wrong();
    }

    private static double megabits(final int payload, final double ns)
    {
        return MEGABITS_PER_BYTE_AND_NS * payload / ns;
    }
}
