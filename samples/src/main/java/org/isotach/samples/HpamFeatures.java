/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.IntStream;

import org.isotach.simulation.cost.CostTable;
import org.isotach.simulation.cost.CostTables;

/**
 * Four words there and back, by bare rings, by active messages with keys and windows switched on one by one, and by
 * TCP; and what one thread takes for the work of both ends (Martin, HPAM, section 7.2).
 */
final class HpamFeatures
{
    /**
     * Round trips, streams and work that a round measures.
     */
    static final int TRIPS = 5;
    static final int STREAMS = 3;
    static final int WORKS = 4;

    /**
     * Work is measured with so many times the trips: it takes little time.
     */
    static final int WORK_TRIPS = 10;

    private static final int LENGTH = 4 * Long.BYTES;
    private static final String NONE = "-";

    // Whatever is measured, in this order.
    private static final int RING = 0;
    private static final int BARE = 1;
    private static final int KEYS = 2;
    private static final int WINDOWS = 3;
    private static final int TCP = 4;

    private final ModeOption mode;
    private final int trips;
    private final Violations violations;
    private final double[][] tripUs;
    private final double[][] streamUs;
    private final double[][] workNs;

    HpamFeatures(final ModeOption mode, final int trips, final int rounds, final Violations violations)
    {
        this.mode = mode;
        this.trips = trips;
        this.violations = violations;
        tripUs = new double[TRIPS][rounds];
        streamUs = new double[TRIPS][rounds];
        workNs = new double[TRIPS][rounds];
    }

    void measure(final int round) throws IOException
    {
        final PacketPair rings = RingEnd.pair(LENGTH, violations);
        tripUs[RING][round] = rings.roundTripUs(LENGTH, trips);
        workNs[RING][round] = rings.workNs(LENGTH, WORK_TRIPS * trips);
        for (int features = BARE; features <= WINDOWS; features++)
        {
            try (FourWords messages = new FourWords(mode, features >= KEYS, features >= WINDOWS, violations))
            {
                tripUs[features][round] = messages.roundTripUs(trips);
                streamUs[features][round] = messages.streamUs(trips);
                workNs[features][round] = messages.workNs(WORK_TRIPS * trips);
            }
        }
        final TcpEnd[] tcp = TcpEnd.connect(LENGTH, violations);
        try (TcpEnd here = tcp[0]; TcpEnd there = tcp[1])
        {
            tripUs[TCP][round] = new PacketPair(here, there).roundTripUs(LENGTH, trips);
        }
    }

    /**
     * The time of the slowest round trip that does not go through the kernel.
     */
    double slowestUs()
    {
        return IntStream.range(RING, TCP).mapToDouble(this::trip).max().orElseThrow();
    }

    /**
     * The time of a round trip with keys and windows, in multiples of one by bare rings.
     */
    double ofRings()
    {
        return trip(WINDOWS) / trip(RING);
    }

    /**
     * The time of a round trip by TCP, in multiples of one by active messages with keys and windows.
     */
    double tcpOfMessages()
    {
        return trip(TCP) / trip(WINDOWS);
    }

    void print(final PrintWriter out)
    {
        out.println("Four words there and back, and each of a stream of them (us)");
        final CostTable model = CostTables.hpam();
        final TextTable table = new TextTable(
            "", "there and back", "x ring", "in a stream", "1995", "x raw", "its model");
        row(table, "bare rings", RING, NONE,
            ComparisonTable.format(HpamFigures.RAW_ROUND_TRIP_US), 1, HpamFigures.RAW_ROUND_TRIP_US);
        row(table, "active messages", BARE, stream(BARE), NONE, Double.NaN,
            model.value("remote read without windows and keys (us)", 0).modelled());
        row(table, "  and keys", KEYS, stream(KEYS), NONE, Double.NaN,
            model.value("remote read without windows (us)", 0).modelled());
        row(table, "  and windows", WINDOWS, stream(WINDOWS), ComparisonTable.format(HpamFigures.ROUND_TRIP_US),
            HpamFigures.ROUND_TRIP_US / HpamFigures.RAW_ROUND_TRIP_US,
            model.value("remote read (us)", 0).modelled());
        row(table, "TCP", TCP, NONE, NONE, Double.NaN, Double.NaN);
        table.print(out);
        printWork(out);
    }

    private void row(
        final TextTable table,
        final String label,
        final int features,
        final String stream,
        final String then,
        final double thenRatio,
        final double modelUs)
    {
        table.row(label, ComparisonTable.format(trip(features)), ratio(trip(features) / trip(RING)), stream, then,
            ratio(thenRatio), ratio(modelUs / HpamFigures.RAW_ROUND_TRIP_US));
    }

    private double trip(final int features)
    {
        return Rounds.leastOfLaterHalf(tripUs[features]);
    }

    private String stream(final int features)
    {
        return ComparisonTable.format(Rounds.leastOfLaterHalf(streamUs[features]));
    }

    private static String ratio(final double value)
    {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : NONE;
    }

    private void printWork(final PrintWriter out)
    {
        final double all = work(WINDOWS);
        out.println("Work to send and to handle such a message, by one thread for both ends");
        final TextTable table = new TextTable("", "ns", "of all", "1995 (cycles)", "of all");
        workRow(table, "basic", work(BARE), all, HpamFigures.BASIC);
        workRow(table, "keys", work(KEYS) - work(BARE), all, HpamFigures.KEYS);
        workRow(table, "windows: flow control, reliability", all - work(KEYS), all, HpamFigures.WINDOWS);
        workRow(table, "what only FDDI needs", Double.NaN, all, HpamFigures.FDDI);
        workRow(table, "all", all, all, HpamFigures.ALL);
        workRow(table, "bare rings, for comparison", work(RING), all, Double.NaN);
        table.print(out);
    }

    private double work(final int features)
    {
        return Rounds.leastOfLaterHalf(workNs[features]);
    }

    private static void workRow(
        final TextTable table, final String label, final double ns, final double all, final double cycles)
    {
        table.row(label, decimals(ns, 1), percent(ns / all), decimals(cycles, 0), percent(cycles / HpamFigures.ALL));
    }

    private static String decimals(final double value, final int decimals)
    {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + decimals + 'f', value) : NONE;
    }

    private static String percent(final double part)
    {
        return Double.isFinite(part) ? String.format(Locale.ROOT, "%.0f %%", 100 * part) : NONE;
    }
}
