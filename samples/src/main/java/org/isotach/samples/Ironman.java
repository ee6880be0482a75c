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
 * Round trips and throughput in the six configurations of Ironman, with all its payloads, compared to its figures
 * (Ironman section 10, appendixes D and I; programs latency, thru, isolatency and isothru).
 */
@Command(
    name = "ironman",
    description = {
        "Measures isotach and non-isotach messages, with and without order, against the figures of 2000.",
        "The figures of 2000 are those of two hosts with dual Pentium III 450 on Myrinet (Ironman, appendix D). What " +
            "they call a round trip may be half of one, as the programs of 2000 count the steps of both directions. " +
            "Here a round trip is there and back; the ratios do not depend on that. The ring buffer of the LMAX " +
            "Disruptor takes the place of FastMessages 1.1. A non-isotach message passes no switch interface unit " +
            "(SIU) here; with SIU, the threads that wait work for it. The tables show medians over the second half " +
            "of the tests and iterations; the first half is not counted." })
final class Ironman implements Callable<Integer>
{
    private static final MessageConfiguration[] CONFIGURATIONS = MessageConfiguration.values();
    private static final int SENDER = 0;
    private static final int RECEIVER = 1;

    @Spec
    private CommandSpec spec;

    @Option(names = "--tests", paramLabel = "T", defaultValue = "50",
        description = "Tests of each round trip figure, 2..10000. Default: ${DEFAULT-VALUE}, as in 2000.")
    private int tests;

    @Option(names = "--trips", paramLabel = "N", defaultValue = "500",
        description = "Round trips of each test, 1..1000000. Default: ${DEFAULT-VALUE}, as in 2000.")
    private int trips;

    @Option(names = "--iterations", paramLabel = "I", defaultValue = "10",
        description = "Iterations of each throughput figure, 2..10000. Default: ${DEFAULT-VALUE}; 5 in 2000.")
    private int iterations;

    @Option(names = "--bytes", paramLabel = "B", defaultValue = "4000000",
        description = "Bytes sent in each iteration, 2048..1000000000. Default: ${DEFAULT-VALUE}, as in 2000.")
    private int bytes;

    @Mixin
    private InvokerModeOption mode;

    private final double[][] tripUs = new double[CONFIGURATIONS.length][MessageConfiguration.payloadCount()];
    private final double[][][] megabits = new double[CONFIGURATIONS.length][MessageConfiguration.payloadCount()][];
    private long messages;
    private long wrong;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--tests", tests, 2, 10_000);
        Limits.check(spec, "--trips", trips, 1, 1_000_000);
        Limits.check(spec, "--iterations", iterations, 2, 10_000);
        Limits.check(spec, "--bytes", bytes, 2048, 1_000_000_000);

        final int payloads = MessageConfiguration.payloadCount();
        try (Progress progress = Progress.onTerminal("ironman", (1L + payloads) * CONFIGURATIONS.length))
        {
            // Code that is not compiled yet sends the first messages: their figures are overwritten.
            measure(0, progress);
            for (int payload = 0; payload < payloads; payload++)
            {
                measure(payload, progress);
            }
        }
        print(spec.commandLine().getOut());
        return Verdict.of(
            spec,
            "hosts=2 messages=" + messages + " wrong=" + wrong,
            0 == wrong ? null : wrong + " messages differ from those that were sent");
    }

    private void measure(final int payload, final Progress progress)
    {
        final int length = MessageConfiguration.payload(payload);
        final int count = (bytes + length - 1) / length;
        for (final MessageConfiguration configuration : CONFIGURATIONS)
        {
            final MessagePair pair = new MessagePair(length, configuration, mode);
            tripUs[configuration.ordinal()][payload] = pair.roundTripUs(tests, trips);
            megabits[configuration.ordinal()][payload] = pair.throughputMegabits(iterations, count);
            wrong += pair.wrong();
            messages += 2L * tests * trips + (long)iterations * count;
            progress.step();
        }
    }

    private void print(final PrintWriter out)
    {
        final ComparisonTable trip =
            new ComparisonTable("round trip", "us", "2000", ComparisonTable.Better.LOWER);
        final ComparisonTable sender =
            new ComparisonTable("throughput, sender", "Mb/s", "2000", ComparisonTable.Better.HIGHER);
        final ComparisonTable receiver =
            new ComparisonTable("throughput, receiver", "Mb/s", "2000", ComparisonTable.Better.HIGHER);
        for (int payload = 0; payload < MessageConfiguration.payloadCount(); payload++)
        {
            for (final MessageConfiguration configuration : CONFIGURATIONS)
            {
                final String label = configuration.label() + suffix(payload);
                final double[] here = megabits[configuration.ordinal()][payload];
                trip.row(label, configuration.tripUs(payload), tripUs[configuration.ordinal()][payload]);
                sender.row(label, configuration.senderMegabits(payload), here[SENDER]);
                receiver.row(label, configuration.receiverMegabits(payload), here[RECEIVER]);
            }
        }
        trip.print(out);
        sender.print(out);
        receiver.print(out);
        final ComparisonTable ratios = new ComparisonTable("shape", "ratio", "2000", ComparisonTable.Better.NEITHER);
        addRatios(
            ratios, "isotach / non-isotach", MessageConfiguration.ISOTACH, MessageConfiguration.NON_ISOTACH_SIU);
        addRatios(ratios, "ordered / no order", MessageConfiguration.ISOTACH, MessageConfiguration.UNORDERED);
        addRatios(ratios, "with / without SIU", MessageConfiguration.UNORDERED, MessageConfiguration.UNSTAMPED);
        addRatios(
            ratios,
            "non-isotach / ordinary",
            MessageConfiguration.NON_ISOTACH,
            MessageConfiguration.ORDINARY);
        ratios.print(out);
    }

    private void addRatios(
        final ComparisonTable table, final String label, final MessageConfiguration a, final MessageConfiguration b)
    {
        for (int payload = 0; payload < MessageConfiguration.payloadCount(); payload++)
        {
            table.row(
                "round trip, " + label + suffix(payload),
                a.tripUs(payload) / b.tripUs(payload),
                tripUs[a.ordinal()][payload] / tripUs[b.ordinal()][payload]);
        }
        for (int payload = 0; payload < MessageConfiguration.payloadCount(); payload++)
        {
            table.row(
                "throughput, " + label + suffix(payload),
                a.receiverMegabits(payload) / b.receiverMegabits(payload),
                megabits[a.ordinal()][payload][RECEIVER] / megabits[b.ordinal()][payload][RECEIVER]);
        }
    }

    private static String suffix(final int payload)
    {
        return ", " + MessageConfiguration.payload(payload) + " B";
    }
}
