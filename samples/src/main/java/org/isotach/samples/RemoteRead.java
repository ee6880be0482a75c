/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.spi.LinkFaults;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Shared memory of active messages (Martin, HPAM, figure 1): a host clears a flag, sends a request to read, and polls
 * until the handler of the reply has set the flag. Fetch-and-add beside it counts wrong as soon as one of its handlers
 * runs twice, or not at all.
 */
@Command(
    name = "remote-read",
    description = {
        "Reads words of another host by active messages, and adds to them, also on links with faults.",
        "Each word that is read must have its value, and the sums must be exact, although packets are lost, " +
            "doubled, late, out of order and corrupt.",
        "The times stand beside those of the paper on HPAM (1995), of two workstations of 99 MHz on FDDI. A remote " +
            "read took 29 us there, of which the network alone needs 20. Here a round trip of four words over two " +
            "bare rings of the link layer, between two threads, stands for the network. Compare the ratio, not the " +
            "times. A time is the fastest of the later half of 100 parts of the reads, and the mean of the hosts " +
            "that read." })
final class RemoteRead implements Callable<Integer>
{
    private static final int WORDS = 64;
    private static final double MAX_PERCENT = 15;

    // Parts of the reads, of which the fastest one of the later half counts.
    private static final int ROUNDS = 100;
    private static final int FOUR_WORDS = 4 * Long.BYTES;
    private static final double NS_PER_US = 1e3;

    @Spec
    private CommandSpec spec;

    @Option(names = "--hosts", paramLabel = "N", defaultValue = "2",
        description = "Number of hosts, 2..16. Host 0 has the words. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(names = "--reads", paramLabel = "R", defaultValue = "20000",
        description = "Reads, and additions, of each other host, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int reads;

    @Option(names = "--faults", paramLabel = "P", defaultValue = "0",
        description = "Percent of packets with each of five faults, 0..15. Default: ${DEFAULT-VALUE}.")
    private int percent;

    @Mixin
    private ModeOption mode;

    @Mixin
    private SeedOption seed;

    private final Violations violations = new Violations();
    private final OffHeapBuffer words = OffHeapBuffer.allocate((long)WORDS * Long.BYTES);
    private final OffHeapBuffer sums = OffHeapBuffer.allocate((long)WORDS * Long.BYTES);
    private final AtomicInteger done = new AtomicInteger();

    // For each host, and each part of its reads.
    private double[][] readUs;
    private double[][] addUs;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--hosts", hosts, 2, 16);
        Limits.check(spec, "--reads", reads, 1, 1_000_000);
        Limits.check(spec, "--faults", percent, 0, (long)MAX_PERCENT);

        final int rounds = Math.min(ROUNDS, reads);
        readUs = new double[hosts][rounds];
        addUs = new double[hosts][rounds];
        final double part = percent / 100.0;
        final LinkFaults faults = 0 == percent ? LinkFaults.NONE :
            new LinkFaults(part, part, part, part, part, seed.value());
        final PrintWriter out = spec.commandLine().getOut();
        seed.print(out);
        for (int i = 0; i < WORDS; i++)
        {
            words.putLong(i * Long.BYTES, valueOf(i));
        }
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(hosts)).linkFaults(faults)))
        {
            final ActiveMessages am = ActiveMessages.on(cluster);
            final Memory memory = new Memory(am, hosts);
            for (int i = 0; i < rounds; i++)
            {
                // New threads, as those that have come to share a core may do so for long.
                final int round = i;
                done.set(0);
                HostThreads.run(cluster, host -> run(host, am.port(host), memory, round));
            }
            out.printf(
                Locale.ROOT,
                "%d hosts, %s, %d %% of each fault: %d faults, %d repetitions%n",
                hosts, cluster.threadingMode(), percent, cluster.linkFaultCount(), memory.repeats());
        }
        print(out);
        long sum = 0;
        for (int i = 0; i < WORDS; i++)
        {
            sum += sums.getLong(i * Long.BYTES);
        }
        if (sum != (long)(hosts - 1) * reads)
        {
            violations.add("the sum is " + sum + " instead of " + (long)(hosts - 1) * reads);
        }
        return Verdict.of(
            spec,
            "hosts=" + hosts + " reads=" + (hosts - 1) * reads + " sum=" + sum + " wrong=" + violations.count(),
            seed.appendTo(violations.first()));
    }

    private static long valueOf(final int word)
    {
        return 1000L * word + 7;
    }

    private void run(final Host host, final AmPort port, final Memory memory, final int round)
    {
        if (port.self() > 0)
        {
            final int from = part(round, readUs[0].length);
            final int to = part(round + 1, readUs[0].length);
            // Host 0 runs when the clock starts.
            read(port, memory, from);
            final long startNs = System.nanoTime();
            for (int i = from; i < to; i++)
            {
                read(port, memory, i);
            }
            final long readNs = System.nanoTime();
            for (int i = from; i < to; i++)
            {
                memory.add(port, word(port, i));
            }
            readUs[port.self()][round] = (readNs - startNs) / NS_PER_US / (to - from);
            addUs[port.self()][round] = (System.nanoTime() - readNs) / NS_PER_US / (to - from);
        }
        serve(host, port);
    }

    /**
     * Where a round begins.
     */
    private int part(final int round, final int rounds)
    {
        return (int)((long)round * reads / rounds);
    }

    private static int word(final AmPort port, final int i)
    {
        return (i + port.self()) % WORDS;
    }

    private void read(final AmPort port, final Memory memory, final int i)
    {
        final int word = word(port, i);
        final long value = memory.read(port, word);
        if (value != valueOf(word))
        {
            violations.add("host " + port.self() + " reads " + value + " instead of " + valueOf(word));
        }
    }

    /**
     * Prints the figures beside those of the paper, with the time of bare rings.
     */
    private void print(final PrintWriter out)
    {
        final int rounds = readUs[0].length;
        final double[] ringUs = new double[rounds];
        final PacketPair rings = RingEnd.pair(FOUR_WORDS, violations);
        Arrays.setAll(ringUs, round ->
            rings.roundTripUs(FOUR_WORDS, part(round + 1, rounds) - part(round, rounds)));
        final double raw = Rounds.leastOfLaterHalf(ringUs);
        final double read = mean(readUs);
        new ComparisonTable("there and back", "us", "1995", ComparisonTable.Better.LOWER)
            .row("remote read", HpamFigures.ROUND_TRIP_US, read)
            .row("fetch-and-add", Double.NaN, mean(addUs))
            .row("network alone, here bare rings", HpamFigures.RAW_ROUND_TRIP_US, raw)
            .print(out);
        new ComparisonTable("shape", "ratio", "1995", ComparisonTable.Better.NEITHER)
            .row("remote read / network alone", HpamFigures.ROUND_TRIP_US / HpamFigures.RAW_ROUND_TRIP_US, read / raw)
            .print(out);
        out.println("1995: two workstations of 99 MHz on FDDI" + (0 == percent ? "" : ", without faults") + '.');
        out.println("Here hosts are threads of one machine: compare the ratio, not the times.");
        // Repetitions, and hosts that answer others first, take time on any machine.
        RingEnd.printWarning(out, 2 == hosts && 0 == percent ? Math.max(raw, read) : raw);
    }

    /**
     * Returns the mean of the hosts that read.
     */
    private static double mean(final double[][] us)
    {
        return Arrays.stream(us, 1, us.length).mapToDouble(Rounds::leastOfLaterHalf).average().orElseThrow();
    }

    /**
     * Answers the others until all are done.
     */
    void serve(final Host host, final AmPort port)
    {
        done.incrementAndGet();
        new LongWait(host).until(() -> done.get() == hosts, port::poll);
    }

    /**
     * The handlers, and what they leave at the hosts that have asked.
     */
    private final class Memory
    {
        private final ActiveMessages am;
        private final long[] values;
        private final boolean[] flags;
        private final AmPort[] ports;
        private final int readHandler;
        private final int addHandler;

        Memory(final ActiveMessages am, final int hosts)
        {
            this.am = am;
            values = new long[hosts];
            flags = new boolean[hosts];
            ports = new AmPort[hosts];
            final int readReply = am.onReply(reply ->
            {
                values[reply.self()] = reply.arg(0);
                flags[reply.self()] = true;
            });
            readHandler = am.onRequest(request ->
                request.reply(readReply, words.getLong((int)request.arg(0) * Long.BYTES), 0, 0, 0));
            addHandler = am.onRequest(request ->
            {
                final int index = (int)request.arg(0) * Long.BYTES;
                final long before = sums.getLong(index);
                sums.putLong(index, before + request.arg(1));
                request.reply(readReply, before, 0, 0, 0);
            });
        }

        long read(final AmPort port, final int word)
        {
            return ask(port, readHandler, word);
        }

        long add(final AmPort port, final int word)
        {
            return ask(port, addHandler, word);
        }

        private long ask(final AmPort port, final int handler, final int word)
        {
            final int self = port.self();
            ports[self] = port;
            flags[self] = false;
            port.request(0, handler, word, 1, 0, 0);
            port.await(() -> flags[self], "a word of host 0");
            return values[self];
        }

        long repeats()
        {
            long repeats = 0;
            for (final AmPort port : ports)
            {
                repeats += null == port ? 0 : port.counters().repeats();
            }
            return repeats;
        }

        @Override
        public String toString()
        {
            return "Memory{" + am + '}';
        }
    }
}
