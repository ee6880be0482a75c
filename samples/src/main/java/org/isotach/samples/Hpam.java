/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures active messages (Martin, HPAM, section 7): round trips and streams over the length of packets, and keys and
 * windows switched on one by one for the work that each of them is; bare rings, and TCP between two threads, beside
 * them.
 */
@Command(
    name = "hpam",
    description = {
        "Measures active messages (AM), bare rings and TCP on this machine, beside the figures of the paper on HPAM " +
            "(1995). All words of all packets are checked.",
        "",
        "Two rings of the link layer stand for the raw network of the paper; TCP goes over loopback, and its " +
            "threads spin. A packet that goes there and back is echoed. In a stream 8 packets of AM are under way, " +
            "16 KB of a ring, or what the sockets hold, whose buffers have 56 KB; the receiver measures the time " +
            "from the first packet to the last. These are the methods of the paper, but that it repeats a " +
            "measurement until its 95 % confidence interval is narrow: the tables show the fastest of the rounds " +
            "that count, because other programs only slow it down. The work of a message is the time of one thread " +
            "that does what both ends do. The peak is the largest rate that is measured; half of it is found on " +
            "straight lines between the sizes.",
        "",
        "You can compare ratios: what keys and windows add to a message, and how AM stands between the raw network " +
            "and TCP. You cannot compare times and rates: two workstations of 99 MHz had a network of 12.5 MB/s, " +
            "which took two thirds of a round trip. Here processors copy bytes from cache to cache, nothing is " +
            "lost, and TCP has no network either. Words have 8 bytes here, 4 there. AM copies more than 256 bytes " +
            "straight to their place, except for those of a reply.",
        "",
        "Meaningful figures need two cores that have nothing else to do." })
final class Hpam implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--trips", paramLabel = "T", defaultValue = "100",
        description = "Round trips of each kind and size in a round, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int trips;

    @Option(names = "--stream", paramLabel = "N", defaultValue = "5000",
        description = "Packets of each stream in a round, 2..1000000. Default: ${DEFAULT-VALUE}, as in the paper.")
    private int stream;

    @Option(names = "--size", paramLabel = "B", defaultValue = "4096",
        description = "Longest packet in bytes, 16..16384. Default: ${DEFAULT-VALUE}, as in the paper.")
    private int size;

    @Option(names = "--rounds", paramLabel = "R", defaultValue = "20",
        description = "Rounds, 2..1000. The first half, for the compilers, is not counted. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Mixin
    private ModeOption mode;

    private final Violations violations = new Violations();

    @Override
    public Integer call() throws IOException
    {
        Limits.check(spec, "--trips", trips, 1, 1_000_000);
        Limits.check(spec, "--stream", stream, 2, 1_000_000);
        Limits.check(spec, "--size", size, 16, 16_384);
        Limits.check(spec, "--rounds", rounds, 2, 1000);

        final HpamFeatures features = new HpamFeatures(mode, trips, rounds, violations);
        final HpamSizes sizes = new HpamSizes(mode, size, trips, stream, rounds, violations);
        try (Progress progress = Progress.onTerminal("hpam", 2L * rounds))
        {
            for (int round = 0; round < rounds; round++)
            {
                features.measure(round);
                progress.step();
                sizes.measure(round);
                progress.step();
            }
        }
        final PrintWriter out = spec.commandLine().getOut();
        features.print(out);
        sizes.print(out, features);
        out.println("The fastest of " + Rounds.describe(rounds) + ". 1995: two workstations of 99 MHz on FDDI.");
        out.println("Here two threads have memory in place of a network: compare ratios, not times.");
        RingEnd.printWarning(out, Math.max(features.slowestUs(), sizes.slowestUs()));
        return report(sizes.measurements());
    }

    private int report(final long measurements)
    {
        return Verdict.of(
            spec,
            "trips=" + trips * (rounds * (HpamFeatures.TRIPS + HpamFeatures.WORKS * HpamFeatures.WORK_TRIPS +
                measurements)) +
                " stream=" + rounds * (trips * (long)HpamFeatures.STREAMS + stream * measurements) +
                " wrong=" + violations.count(),
            violations.first());
    }
}
