/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.am.global.GlobalMemory;
import org.isotach.niu.am.global.GlobalPort;
import org.isotach.simulation.cost.CostTable;
import org.isotach.simulation.cost.CostTables;

/**
 * Times of the operations of a global memory between two hosts, beside those of FUNet and the CM-5 (Hoe, FUNet, section
 * 6.2.1, table 6.1): the overhead of a call, and how long it takes until it is known to have taken effect.
 */
final class GlobalPrimitives
{
    private static final int TARGET = 1;
    private static final int WORD = 0;

    // Less than a window: no call waits for room.
    private static final int BURST = 4;
    private static final int LENGTH = 1024;

    // Cycles of the model in a microsecond.
    private static final double MHZ = 40;

    // The table has 220.5 us, and 678.9 cycles of 33 MHz.
    private static final double CM5_GET16_SYNC = 20.5;

    private final int calls;
    private final Violations violations;
    private final double[] us = new double[Row.values().length];
    private final AtomicInteger measured = new AtomicInteger();
    private boolean isAnswered;

    /**
     * A row of the table, with the figures of table 6.1 in microseconds.
     */
    private enum Row
    {
        TRIP("request and reply", 29.0, 12.5, "cmam_4, round trip", 0),
        READ_INT("read, 32 bits", 30.7, 13.7, "read_i", 0),
        WRITE_INT("write, 32 bits", 30.2, 12.8, "write_i", 0),
        READ("read", 31.0, 14.5, "read_d", 0),
        WRITE("write", 30.5, 13.2, "write_d", 0),
        GET("get, call", 13.8, 4.3, "get_i", 1),
        GET_SYNC("get, until sync", 30.1, 13.4, "get_i", 0),
        GET16("get of 16 bytes, call", 20.0, 11.1, "get_16", 1),
        GET16_SYNC("get of 16, until sync", 36.6, CM5_GET16_SYNC, "get_16", 0),
        PUT("put, call", 3.4, 2.0, "put_i", 1),
        PUT_SYNC("put, until sync", 30.9, 16.2, "put_i", 0),
        BARRIER("barrier (then: 32 nodes)", 95.6, Double.NaN, "barrier, 32 nodes", 0);

        private final String label;
        private final double funet;
        private final double cm5;
        private final String modelRow;
        private final int modelColumn;

        Row(final String label, final double funet, final double cm5, final String modelRow, final int modelColumn)
        {
            this.label = label;
            this.funet = funet;
            this.cm5 = cm5;
            this.modelRow = modelRow;
            this.modelColumn = modelColumn;
        }
    }

    /**
     * @param calls of each operation.
     */
    GlobalPrimitives(final int calls, final Violations violations)
    {
        this.calls = calls;
        this.violations = violations;
    }

    /**
     * Measures, twice: the first time for the compilers.
     */
    void measure(final ModeOption mode)
    {
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(2))))
        {
            final ActiveMessages am = ActiveMessages.on(cluster);
            final GlobalMemory g = GlobalMemory.on(am, LENGTH);
            final int done = am.onReply(reply -> isAnswered = true);
            final int request = am.onRequest(arrived -> arrived.reply(done, arrived.arg(0), 0, 0, 0));
            HostThreads.run(cluster, host ->
            {
                final GlobalPort port = g.port(host);
                for (int round = 1; round <= 2; round++)
                {
                    port.barrier();
                    if (TARGET == port.self())
                    {
                        serve(host, port, round);
                    }
                    else
                    {
                        trips(am.port(host), request);
                        words(port, g.pointer(TARGET, WORD));
                        bursts(port, g.pointer(TARGET, WORD));
                        measured.set(round);
                    }
                    port.barrier();
                    final long startNs = System.nanoTime();
                    for (int i = 0; i < calls; i++)
                    {
                        port.barrier();
                    }
                    if (TARGET != port.self())
                    {
                        set(Row.BARRIER, startNs, calls);
                    }
                }
                port.finish();
            });
        }
    }

    void print(final PrintWriter out)
    {
        final CostTable model = CostTables.funetOperations();
        out.printf(Locale.ROOT, "%-26s%10s%10s%10s%10s%n", "operations, 2 hosts (us)", "FUNet", "its model", "CM-5",
            "here");
        for (final Row row : Row.values())
        {
            out.printf(Locale.ROOT, "%-26s%10s%10s%10s%10s%n", row.label, ComparisonTable.format(row.funet),
                ComparisonTable.format(model.value(row.modelRow, row.modelColumn).modelled() / MHZ),
                Double.isNaN(row.cm5) ? "-" : ComparisonTable.format(row.cm5),
                ComparisonTable.format(us[row.ordinal()]));
        }
        out.println();
    }

    /**
     * Answers the other host until it has measured its round.
     */
    private void serve(final Host host, final GlobalPort port, final int round)
    {
        new LongWait(host).until(() -> round == measured.get(), port::poll);
    }

    private void set(final Row row, final long startNs, final int count)
    {
        us[row.ordinal()] = (System.nanoTime() - startNs) / 1e3 / count;
    }

    private void trips(final AmPort port, final int request)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < calls; i++)
        {
            isAnswered = false;
            port.request(TARGET, request, i, 0, 0, 0);
            port.await(() -> isAnswered, "an answer");
        }
        set(Row.TRIP, startNs, calls);
    }

    private void words(final GlobalPort port, final long word)
    {
        long startNs = System.nanoTime();
        for (int i = 0; i < calls; i++)
        {
            port.write(word, i);
        }
        set(Row.WRITE, startNs, calls);
        startNs = System.nanoTime();
        for (int i = 0; i < calls; i++)
        {
            check(port.read(word), calls - 1);
        }
        set(Row.READ, startNs, calls);
        startNs = System.nanoTime();
        for (int i = 0; i < calls; i++)
        {
            port.writeInt(word, i);
        }
        set(Row.WRITE_INT, startNs, calls);
        startNs = System.nanoTime();
        for (int i = 0; i < calls; i++)
        {
            check(port.readInt(word), calls - 1);
        }
        set(Row.READ_INT, startNs, calls);
    }

    /**
     * Bursts that fit into a window, and single calls until they have taken effect.
     */
    private void bursts(final GlobalPort port, final long word)
    {
        final int place = 2 * BURST * Long.BYTES;
        port.memory().putLong(place, calls);
        final IntConsumer put = k -> port.put(word, calls);
        final IntConsumer get = k -> port.get(word, k * Long.BYTES);
        final IntConsumer get16 = k -> port.get16(word, 2 * k * Long.BYTES);
        burst(port, Row.PUT, put);
        untilSync(port, Row.PUT_SYNC, put);
        burst(port, Row.GET, get);
        untilSync(port, Row.GET_SYNC, get);
        check(port.memory().getLong((BURST - 1) * Long.BYTES), calls);
        port.put16(word, place);
        port.sync();
        port.memory().putLong(0, 0);
        burst(port, Row.GET16, get16);
        untilSync(port, Row.GET16_SYNC, get16);
        check(port.memory().getLong(2 * (BURST - 1) * Long.BYTES), calls);
    }

    private void burst(final GlobalPort port, final Row row, final IntConsumer call)
    {
        long sumNs = 0;
        for (int i = 0; i < calls; i++)
        {
            final long startNs = System.nanoTime();
            for (int k = 0; k < BURST; k++)
            {
                call.accept(k);
            }
            sumNs += System.nanoTime() - startNs;
            port.sync();
        }
        us[row.ordinal()] = sumNs / 1e3 / calls / BURST;
    }

    private void untilSync(final GlobalPort port, final Row row, final IntConsumer call)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < calls; i++)
        {
            call.accept(0);
            port.sync();
        }
        set(row, startNs, calls);
    }

    private void check(final long word, final long expected)
    {
        if (word != expected)
        {
            violations.add("host 0 finds " + word + " instead of " + expected);
        }
    }
}
