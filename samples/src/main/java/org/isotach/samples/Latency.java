/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures reads (V1 section 4.2.1, appendix A.1): host 1 reads, host 0 polls.
 */
@Command(
    name = "latency",
    description = {
        "Measures local and remote reads against the figures of 1997.",
        "The tables show medians over the second half of the rounds; the first half is not counted. In the last " +
            "table both hosts take stamps; those of the remote host come with a last isochronous message of one " +
            "byte." })
final class Latency implements Callable<Integer>
{
    private static final int LOCAL_ADDRESS = 0;
    private static final int REMOTE_ADDRESS = 1;

    // Local reads are so short that a round of them would be over before they are compiled.
    private static final int LOCAL_FACTOR = 10;

    // Half of the rest of the wait for a response without the work of the remote node (V1 section 4.2.1).
    private static final double ONE_WAY_US = 27.0 / 2;

    @Spec
    private CommandSpec spec;

    @Option(names = "--rounds", paramLabel = "R", defaultValue = "50",
        description = "Rounds of each measurement, 2..1000. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--reps", paramLabel = "N", defaultValue = "2000",
        description = "Remote reads per round, 1..1000000; local reads are " + LOCAL_FACTOR + " times as many. " +
            "Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private InvokerModeOption mode;

    private long reads;
    private long wrong;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--rounds", rounds, 2, 1000);
        Limits.check(spec, "--reps", reps, 1, 1_000_000);

        final PrintWriter out = spec.commandLine().getOut();
        out.println("2 hosts, " + context().threadingMode() + ", medians over " + Rounds.describe(rounds) + " of " +
            Plural.of(reps, "read"));
        out.println();
        try (Progress progress = Progress.onTerminal("latency", 5L * rounds))
        {
            final Rounds measured = new Rounds(rounds, progress);
            measureReads(out, measured);
            measureStamped(out, measured);
        }
        return Verdict.of(
            spec,
            "hosts=2 reads=" + reads + " wrong=" + wrong,
            0 == wrong ? null : wrong + " reads returned a value other than " + TimedReads.VALUE +
                ", or have stamps out of order");
    }

    private ClusterContext context()
    {
        return mode.context(Topology.singleSwitch(2));
    }

    private static PageMap pageMap()
    {
        return PageMap.builder().pageSize(1).page(LOCAL_ADDRESS, 1).page(REMOTE_ADDRESS, 0).build();
    }

    private void measureReads(final PrintWriter out, final Rounds measured)
    {
        try (Cluster cluster = Cluster.launch(context()))
        {
            final SharedMemory memory = SharedMemory.on(cluster, pageMap());
            try (PollingThread poller = new PollingThread(cluster, cluster.host(1)))
            {
                poller.start();
                final MemoryPort port = memory.port(cluster.host(1));
                final Isochron isochron = cluster.host(1).isochron();
                writeValue(port, isochron);
                final TimedReads local = new TimedReads(port, isochron, LOCAL_ADDRESS);
                final TimedReads remote = new TimedReads(port, isochron, REMOTE_ADDRESS);
                final double[] localRead = measured.medians(() -> local.wholeReads(LOCAL_FACTOR * reps));
                final double[] localPhases = measured.medians(() -> local.localPhases(LOCAL_FACTOR * reps));
                final double[] remoteRead = measured.medians(() -> remote.wholeReads(reps));
                final double[] remotePhases = measured.medians(() -> remote.remotePhases(reps));
                printReads(out, localRead, localPhases, remoteRead, remotePhases);
                reads += local.reads() + remote.reads();
                wrong += local.wrong() + remote.wrong();
            }
        }
    }

    private static void writeValue(final MemoryPort port, final Isochron isochron)
    {
        isochron.begin();
        port.write(isochron, LOCAL_ADDRESS, TimedReads.VALUE);
        port.write(isochron, REMOTE_ADDRESS, TimedReads.VALUE);
        isochron.issue();
        isochron.awaitExecuted();
    }

    /**
     * Runs on a cluster of its own: the one of the other reads must have shared memory only, and must be closed before,
     * as its threads would take turns with those of this one.
     */
    private void measureStamped(final PrintWriter out, final Rounds measured)
    {
        try (Cluster cluster = Cluster.launch(context()))
        {
            final SharedMemory memory = SharedMemory.on(cluster, pageMap());
            final Messaging messaging = Messaging.on(cluster, StampedReads.context());
            try (PollingThread poller = new PollingThread(cluster, cluster.host(1)))
            {
                poller.start();
                final MemoryPort port = memory.port(cluster.host(1));
                final Isochron isochron = cluster.host(1).isochron();
                writeValue(port, isochron);
                final StampedReads stamped =
                    new StampedReads(port, messaging, isochron, cluster.host(0), REMOTE_ADDRESS, reps);
                printStamped(out, measured.medians(() -> stamped.phases(reps)));
                reads += stamped.reads();
                wrong += stamped.wrong();
            }
        }
    }

    private static void printReads(
        final PrintWriter out,
        final double[] localRead,
        final double[] localPhases,
        final double[] remoteRead,
        final double[] remotePhases)
    {
        new ComparisonTable("read latency", "us", "1997", ComparisonTable.Better.LOWER)
            .row("local read", 1.9, localRead[0])
            .row("local read with timers", 2.3, localPhases[0])
            .row("  issue", 2.1, localPhases[1])
            .row("  get the value", 0.2, localPhases[2])
            .row("remote read", 54, remoteRead[0])
            .row("remote read with timers", 54, remotePhases[0])
            .row("  issue", 5.9, remotePhases[1])
            .row("  wait for the response", 46, remotePhases[2])
            .row("  process the response", 1.7, remotePhases[3])
            .print(out);
        new ComparisonTable("shape", "ratio", "1997", ComparisonTable.Better.NEITHER)
            .row("remote read / local read", 54 / 1.9, remoteRead[0] / localRead[0])
            .row("issue remote / issue local", 5.9 / 2.1, remotePhases[1] / localPhases[1])
            .row("issue / remote read", 5.9 / 54, remotePhases[1] / remotePhases[0])
            .print(out);
    }

    /**
     * Combines the figures of 1997 into those that can be measured here: a frame is read in place, so there is no
     * message handler (8.3) and no EOP handler (0.42), and the wait for the end of the pulse (4.5) begins with the way
     * there.
     */
    private static void printStamped(final PrintWriter out, final double[] us)
    {
        final double there = ONE_WAY_US + 8.3 + 4.5 + 0.42;
        new ComparisonTable("remote read with stamps at both ends", "us", "1997", ComparisonTable.Better.LOWER)
            .row("remote read with stamps", 54, us[0])
            .row("  issuer: issue", 5.9, us[1])
            .row("  network: there, until its pulse has ended", there, us[2])
            .row("  remote node: execute and reply", 5.1, us[3])
            .row("  network: back", ONE_WAY_US, us[4])
            .row("  issuer: process the response", 1.7, us[5])
            .row("issuer", 5.9 + 1.7, us[1] + us[5])
            .row("network", there + ONE_WAY_US, us[2] + us[4])
            .row("remote node", 5.1, us[3])
            .print(out);
    }
}
