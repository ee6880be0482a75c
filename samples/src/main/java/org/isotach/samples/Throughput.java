/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures the rate of isochrons and of logical time (V1 sections 4.2.2 and 4.2.3, appendix A.2), with three hosts.
 */
@Command(
    name = "throughput",
    description = {
        "Measures the rate of isochrons and of logical time against the figures of 1997.",
        "The tables show medians over the second half of the rounds; the first half is not counted." })
final class Throughput implements Callable<Integer>
{
    private static final int HOSTS = 3;
    private static final int[] WRITES = { 1, 2, 4, 8, 16, 32 };

    // Page k is on the hosts whose bits are set in k + 1; experiment 1 has no page at host 0, which issues.
    private static final int[] REMOTE_PAGES = { 1, 3, 5 };
    private static final int[] ALL_PAGES = { 0, 1, 2, 3, 4, 5, 6 };

    // V1 tables 4.1 and 4.2, and section 4.2.3.
    private static final double[] REMOTE_ISSUE_US = { 14.8, 20.9, 33.4, 62.9, 121, 238 };
    private static final double[] MIXED_ISSUE_US = { 13.7, 20.4, 30.6, 54.3, 104, 204 };
    private static final double[] LOADED_TOKEN_US = { 17, 18, 20, 21, 25, 28 };
    private static final double IDLE_TOKEN_US = 14;

    private static final double US_PER_S = 1e6;
    private static final double NS_PER_US = 1e3;
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    @Spec
    private CommandSpec spec;

    @Option(names = "--rounds", paramLabel = "R", defaultValue = "20",
        description = "Rounds of each measurement, 2..1000. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--reps", paramLabel = "N", defaultValue = "2000",
        description = "Isochrons per round and host, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private InvokerModeOption mode;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--rounds", rounds, 2, 1000);
        Limits.check(spec, "--reps", reps, 1, 1_000_000);

        final PrintWriter out = spec.commandLine().getOut();
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(HOSTS))))
        {
            out.println(HOSTS + " hosts, " + cluster.threadingMode() + ", medians over " + Rounds.describe(rounds) +
                " of " + Plural.of(reps, "isochron"));
            out.println();
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.allCopysets(HOSTS));
            final WriteLoop[] loops = new WriteLoop[HOSTS];
            Arrays.setAll(loops, host -> new WriteLoop(cluster.host(host), memory));
            measure(out, cluster, loops);
            return report(cluster, memory, loops);
        }
    }

    private void measure(final PrintWriter out, final Cluster cluster, final WriteLoop[] loops)
    {
        final double[] loadedUs;
        final double[] remoteUs;
        final double[] mixedUs;
        final double freshUs;
        final double idleTokens;
        try (Progress progress = Progress.onTerminal("throughput", (3L * WRITES.length + 1) * rounds))
        {
            final Rounds measured = new Rounds(rounds, progress);
            loadedUs = loadedPulses(cluster, loops, measured);
            try (PollingThread poller = new PollingThread(cluster, cluster.host(0)))
            {
                poller.start();
                idleTokens = idleTokens(cluster);
                remoteUs = issueTimes(loops[0], measured, REMOTE_PAGES);
                mixedUs = issueTimes(loops[0], measured, ALL_PAGES);
                freshUs = measured.medians(() -> loops[0].pulses(reps, 0))[0];
            }
        }
        printIssueTimes(out, "isochron issue time, copysets {1}, {2}, {1,2}", REMOTE_ISSUE_US, remoteUs);
        printIssueTimes(out, "isochron issue time, all 7 copysets", MIXED_ISSUE_US, mixedUs);
        printPulses(out, idleTokens, freshUs, loadedUs);
    }

    private double[] issueTimes(final WriteLoop loop, final Rounds measured, final int... pages)
    {
        return Arrays.stream(WRITES)
            .mapToDouble(writes -> measured.medians(() -> loop.issue(reps, writes, pages))[0])
            .toArray();
    }

    private static void printIssueTimes(
        final PrintWriter out, final String title, final double[] then, final double[] now)
    {
        final ComparisonTable table = new ComparisonTable(title, "us", "1997", ComparisonTable.Better.LOWER);
        for (int i = 0; i < WRITES.length; i++)
        {
            table.row(writesLabel(WRITES[i]), then[i], now[i]);
        }
        table.print(out);
    }

    /**
     * All hosts issue as fast as they can.
     *
     * @return microseconds per pulse for each number of writes.
     */
    private double[] loadedPulses(final Cluster cluster, final WriteLoop[] loops, final Rounds measured)
    {
        return Arrays.stream(WRITES)
            .mapToDouble(writes -> measured.medians(() -> loadedPulses(cluster, loops, writes))[0])
            .toArray();
    }

    private double[] loadedPulses(final Cluster cluster, final WriteLoop[] loops, final int writes)
    {
        final long startPulse = cluster.host(0).logicalTime();
        final long startNs = System.nanoTime();
        HostThreads.run(cluster, host -> loops[host.id()].issue(reps, writes, ALL_PAGES));
        final double elapsedUs = (System.nanoTime() - startNs) / NS_PER_US;
        return new double[]{ elapsedUs / (cluster.host(0).logicalTime() - startPulse) };
    }

    /**
     * No host issues anything; all hosts poll.
     *
     * @return tokens in {@link #IDLE_NS}.
     */
    private static double idleTokens(final Cluster cluster)
    {
        final Host host = cluster.host(0);
        final long startPulse = host.logicalTime();
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < IDLE_NS)
        {
            host.poll();
            Thread.onSpinWait();
        }
        return host.logicalTime() - startPulse;
    }

    private static void printPulses(
        final PrintWriter out, final double idleTokens, final double freshUs, final double[] loadedUs)
    {
        final double idleUs = IDLE_NS / NS_PER_US / idleTokens;
        final ComparisonTable interarrival =
            new ComparisonTable("token interarrival time", "us", "1997", ComparisonTable.Better.LOWER);
        final ComparisonTable rate =
            new ComparisonTable("pulses per second", "1/s", "1997", ComparisonTable.Better.HIGHER);
        interarrival.row("idle", IDLE_TOKEN_US, idleUs);
        interarrival.row("one host, fresh() isochrons one by one", Double.NaN, freshUs);
        rate.row("idle", US_PER_S / IDLE_TOKEN_US, US_PER_S / idleUs);
        rate.row("one host, fresh() isochrons one by one", Double.NaN, US_PER_S / freshUs);
        for (int i = 0; i < WRITES.length; i++)
        {
            final String label = "all hosts issue, " + writesLabel(WRITES[i]);
            interarrival.row(label, LOADED_TOKEN_US[i], loadedUs[i]);
            rate.row(label, US_PER_S / LOADED_TOKEN_US[i], US_PER_S / loadedUs[i]);
        }
        interarrival.print(out);
        rate.print(out);
        out.println("Logical time moves on demand here: while the hosts were idle for " +
            TimeUnit.NANOSECONDS.toMillis(IDLE_NS) + " ms, " + Plural.of((long)idleTokens, "token") +
            (1 == idleTokens ? " was" : " were") + " sent.");
        out.println("Under load a pulse ends when an isochron waits for it. The rate shows how isochrons share");
        out.println("pulses, not how fast they are.");
        out.println();
    }

    /**
     * Checks that every host reads the last values that host 0 wrote.
     */
    private int report(final Cluster cluster, final SharedMemory memory, final WriteLoop[] loops)
    {
        int wrong = 0;
        long isochrons = 0;
        for (int host = 0; host < HOSTS; host++)
        {
            wrong += countWrong(cluster.host(host), memory, loops[0]);
            isochrons += loops[host].isochrons();
        }
        return Verdict.of(
            spec,
            "hosts=" + HOSTS + " isochrons=" + isochrons + " wrong=" + wrong,
            0 == wrong ? null : wrong + " variables do not have the last value written");
    }

    private static int countWrong(final Host host, final SharedMemory memory, final WriteLoop loop)
    {
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron();
        final IsoValue value = new IsoValue();
        int wrong = 0;
        for (final int page : ALL_PAGES)
        {
            isochron.begin().fresh();
            port.read(isochron, memory.pageMap().addressOf(page, 0), value);
            isochron.issue();
            if (loop.lastValue(page) != value.await())
            {
                wrong++;
            }
        }
        return wrong;
    }

    private static String writesLabel(final int writes)
    {
        return Plural.of(writes, "write");
    }
}
