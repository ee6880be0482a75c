/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.List;
import java.util.Locale;

/**
 * Table 6.1 of the paper on FUNet (Hoe, FUNet), in cycles of 40 MHz, without the CM-5, which it does not describe.
 * Times of block transfers are those of four words.
 */
final class FuniTables
{
    private static final int BLOCKS_OF_MFER = 4;

    private final FuniCosts costs;
    private final FuniBenchmarks benchmarks;

    FuniTables(final FuniCosts costs)
    {
        this.costs = costs;
        benchmarks = new FuniBenchmarks(costs);
    }

    /**
     * Sending and receiving.
     */
    CostTable primitives()
    {
        final CostTable table = new CostTable(
            "FUNet: primitives of CMAM, cycles of 40 MHz; transfers: for each 4 words (Hoe, FUNet, table 6.1)",
            List.of("send, throughput", "send, overhead", "receive, throughput", "receive, overhead"), FuniCosts.FREE,
            String.format(Locale.ROOT, "fitted: a step of the library %.1f cycles, a move of a word or two %.1f, a" +
                " function of the user %.1f", costs.step(), costs.move(), costs.function()));
        row(table, Primitive.CMAM_4, 219.4, 113.2, 348.2, 221.3);
        row(table, Primitive.CMAM_REPLY_4, 215.8, 98.2, 336.1, 201.3);
        row(table, Primitive.CMAM_N_1, 218.0, 134.2, 377.8, 251.3);
        row(table, Primitive.CMAM_N_20, 645.2, 244.2, 969.7, 587.3);
        row(table, Primitive.CMAM_REPLY_N_1, 215.0, 119.2, 363.8, 231.3);
        row(table, Primitive.CMAM_REPLY_N_20, 646.8, 229.2, 955.6, 567.3);
        row(table, Primitive.CMAM_XFER_4, 218.5, 126.6, 365.0, 235.6);
        row(table, Primitive.CMAM_REPLY_XFER_4, 215.8, 111.7, 345.2, 215.6);
        row(table, Primitive.CMAM_MFER_N, 63.6, 24.9, 85.5, 44.3);
        row(table, Primitive.CMAM_REPLY_MFER_N, 64.4, 22.5, 90.9, 40.3);
        return table;
    }

    private void row(
        final CostTable table,
        final Primitive primitive,
        final double sendThroughput,
        final double sendOverhead,
        final double receiveThroughput,
        final double receiveOverhead)
    {
        final FuniBenchmarks.Times send = benchmarks.send(primitive);
        final FuniBenchmarks.Times receive = benchmarks.receive(primitive);
        final double blocks = primitive.payload() > 0 ? BLOCKS_OF_MFER : 1;
        final CostKind overheads = isFitted(primitive) ? CostKind.FITTED : CostKind.PREDICTED;
        table.row(primitive.label(),
            CostValue.predicted(sendThroughput, send.throughput() / blocks),
            new CostValue(sendOverhead, send.overhead() / blocks, overheads),
            CostValue.predicted(receiveThroughput, receive.throughput() / blocks),
            new CostValue(receiveOverhead, receive.overhead() / blocks, overheads));
    }

    /**
     * Returns whether the overheads of a primitive are among what the constants are fitted to.
     */
    static boolean isFitted(final Primitive primitive)
    {
        return Primitive.CMAM_4 == primitive || Primitive.CMAM_MFER_N == primitive;
    }

    /**
     * Round trips, shared memory and barriers.
     */
    CostTable operations()
    {
        return new CostTable("FUNet: round trips, shared memory and barriers, cycles of 40 MHz (the same table)",
            List.of("until it is done", "overhead"), FuniCosts.FREE, "the same constants")
            .row("cmam_4, round trip",
                CostValue.predicted(1160.8, benchmarks.roundTrip(Primitive.CMAM_4, Primitive.CMAM_REPLY_4)))
            .row("cmam_n, 1 word",
                CostValue.predicted(1147.9, benchmarks.roundTrip(Primitive.CMAM_N_1, Primitive.CMAM_REPLY_N_1)))
            .row("read_i", CostValue.predicted(1227.2, benchmarks.blocking(false)))
            .row("read_d", CostValue.predicted(1238.2, benchmarks.blocking(true)))
            .row("write_i", CostValue.predicted(1209.6, benchmarks.blocking(false)))
            .row("write_d", CostValue.predicted(1219.8, benchmarks.blocking(true)))
            .row("get_i", CostValue.predicted(1205.0, benchmarks.splitPhaseLatency()),
                CostValue.predicted(553.7, benchmarks.getOverhead(false)))
            .row("put_i", CostValue.predicted(1236.0, benchmarks.splitPhaseLatency()),
                CostValue.predicted(134.5, benchmarks.putOverhead()))
            .row("get_16", CostValue.predicted(1457.6, benchmarks.getSixteenLatency()),
                CostValue.predicted(797.8, benchmarks.getOverhead(true)))
            .row("barrier, 32 nodes", CostValue.predicted(3825.2, benchmarks.barrier()));
    }

    @Override
    public String toString()
    {
        return "FuniTables{" + costs + '}';
    }
}
