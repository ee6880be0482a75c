/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.stream.IntStream;

import org.isotach.simulation.cost.CostTable;
import org.isotach.simulation.cost.CostTables;

/**
 * Round trips and streams over the length of packets, by bare rings, active messages and TCP, and what follows from
 * them: the straight line of a packet, the peak rate, and the length with half of that (Martin, HPAM, section 7.1).
 * Each figure is the fastest one of the rounds that count.
 */
final class HpamSizes
{
    private static final int SMALLEST = Long.BYTES;
    private static final int SHORT = 256;
    private static final int RINGS = 0;
    private static final int MESSAGES = 1;
    private static final int TCP = 2;
    private static final int PATHS = 3;
    private static final double NS_PER_US = 1e3;

    private final ModeOption mode;
    private final int[] lengths;
    private final int trips;
    private final int stream;
    private final Violations violations;

    // For each path and each length, one for each round.
    private final double[][][] tripUs;
    private final double[][][] byteUs;

    HpamSizes(
        final ModeOption mode,
        final int longest,
        final int trips,
        final int stream,
        final int rounds,
        final Violations violations)
    {
        this.mode = mode;
        this.trips = trips;
        this.stream = stream;
        this.violations = violations;
        lengths = lengths(longest);
        tripUs = new double[PATHS][lengths.length][rounds];
        byteUs = new double[PATHS][lengths.length][rounds];
    }

    /**
     * Each one is twice as long as the one before it, but the last one.
     */
    static int[] lengths(final int longest)
    {
        final int last = longest & -Long.BYTES;
        return IntStream.concat(
            IntStream.iterate(SMALLEST, length -> length < last, length -> 2 * length), IntStream.of(last)).toArray();
    }

    /**
     * Returns how many round trips, and how many streams, a round measures.
     */
    int measurements()
    {
        return PATHS * lengths.length;
    }

    void measure(final int round) throws IOException
    {
        final int longest = lengths[lengths.length - 1];
        measure(RINGS, RingEnd.pair(longest, violations), round);
        try (TransferPath transfers = new TransferPath(mode, longest, violations))
        {
            measure(MESSAGES, transfers, round);
        }
        final TcpEnd[] tcp = TcpEnd.connect(longest, violations);
        try (TcpEnd here = tcp[0]; TcpEnd there = tcp[1])
        {
            measure(TCP, new PacketPair(here, there), round);
        }
    }

    private void measure(final int path, final PacketPath packets, final int round)
    {
        for (int i = 0; i < lengths.length; i++)
        {
            tripUs[path][i][round] = packets.roundTripUs(lengths[i], trips);
            byteUs[path][i][round] = 1 / packets.streamMegabytes(lengths[i], stream);
        }
    }

    /**
     * @param features measured in the same rounds.
     */
    void print(final PrintWriter out, final HpamFeatures features)
    {
        final double[][] us = least(tripUs);
        // What a byte takes is the inverse of the rate, and as small as possible.
        final double[][] rates = least(byteUs);
        for (final double[] path : rates)
        {
            Arrays.setAll(path, i -> 1 / path[i]);
        }
        out.println("Active messages (AM) and others by size: there and back (us), streamed (MB/s)");
        final TextTable table = new TextTable(
            "bytes", "ring us", "AM us", "TCP us", "1995 raw us", "ring MB/s", "AM MB/s", "TCP MB/s");
        for (int i = 0; i < lengths.length; i++)
        {
            table.row(String.valueOf(lengths[i]),
                ComparisonTable.format(us[RINGS][i]),
                ComparisonTable.format(us[MESSAGES][i]),
                ComparisonTable.format(us[TCP][i]),
                ComparisonTable.format(HpamFigures.rawRoundTripUs(lengths[i])),
                ComparisonTable.format(rates[RINGS][i]),
                ComparisonTable.format(rates[MESSAGES][i]),
                ComparisonTable.format(rates[TCP][i]));
        }
        table.print(out);
        printShape(out, us, rates, features);
    }

    /**
     * The time of the slowest round trip of a short packet that does not go through the kernel.
     */
    double slowestUs()
    {
        return IntStream.range(RINGS, TCP)
            .mapToObj(path -> tripUs[path])
            .flatMap(path -> IntStream.range(0, lengths.length).filter(i -> lengths[i] <= SHORT).mapToObj(i -> path[i]))
            .mapToDouble(Rounds::leastOfLaterHalf)
            .max().orElseThrow();
    }

    private static double[][] least(final double[][][] rounds)
    {
        return Arrays.stream(rounds)
            .map(path -> Arrays.stream(path).mapToDouble(Rounds::leastOfLaterHalf).toArray())
            .toArray(double[][]::new);
    }

    private void printShape(
        final PrintWriter out, final double[][] us, final double[][] rates, final HpamFeatures features)
    {
        final CostTable model = CostTables.hpam();
        final LineFit line = LineFit.of(lengths, Arrays.stream(us[RINGS]).map(trip -> trip / 2).toArray());
        final RateCurve[] curves =
            Arrays.stream(rates).map(path -> new RateCurve(lengths, path)).toArray(RateCurve[]::new);
        final double peak = curves[MESSAGES].peak();
        final double half = curves[MESSAGES].halfPowerLength();
        final double halfOfTcp = curves[TCP].halfPowerLength();
        final double modelPeak = model.value("peak rate (MB/s)", 0).modelled();
        out.println("Shapes");
        final TextTable table = new TextTable("", "here", "1995", "its model");
        row(table, "raw packet one way: fixed (us)", line.fixed(), HpamFigures.RAW_FIXED_US, Double.NaN);
        row(table, "raw packet one way: each byte (ns)", line.slope() * NS_PER_US,
            HpamFigures.RAW_BYTE_US * NS_PER_US, Double.NaN);
        row(table, "AM / raw, four words there and back", features.ofRings(),
            HpamFigures.ROUND_TRIP_US / HpamFigures.RAW_ROUND_TRIP_US,
            model.value("remote read (us)", 0).modelled() / HpamFigures.RAW_ROUND_TRIP_US);
        table.row("TCP / AM, four words there and back", ComparisonTable.format(features.tcpOfMessages()), "about 10",
            "-");
        row(table, "peak rate of AM (MB/s)", peak, HpamFigures.PEAK, modelPeak);
        row(table, "  of the raw rate", peak / curves[RINGS].peak(), HpamFigures.PEAK * HpamFigures.RAW_BYTE_US,
            modelPeak * HpamFigures.RAW_BYTE_US);
        row(table, "half of the peak rate: ring (bytes)", curves[RINGS].halfPowerLength(), Double.NaN, Double.NaN);
        row(table, "half of the peak rate: AM (bytes)", half, HpamFigures.HALF,
            model.value("half of the peak rate at (bytes)", 0).modelled());
        row(table, "half of the peak rate: TCP (bytes)", halfOfTcp, HpamFigures.HALF_TCP, Double.NaN);
        row(table, "  TCP / AM", halfOfTcp / half, HpamFigures.HALF_TCP / HpamFigures.HALF, Double.NaN);
        row(table, "  single-copy TCP / AM", Double.NaN, HpamFigures.HALF_SINGLE_COPY_TCP / HpamFigures.HALF,
            Double.NaN);
        table.print(out);
    }

    private static void row(
        final TextTable table, final String label, final double here, final double then, final double model)
    {
        table.row(label, ComparisonTable.formatOrNone(here), ComparisonTable.formatOrNone(then),
            ComparisonTable.formatOrNone(model));
    }
}
