/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;

import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Target.Measured;

import static org.isotach.benchmarks.report.Target.Bound.AT_MOST;

/**
 * The targets about active messages, queue pairs and Myrinet channels.
 */
final class EndpointTargets
{
    private static final String REQUESTS = "active-messages-turns";

    private EndpointTargets()
    {
    }

    static void addTo(final List<Target> targets)
    {
        final Point ring = new Point(REQUESTS, "", "ring");
        targets.add(Ratios.timeInTurns(
            "request and reply of 4 words, with keys and without windows, against two bare rings",
            1.15, 1.05, new Point(REQUESTS, "", "active-messages-keys"), ring));
        targets.add(Ratios.timeInTurns(
            "the same with windows", 1.2, 1.1, new Point(REQUESTS, "", "active-messages"), ring));
        targets.add(Ratios.timeInTurns(
            "the same with windows and checksums", 1.6, 1.4,
            new Point(REQUESTS, "", "active-messages-checksums"), ring));
        targets.add(Ratios.timeInTurns(
            "request and reply of 4 words over a queue pair, against two bare rings", 1.15, 1.05,
            new Point(REQUESTS, "", "queue-pair"), ring));
        targets.add(Ratios.time(
            "stream of requests with windows of 8 against none", 1.5, 1.25,
            new Point("active-messages-stream", "", "windows of 8"),
            new Point("active-messages-stream", "", "no windows")));
        addTransfer(targets, "64 KB", "65536");
        addTransfer(targets, "16 MB", "16777216");
        addPut(targets, "64 KB", "65536");
        addPut(targets, "16 MB", "16777216");
        addQueuePairs(targets);
        addChannel(targets, "1 KB", "1024", 1.2, 1.5);
        addChannel(targets, "64 KB", "65472", 2, 3);
        targets.add(Ratios.throughput(
            "64 KB passed on by a stage that reads 8 bytes, channel against Aeron IPC", 50, 150,
            new Point("channel-pass-on", "65472", "channel"), new Point("channel-pass-on", "65472", "aeron")));
        final Point request = new Point("endpoint-round-trip", "", "active-messages");
        targets.add(Ratios.throughput(
            "round trip of 32 B between two threads, active messages against `java.nio` pipes", 8, 10,
            request, new Point("endpoint-round-trip", "", "pipe")));
        targets.add(Ratios.throughput(
            "the same against loopback TCP", 40, 50, request, new Point("endpoint-round-trip", "", "tcp")));
    }

    private static void addTransfer(final List<Target> targets, final String what, final String length)
    {
        targets.add(Ratios.throughput(
            "transfer of " + what + " against a direct copy", 0.9, 0.97,
            new Point("transfer", length, "transfer"), new Point("transfer", length, "direct copy")));
    }

    private static void addQueuePairs(final List<Target> targets)
    {
        final Point queuePair = new Point("queue-pair-turns", "", "queue-pair");
        targets.add(Ratios.speedInTurns(
            "stream of 64 B over a queue pair against JCTools SPSC", 80, 100,
            queuePair, new Point("queue-pair-turns", "", "jctools")));
        targets.add(Ratios.speedInTurns(
            "the same against a bare Disruptor", 50, 80,
            queuePair, new Point("queue-pair-turns", "", "disruptor")));
        targets.add(Ratios.timeInTurns(
            "round trip of 32 B over FUNi devices against rings, one thread", 3, 2,
            new Point("device-turns", "", "queue-pair-devices"), new Point("device-turns", "", "queue-pair")));
        final Point full = new Point("gang-switch", "", "full");
        targets.add(new Target(
            "switch from one gang on FUNi devices of 8 hosts to another, queues full", "time, gang-switch: full",
            AT_MOST, 1000, 100, " us", List.of(full),
            (results) -> full.find(results).map(Result::summary)
                .map((time) -> new Measured(time.median(), "range " + Numbers.format(time)))));
    }

    private static void addPut(final List<Target> targets, final String what, final String length)
    {
        targets.add(Ratios.throughput(
            "put of " + what + " against a direct copy", 0.9, 0.97,
            new Point("transfer", length, "put"), new Point("transfer", length, "direct copy")));
    }

    private static void addChannel(
        final List<Target> targets, final String what, final String length, final double required, final double aim)
    {
        targets.add(Ratios.throughput(
            "stream of " + what + " over a channel against Aeron IPC", required, aim,
            new Point("channel-stream", length, "channel"), new Point("channel-stream", length, "aeron")));
    }
}
