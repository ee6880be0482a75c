/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Ratios of the times of the sample {@code cmam}. Times of different machines say little beside each other; these do.
 */
final class CmamRatios
{
    private final CmamColumn cm5 = CmamColumn.cm5();
    private final List<Ratio> ratios = new ArrayList<>();

    private record Ratio(String label, ToDoubleFunction<CmamColumn> of)
    {
    }

    CmamRatios()
    {
        add("20 words / 1 word by cmam_n, send", its -> its.send(CmamCall.N_20) / its.send(CmamCall.N_1));
        add("  receive", its -> its.receive(CmamCall.N_20) / its.receive(CmamCall.N_1));
        add("a word of 20 by cmam_n / one of cmam_4, send", its ->
            its.send(CmamCall.N_20) / CmamNode.WORDS / (its.send(CmamCall.CALL_4) / 4));
        add("reply / request, cmam_4, send", its -> its.send(CmamCall.REPLY_4) / its.send(CmamCall.CALL_4));
        add("  receive", its -> its.receive(CmamCall.REPLY_4) / its.receive(CmamCall.CALL_4));
        add("64 B by cmam_xfer_4 / by cmam_mfer_n, send", its ->
            its.send(CmamCall.XFER_4) / its.send(CmamCall.MFER_N));
        add("  receive", its -> its.receive(CmamCall.XFER_4) / its.receive(CmamCall.MFER_N));
        add("round trip of cmam_4: part outside of calls", its -> 1 -
            2 * (its.send(CmamCall.CALL_4) + its.receive(CmamCall.CALL_4)) / its.of(CmamOperation.TRIP));
        add("put: call / until sync", its -> its.of(CmamOperation.PUT) / its.of(CmamOperation.PUT_SYNC));
        add("get: call / until sync", its -> its.of(CmamOperation.GET) / its.of(CmamOperation.GET_SYNC));
        add("read / round trip", its -> its.of(CmamOperation.READ_INT) / its.of(CmamOperation.TRIP));
        add("barrier / round trip", its -> its.of(CmamOperation.BARRIER) / its.of(CmamOperation.TRIP));
        add("cmam_4 / that of the CM-5, send", its -> its.send(CmamCall.CALL_4) / cm5.send(CmamCall.CALL_4));
        add("  receive", its -> its.receive(CmamCall.CALL_4) / cm5.receive(CmamCall.CALL_4));
        add("  there and back", its -> its.of(CmamOperation.TRIP) / cm5.of(CmamOperation.TRIP));
        addBlocks("64 B by cmam_xfer_4", CmamCall.XFER_4, CmamCall.XFER_4);
        addBlocks("64 B by cmam_mfer_n", CmamCall.MFER_N, CmamCall.XFER_4);
        addBlocks("64 B by cmam_reply_xfer_4", CmamCall.REPLY_XFER_4, CmamCall.REPLY_XFER_4);
        addBlocks("64 B by cmam_reply_mfer_n", CmamCall.REPLY_MFER_N, CmamCall.REPLY_XFER_4);
    }

    private void add(final String label, final ToDoubleFunction<CmamColumn> of)
    {
        ratios.add(new Ratio(label, of));
    }

    /**
     * As the paper does: throughput of FUNet. That of the CM-5 is its overhead.
     */
    private void addBlocks(final String label, final CmamCall call, final CmamCall ofCm5)
    {
        add(label + " / words by the CM-5, send", its -> its.sendThroughput(call) / cm5.send(ofCm5));
        add("  receive", its -> its.receiveThroughput(call) / cm5.receive(ofCm5));
    }

    /**
     * @param here  times of this machine.
     * @param paper figures of the paper on FUNet.
     * @param model what its model says.
     */
    void print(final PrintWriter out, final CmamColumn here, final CmamColumn paper, final CmamColumn model)
    {
        final TextTable table = new TextTable("ratios of times", "here", "FUNet", "its model", "CM-5");
        for (final Ratio ratio : ratios)
        {
            table.row(Stream.concat(
                Stream.of(ratio.label),
                Stream.of(here, paper, model, cm5).map(column -> decimals(ratio.of.applyAsDouble(column))))
                .toArray(String[]::new));
        }
        table.print(out);
    }

    /**
     * Two digits behind the point, a dash for what is not there.
     */
    static String decimals(final double value)
    {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : "-";
    }
}
