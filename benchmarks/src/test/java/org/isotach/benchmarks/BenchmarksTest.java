/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.junit.jupiter.api.Assertions.assertEquals;

class BenchmarksTest
{
    private static final TimeValue BRIEFLY = TimeValue.milliseconds(10);

    @Test
    void shouldRunEveryBenchmark() throws RunnerException
    {
        final Options options = new OptionsBuilder()
            .forks(0)
            .warmupIterations(1)
            .warmupTime(BRIEFLY)
            .measurementIterations(1)
            .measurementTime(BRIEFLY)
            // Numbers that lead nowhere else, of the three benchmarks with most combinations.
            .param("mealUs", "0")
            .param("of", "16")
            .param("burst", "16")
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();

        final Collection<RunResult> results = new Runner(options).run();

        final Set<String> benchmarks = new TreeSet<>();
        for (final RunResult result : results)
        {
            final String name = result.getParams().getBenchmark();
            benchmarks.add(name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1));
        }
        assertEquals(
            Set.of(
                "ActionsBenchmark.apply",
                "ActionsBenchmark.applyPrepared",
                "ActionsBenchmark.lock",
                "ActionsBenchmark.portTake",
                "ActionsBenchmark.portTakeInFlight",
                "ActionsBenchmark.portUpdate",
                "ActionsBenchmark.run",
                "ActionsBenchmark.runPipelined",
                "ActionsBenchmark.runPrepared",
                "ActionsBenchmark.take",
                "ActionsBenchmark.takePrepared",
                "ActiveMessageBenchmark.requestAndReply",
                "ActiveMessageBenchmark.ringRoundTrip",
                "ActiveMessageBenchmark.ringStream",
                "ActiveMessageBenchmark.stream",
                "AtomicGroupBenchmark.snapshot",
                "AtomicGroupBenchmark.update",
                "AtomicGroupBenchmark.write",
                "BarrierBenchmark.barrier",
                "BaselineBenchmark.disruptorRoundTrip",
                "BaselineBenchmark.wordsRoundTrip",
                "ChannelBenchmark.receive",
                "DiningBenchmark.meal",
                "EndpointRoundTripBenchmark.roundTrip",
                "GangSwitchBenchmark.switchGangs",
                "IsochronWriteBenchmark.write",
                "IssuingThreadsBenchmark.issue",
                "LocalReadBenchmark.localRead",
                "LogicalTimeBenchmark.allHosts",
                "LogicalTimeBenchmark.idleHosts",
                "LoneRoundTripBenchmark.roundTrip",
                "MemorySizeBenchmark.snapshot",
                "MemorySizeBenchmark.write",
                "MulticastBenchmark.burst",
                "MulticastBenchmark.single",
                "PassOnBenchmark.pass",
                "PendingReadsBenchmark.assign",
                "PendingReadsBenchmark.release",
                "QueuePairBenchmark.receive",
                "RemoteReadBenchmark.remoteRead",
                "RoundTripBenchmark.roundTrip",
                "SingleVariableBenchmark.call",
                "SnapshotBenchmark.snapshot",
                "StreamBenchmark.receive",
                "TransferBenchmark.copy",
                "TransferBenchmark.put",
                "TransferBenchmark.transfer",
                "TransferOnOneHostBenchmark.transfer"),
            benchmarks);
        assertEquals(398, results.size(), "benchmarks with their parameters");
    }
}
