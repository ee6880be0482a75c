/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;

import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.am.Cmam;
import org.isotach.niu.am.CmamEndFunction;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.Rights;
import org.isotach.niu.funi.SharedSegment;
import org.isotach.simulation.cost.CostTable;
import org.isotach.simulation.cost.CostTables;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures the primitives of CMAM over queue pairs (Hoe, FUNet, section 6.2.1): one thread sends until a queue is full,
 * and then takes everything at the other end; two threads make round trips.
 */
@Command(
    name = "cmam",
    description = {
        "Measures the primitives of CMAM over queue pairs, beside the figures of the paper on FUNet.",
        "All words and bytes that arrive are checked. The paper simulated 32 nodes at 40 MHz; meaningful figures " +
            "here need two cores that have nothing else to do." })
final class CmamPrimitives implements Callable<Integer>
{
    private static final int SLOTS = 256;
    private static final int MEMORY = 1 << 16;
    private static final int BLOCK = 64;
    private static final int WORDS = 20;
    private static final int XFER_LENGTH = 16;
    private static final String OF_BLOCK = ", 64 B";

    // Columns of the model, and its cycles in a microsecond.
    private static final int SEND_OVERHEAD = 1;
    private static final int RECEIVE_OVERHEAD = 3;
    private static final double MHZ = 40;

    // Hoe, FUNet, table 6.1: a round trip of cmam_4 in us.
    private static final double THEN_ROUND_TRIP = 29.0;

    @Spec
    private CommandSpec spec;

    @Option(names = "--calls", paramLabel = "N", defaultValue = "100000",
        description = "Calls of each primitive, and round trips, 1..10000000. Default: ${DEFAULT-VALUE}.")
    private int calls;

    @Mixin
    private ModeOption mode;

    private final Violations violations = new Violations();
    private final OffHeapBuffer source = OffHeapBuffer.allocate(WORDS * Integer.BYTES);
    private final int[] answers = new int[1];
    private final int[] ends = new int[1];
    private final CostTable model = CostTables.funetPrimitives();
    private PrintWriter out;
    private Cmam sender;
    private Cmam receiver;
    private SharedSegment landing;
    private long received;
    private long expected;
    private long segments;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--calls", calls, 1, 10_000_000);

        out = spec.commandLine().getOut();
        for (int word = 0; word < WORDS; word++)
        {
            source.putInt(word * Integer.BYTES, word + 1);
        }
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(2))))
        {
            final Gang gang = FuniSupervisor.on(cluster).open(new GangContext().slots(SLOTS));
            final SharedSegment unused = gang.queuePair(0).segment(MEMORY, Rights.PUT);
            landing = gang.queuePair(1).segment(MEMORY, Rights.PUT);
            sender = Cmam.on(gang.queuePair(0), unused);
            receiver = Cmam.on(gang.queuePair(1), landing);
            measureMessages();
            measureTransfers();
            final double us = roundTrips(cluster);
            out.printf(Locale.ROOT, "%-25s%10.2f us%34s%8.1f us%17s%8.1f us%n", "round trip of cmam_4", us, "the paper",
                THEN_ROUND_TRIP, "its model",
                CostTables.funetOperations().value("cmam_4, round trip", 0).modelled() / MHZ);
        }
        if (received != expected)
        {
            violations.add(received + " messages of " + expected);
        }
        return Verdict.of(
            spec, "calls=" + expected + " segments=" + segments + " trips=" + calls + " wrong=" + violations.count(),
            violations.first());
    }

    private void measureMessages()
    {
        final int call = receiver.onCall((i1, i2, i3, i4) -> check(i1 + i2 == 0 && i3 == ~i4, "four words"));
        final int block = receiver.onBlock((words, nbyte) ->
            check(words.getInt(nbyte / Integer.BYTES - 1) == nbyte / Integer.BYTES, "words"));
        out.printf("%-25s%13s%13s%17s%11s%17s%11s%n", "", "send", "receive", "the paper: send", "receive",
            "its model: send", "receive");
        row("cmam_4", SLOTS - 1, 2.8, 5.5, i -> sender.request4(1, call, i, -i, i, ~i));
        row("cmam_reply_4", SLOTS - 1, 2.5, 5.0, i -> sender.reply4(1, call, i, -i, i, ~i));
        row("cmam_n, 1 word", SLOTS - 1, 3.4, 6.3, i -> sender.requestN(1, block, source, 0, Integer.BYTES));
        row("cmam_n, 20 words", SLOTS - 1, 6.1, 14.7,
            i -> sender.requestN(1, block, source, 0, WORDS * Integer.BYTES));
        row("cmam_reply_n, 1", SLOTS - 1, 3.0, 5.8, i -> sender.replyN(1, block, source, 0, Integer.BYTES));
        row("cmam_reply_n, 20", SLOTS - 1, 5.7, 14.2,
            i -> sender.replyN(1, block, source, 0, WORDS * Integer.BYTES));
    }

    private void check(final boolean isRight, final String what)
    {
        received++;
        if (!isRight)
        {
            violations.add("message " + received + " has wrong " + what);
        }
    }

    /**
     * Times per 64 bytes: four messages of four words each, or one transfer. The paper gives MB/s.
     */
    private void measureTransfers()
    {
        final double words = transfers("cmam_xfer_4", 5.1, 2.7, words(sender::requestXfer4));
        transfers("cmam_reply_xfer_4", 5.7, 3.0, words(sender::replyXfer4));
        final double bytes = transfers("cmam_mfer_n", 25.7, 14.4, bytes(sender::requestMferN));
        transfers("cmam_reply_mfer_n", 28.4, 15.9, bytes(sender::replyMferN));
        out.printf(Locale.ROOT, "64 bytes by cmam_mfer_n: %.1f times as fast as by cmam_xfer_4 (the paper: %.1f)%n",
            words / bytes, (1 / 5.1 + 1 / 2.7) / (1 / 25.7 + 1 / 14.4));
    }

    @FunctionalInterface
    private interface Block
    {
        void send(int segaddr, int i);
    }

    @FunctionalInterface
    private interface FourWords
    {
        void send(int node, int segaddr, int i1, int i2, int i3, int i4);
    }

    @FunctionalInterface
    private interface Bytes
    {
        void send(int node, int segaddr, OffHeapBuffer source, int offset, int dest, int nbyte);
    }

    private static Block words(final FourWords four)
    {
        return (segaddr, i) ->
        {
            for (int done = 0; done < BLOCK; done += XFER_LENGTH)
            {
                four.send(1, segaddr + done, i, i, i, i);
            }
        };
    }

    private Block bytes(final Bytes some)
    {
        return (segaddr, i) ->
        {
            for (int index = 0; index < BLOCK; index += Integer.BYTES)
            {
                source.putInt(index, i);
            }
            some.send(1, segaddr, source, 0, 0, BLOCK);
        };
    }

    private double transfers(final String name, final double thenSend, final double thenReceive, final Block block)
    {
        final int[] segaddr = new int[1];
        final int[] number = new int[1];
        final CmamEndFunction end = (info, base) ->
        {
            segments++;
            for (int index = 0; index < BLOCK; index += Integer.BYTES)
            {
                if (landing.memory().getInt(index) != number[0])
                {
                    violations.add("word " + index / Integer.BYTES + " of " + name + " is " +
                        landing.memory().getInt(index) + " instead of " + number[0]);
                }
            }
        };
        long sendNs = 0;
        long receiveNs = 0;
        final long before = segments;
        for (int i = 0; i < calls; i++)
        {
            number[0] = i;
            segaddr[0] = receiver.openSegment(0, BLOCK, end, null);
            final long startNs = System.nanoTime();
            block.send(segaddr[0], i);
            final long sentNs = System.nanoTime();
            receiver.poll();
            sendNs += sentNs - startNs;
            receiveNs += System.nanoTime() - sentNs;
        }
        if (segments - before != calls)
        {
            violations.add(segments - before + " segments of " + calls + " with " + name);
        }
        final double each = (double)BLOCK / 1e3;
        print(name + OF_BLOCK, (double)sendNs / calls, (double)receiveNs / calls, 1e3 * each / thenSend,
            1e3 * each / thenReceive);
        return (double)(sendNs + receiveNs) / calls;
    }

    private void row(
        final String name, final int batch, final double thenSend, final double thenReceive, final IntConsumer send)
    {
        long sendNs = 0;
        long receiveNs = 0;
        for (int done = 0; done < calls; done += batch)
        {
            final int limit = Math.min(calls, done + batch);
            final long startNs = System.nanoTime();
            for (int i = done; i < limit; i++)
            {
                send.accept(i);
            }
            final long sentNs = System.nanoTime();
            receiver.poll();
            sendNs += sentNs - startNs;
            receiveNs += System.nanoTime() - sentNs;
        }
        expected += calls;
        print(name, (double)sendNs / calls, (double)receiveNs / calls, thenSend, thenReceive);
    }

    private void print(
        final String name, final double sendNs, final double receiveNs, final double thenSend, final double thenReceive)
    {
        out.printf(Locale.ROOT, "%-25s%10.1f ns%10.1f ns%14.1f us%8.1f us%14.1f us%8.1f us%n", name, sendNs, receiveNs,
            thenSend, thenReceive, modelUs(name, SEND_OVERHEAD), modelUs(name, RECEIVE_OVERHEAD));
    }

    /**
     * What the model in virtual time says, in us of 40 MHz; of a transfer it says that for four words.
     */
    private double modelUs(final String name, final int column)
    {
        final boolean isTransfer = name.endsWith(OF_BLOCK);
        final String row = isTransfer ? name.substring(0, name.length() - OF_BLOCK.length()) : name;
        return model.value(row, column).modelled() / MHZ * (isTransfer ? BLOCK / XFER_LENGTH : 1);
    }

    private double roundTrips(final Cluster cluster)
    {
        final int ask = receiver.onCall((i1, i2, i3, i4) -> receiver.reply4(0, i3, i1, i2, i3, i4));
        final int stop = receiver.onCall((i1, i2, i3, i4) -> ends[0]++);
        final int answer = sender.onCall((i1, i2, i3, i4) ->
        {
            answers[0]++;
            if (i1 + i2 != 0)
            {
                violations.add("answer " + i1 + " has a wrong word");
            }
        });
        final double[] us = new double[1];
        HostThreads.run(cluster, host ->
        {
            if (0 != host.id())
            {
                receiver.await(ends, 1);
                return;
            }
            final long startNs = System.nanoTime();
            for (int i = 0; i < calls; i++)
            {
                sender.request4(1, ask, i, -i, answer, 0);
                sender.await(answers, 1);
            }
            us[0] = (System.nanoTime() - startNs) / 1e3 / calls;
            sender.request4(1, stop, 0, 0, 0, 0);
        });
        return us[0];
    }
}
