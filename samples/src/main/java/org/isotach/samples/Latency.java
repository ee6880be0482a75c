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
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * How long reads take (V1 section 4.2.1, appendix A.1): host 1 reads, host 0 polls.
 */
@Command(
    name = "latency",
    description = {
        "How long a local and a remote read take, beside the figures of 1997.",
        "Of the rounds the first half is not counted; shown are medians over the others." })
final class Latency implements Callable<Integer>
{
    private static final int LOCAL_ADDRESS = 0;
    private static final int REMOTE_ADDRESS = 1;

    // Local reads are so short that a round of them would be over before they are compiled.
    private static final int LOCAL_FACTOR = 10;

    @Spec
    private CommandSpec spec;

    @Option(names = "--rounds", paramLabel = "R", defaultValue = "50",
        description = "Rounds of each measurement, 2..1000. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--reps", paramLabel = "N", defaultValue = "2000",
        description = "Remote reads per round, 1..1000000; of local ones " + LOCAL_FACTOR + " times as many. " +
            "Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private InvokerModeOption mode;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--rounds", rounds, 2, 1000);
        Limits.check(spec, "--reps", reps, 1, 1_000_000);

        final PrintWriter out = spec.commandLine().getOut();
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(2))))
        {
            out.println("2 hosts, " + cluster.threadingMode() + ", medians over rounds " + (rounds / 2 + 1) + " to " +
                rounds + " of " + reps + " reads");
            out.println();
            final SharedMemory memory = SharedMemory.on(
                cluster, PageMap.builder().pageSize(1).page(LOCAL_ADDRESS, 1).page(REMOTE_ADDRESS, 0).build());
            try (PollingThread poller = new PollingThread(cluster, cluster.host(1)))
            {
                poller.start();
                return measure(out, cluster.host(1), memory);
            }
        }
    }

    private int measure(final PrintWriter out, final Host host, final SharedMemory memory)
    {
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron().begin();
        port.write(isochron, LOCAL_ADDRESS, TimedReads.VALUE);
        port.write(isochron, REMOTE_ADDRESS, TimedReads.VALUE);
        isochron.issue();
        isochron.awaitExecuted();

        final TimedReads local = new TimedReads(port, isochron, LOCAL_ADDRESS);
        final TimedReads remote = new TimedReads(port, isochron, REMOTE_ADDRESS);
        final double[] localRead;
        final double[] localPhases;
        final double[] remoteRead;
        final double[] remotePhases;
        try (Progress progress = Progress.onTerminal("latency", 4L * rounds))
        {
            final Rounds measured = new Rounds(rounds, progress);
            localRead = measured.medians(() -> local.wholeReads(LOCAL_FACTOR * reps));
            localPhases = measured.medians(() -> local.localPhases(LOCAL_FACTOR * reps));
            remoteRead = measured.medians(() -> remote.wholeReads(reps));
            remotePhases = measured.medians(() -> remote.remotePhases(reps));
        }

        new ComparisonTable("read latency", "us", "1997")
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
        new ComparisonTable("shape", "ratio", "1997")
            .row("remote read / local read", 54 / 1.9, remoteRead[0] / localRead[0])
            .row("issue remote / issue local", 5.9 / 2.1, remotePhases[1] / localPhases[1])
            .row("issue / remote read", 5.9 / 54, remotePhases[1] / remotePhases[0])
            .print(out);

        final long wrong = local.wrong() + remote.wrong();
        return Verdict.of(
            spec,
            "hosts=2 reads=" + (local.reads() + remote.reads()) + " wrong=" + wrong,
            0 == wrong ? null : wrong + " reads gave another value than " + TimedReads.VALUE);
    }
}
