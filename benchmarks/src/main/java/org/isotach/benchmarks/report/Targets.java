/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import static org.isotach.benchmarks.report.Target.Bound.AT_MOST;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Results.SectionResult;
import org.isotach.benchmarks.report.Target.Measured;

/**
 * The performance targets of the library.
 */
final class Targets
{
    /**
     * Bytes per operation that count as none.
     */
    static final double NO_ALLOCATION = 0.1;

    private static final String ALLOCATION = "gc.alloc.rate.norm";
    private static final String ALLOCATION_RATE = "gc.alloc.rate";
    private static final int KILOBYTES_PER_MEGABYTE = 1024;
    private static final String[] STM = { "scalastm", "multiverse" };
    private static final double PERCENT = 100;
    private static final double ON_THE_SPOT = 200;
    private static final double MEBIBYTES = 100;
    private static final String COSTS = "costs-turns";
    private static final double COST = 1.01;
    private static final double COST_OF_ENDPOINTS = 1.02;
    private static final String REQUESTS = "active-messages-turns";
    private static final Point VIRTUAL_THREADS = new Point("virtual-threads", "", "together");
    private static final Point IDLE = new Point("idle", "16", "SHARED");

    // Part of the allocation of JMH itself per second, which varies.
    private static final double RATE_TOLERANCE = 2;

    private Targets()
    {
    }

    static List<Target> all()
    {
        final List<Target> targets = new ArrayList<>();
        addMessages(targets);
        addWithoutUnsafe(targets);
        addEndpoints(targets);
        addAtomicGroups(targets);
        addActions(targets);
        addRest(targets);
        return targets;
    }

    private static void addMessages(final List<Target> targets)
    {
        addRoundTrips(targets, "-turns", "");
        targets.add(Ratios.time(
            "isotach against non-isotach round trip, one thread at both ends, 64 B", 2, 1.5,
            new Point("round-trip-alone", "64", "isotach"), new Point("round-trip-alone", "64", "nonisotach")));
        addCost(targets, "counters", "isotach", "isotach-without-counters", COST);
        addCost(targets, "JFR that is off", "isotach", "isotach-without-jfr", COST);
        addCost(targets, "idle endpoints", "isotach-idle-endpoints", "isotach", COST_OF_ENDPOINTS);
        addStreams(targets, "-turns", "");
        targets.add(Ratios.throughput(
            "non-isotach stream against Aeron IPC, 64 B", 0.9, 1.2,
            new Point("stream", "64", "nonisotach"), new Point("stream", "64", "aeron")));
        targets.add(Ratios.throughput(
            "non-isotach stream against Aeron IPC, 1024 B", 1.1, 2,
            new Point("stream", "1024", "nonisotach"), new Point("stream", "1024", "aeron")));
    }

    private static void addWithoutUnsafe(final List<Target> targets)
    {
        final String suffix = "-without-unsafe";
        final String where = ", JDK 24 or later, without Unsafe";
        addRoundTrips(targets, suffix, where);
        targets.add(Ratios.timeInTurns(
            "isotach against non-isotach round trip, one thread at both ends, 64 B" + where, 2, 1.5,
            new Point("round-trip-alone" + suffix, "", "isotach"),
            new Point("round-trip-alone" + suffix, "", "nonisotach")));
        addStreams(targets, suffix, where);
    }

    /**
     * @param suffix of the names of the sections.
     * @param where  end of the description.
     */
    private static void addRoundTrips(final List<Target> targets, final String suffix, final String where)
    {
        targets.add(Ratios.timeInTurns(
            "remote read against bare Disruptor round trip" + where, 1.3, 1.1,
            new Point("remote-read" + suffix, "", "isotach"), new Point("remote-read" + suffix, "", "disruptors")));
        addRoundTrip(targets, suffix, where, "64", 1.35, 1.15);
        addRoundTrip(targets, suffix, where, "1024", 1.2, 1.05);
    }

    private static void addRoundTrip(
        final List<Target> targets,
        final String suffix,
        final String where,
        final String length,
        final double required,
        final double aim)
    {
        targets.add(Ratios.timeInTurns(
            "isotach against non-isotach round trip, " + length + " B" + where, required, aim,
            new Point("round-trip" + suffix, length, "isotach"),
            new Point("round-trip" + suffix, length, "nonisotach")));
    }

    private static void addStreams(final List<Target> targets, final String suffix, final String where)
    {
        addStream(targets, suffix, where, "64", 150);
        addStream(targets, suffix, where, "1024", 100);
    }

    private static void addStream(
        final List<Target> targets, final String suffix, final String where, final String length, final double aim)
    {
        targets.add(Ratios.speedInTurns(
            "isotach against non-isotach stream, " + length + " B" + where, 95, aim,
            new Point("stream" + suffix, length, "isotach"), new Point("stream" + suffix, length, "nonisotach")));
    }

    private static void addCost(
        final List<Target> targets, final String what, final String with, final String without, final double required)
    {
        targets.add(Ratios.cost(
            "round trip, one thread at both ends, 64 B, with " + what + " against without", required, 1,
            new Point(COSTS, "", with), new Point(COSTS, "", without), new Point(COSTS, "", "isotach again")));
    }

    private static void addEndpoints(final List<Target> targets)
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

    private static void addAtomicGroups(final List<Target> targets)
    {
        final Point write = new Point("atomic-write", "16", "isotach-2-copies");
        targets.add(Ratios.throughput(
            "16-write isochrons, 2 hosts, 2 copies, against `synchronized` with 2 threads", 1.1, 1.5,
            write, new Point("atomic-write", "16", "synchronized")));
        targets.add(Ratios.throughput(
            "the same against the best STM", 5, 10,
            write, new Point("atomic-write", "16", STM)));
        targets.add(Ratios.throughput(
            "SCHED/ASSIGN action on 4 of 1024 variables, pipelined, against the best STM", 1.5, 2.5,
            new Point("atomic-update", "4", "isotach-2-copies"), new Point("atomic-update", "4", STM)));
        targets.add(Ratios.throughput(
            "SCHED/ASSIGN action on 4 of 16 variables, pipelined, against the best STM", 1, 2,
            new Point("atomic-update-contended", "4", "isotach-2-copies"),
            new Point("atomic-update-contended", "4", STM)));
        final Point additions = new Point("atomic-update", "4", "isotach-update");
        targets.add(Ratios.throughput(
            "UPDATE: 4 additions in one isochron, 2 copies, against the best STM", 4, 6,
            additions, new Point("atomic-update", "4", STM)));
        targets.add(Ratios.throughput(
            "the same against `synchronized`", 0.8, 1.4,
            additions, new Point("atomic-update", "4", "synchronized")));
        targets.add(Ratios.throughput(
            "read-only snapshot of 16 local variables against ScalaSTM", 5, 20,
            new Point("atomic-snapshot", "16", "isotach-2-copies"), new Point("atomic-snapshot", "16", "scalastm")));
        targets.add(Ratios.throughput(
            "read-only snapshot of 16 local variables against StampedLock, optimistic", 0.54, 0.9,
            new Point("atomic-snapshot", "16", "isotach-2-copies"),
            new Point("atomic-snapshot", "16", "stampedlock")));
        targets.add(Ratios.throughput(
            "philosophers, 5, meal 1 us, against ordered locks", 1, 2,
            new Point("dining", "5", "isotach"), new Point("dining", "5", "ordered-locks")));
    }

    /**
     * In the default mode of two cores, but for the pipeline.
     */
    private static void addActions(final List<Target> targets)
    {
        targets.add(Ratios.throughput(
            "prepared changes of 4 variables against the port", 0.8, 0.95,
            new Point("actions", "HOST", "changes"), new Point("actions", "HOST", "port, UPDATE")));
        for (final String mode : List.of("HOST", "INVOKER"))
        {
            targets.add(Ratios.throughput(
                "`update(...).run` of 4 variables in a pipeline against the port with as many in flight, `" + mode +
                    "`", 0.8, 0.95,
                new Point("actions-on-the-spot", mode, "action in a pipeline"),
                new Point("actions", mode, "port, TAKE and ASSIGN, 32 in flight")));
        }
        targets.add(Ratios.throughput(
            "prepared action on 4 variables against one `synchronized` section", 0.25, 0.6,
            new Point("actions", "HOST", "action"), new Point("actions", "HOST", "synchronized")));
        addSnapshot(targets, "no thread writes", "none", 0.5, 0.9);
        addSnapshot(targets, "2 threads write other variables", "others", 0.5, 0.9);
        addSnapshot(targets, "2 threads write these", "these", 0.2, 0.5);
    }

    private static void addSnapshot(
        final List<Target> targets, final String when, final String written, final double required, final double aim)
    {
        final Point lock = new Point("snapshot-under-writes", written, "stampedlock");
        targets.add(Ratios.throughput(
            "prepared snapshot of 16 variables against StampedLock, optimistic, " + when, required, aim,
            new Point("snapshot-under-writes", written, "isotach"), lock));
        targets.add(Ratios.throughput(
            "the same, by words", required, aim, new Point("snapshot-under-writes", written, "isotach-words"), lock));
    }

    private static void addRest(final List<Target> targets)
    {
        for (final String receivers : List.of("2", "4"))
        {
            targets.add(Ratios.throughput(
                "total-order multicast to " + receivers + " receivers against JGroups SEQUENCER, throughput", 60, 100,
                new Point("multicast-burst", receivers, "isotach"),
                new Point("multicast-burst", receivers, "jgroups")));
            targets.add(Ratios.throughput(
                "total-order multicast to " + receivers + " receivers against JGroups SEQUENCER, latency", 200, 300,
                new Point("multicast-single", receivers, "isotach"),
                new Point("multicast-single", receivers, "jgroups")));
        }
        targets.add(Ratios.timeInTurns(
            "barrier of 16 hosts against `Phaser`", 8, 3,
            new Point("barrier-turns", "", "isotach"), new Point("barrier-turns", "", "phaser")));
        targets.add(Ratios.throughput(
            "8 mostly idle hosts on 8 switches against one switch", 0.6, 0.8,
            new Point("switches", "8x8", "mostly idle"), new Point("switches", "8x1", "mostly idle")));
        targets.add(Ratios.time(
            "cost per isochron at 64 mostly idle hosts against 2 hosts", 3, 1.3,
            new Point("hosts", "64x1", "mostly idle"), new Point("hosts", "2x1", "mostly idle")));
        targets.add(new Target(
            "allocation per operation in steady state",
            "the largest median of all measurements of this library; JMH itself allocates a little, so less than " +
                NO_ALLOCATION + " B, or twice as many bytes per second and thread as in the baseline, counts as 0",
            AT_MOST, 0, 0, " B", List.of(), (results) -> allocation(results, false)));
        targets.add(new Target(
            "allocation per action built anew",
            "the largest median of actions-on-the-spot", AT_MOST, ON_THE_SPOT, 0, " B",
            List.of(new Point("actions-on-the-spot", "HOST", "action", "action in a pipeline", "changes", "snapshot")),
            (results) -> allocation(results, true)));
        targets.add(new Target(
            "cores used by an idle cluster of 16 hosts in `SHARED` mode",
            "idle: SHARED at 16", AT_MOST, 1, 0, " % of one", List.of(IDLE), Targets::idle));
        addVirtualThreads(targets);
    }

    private static void addVirtualThreads(final List<Target> targets)
    {
        final String what = "10,000 virtual threads together, one action each, JDK 21 or later: ";
        targets.add(new Target(
            what + "time", "virtual-threads: together", AT_MOST, 1, 0.2, " s", List.of(VIRTUAL_THREADS),
            (results) -> VIRTUAL_THREADS.find(results).map(Result::summary).map(Targets::measured)));
        targets.add(new Target(
            what + "memory", "virtual-threads: together, growth of the process", AT_MOST, MEBIBYTES, MEBIBYTES, " MiB",
            List.of(VIRTUAL_THREADS),
            (results) -> VIRTUAL_THREADS.find(results).flatMap((result) -> result.secondary(Measurer.MEMORY))
                .map(Targets::measured)));
    }

    private static Measured measured(final Summary summary)
    {
        return new Measured(summary.median(), "range " + Numbers.format(summary));
    }

    private static Optional<Measured> allocation(final Results results, final boolean isAllocating)
    {
        Measured largest = null;
        int counted = 0;
        int none = 0;
        for (final Section section : Sections.all())
        {
            final Optional<SectionResult> found =
                results.section(section.id()).filter((each) -> section.isAllocating() == isAllocating);
            for (final Result result : found.map(SectionResult::results).orElse(List.of()))
            {
                final Optional<Summary> allocated = result.secondary(ALLOCATION);
                if (allocated.isPresent() && section.subject(result.subject()).filter(Subject::isOwn).isPresent())
                {
                    final Result baseline = found.get().baselineAfter();
                    final double bytes = isNone(result, baseline) ? 0 : allocated.get().median();
                    counted++;
                    none += 0 == bytes ? 1 : 0;
                    if (null == largest || bytes > largest.value())
                    {
                        largest = new Measured(bytes, section + ", " + result.subject() +
                            (result.x().isEmpty() ? "" : " at " + result.x()) + ": " +
                            Numbers.format(allocated.get().median()) + " B, " + rate(result) + "; baseline: " +
                            rate(baseline));
                    }
                }
            }
        }
        if (counted > 0 && counted == none)
        {
            // Each of them is the largest.
            return Optional.of(new Measured(0, "all of " + counted + " count as 0"));
        }
        final String rest = "; " + none + " of " + counted + " count as 0";
        return Optional.ofNullable(largest).map((found) -> new Measured(found.value(), found.source() + rest));
    }

    private static boolean isNone(final Result result, final Result baseline)
    {
        final Optional<Summary> rate = result.secondary(ALLOCATION_RATE);
        final Optional<Summary> rateOfJmh = baseline.secondary(ALLOCATION_RATE);
        return result.secondary(ALLOCATION).orElseThrow().median() < NO_ALLOCATION ||
            rate.isPresent() && rateOfJmh.isPresent() &&
            rate.get().median() <= RATE_TOLERANCE * result.threads() * rateOfJmh.get().median();
    }

    /**
     * Per second: the baseline itself allocates nothing, so its rate is that of JMH.
     */
    private static String rate(final Result result)
    {
        return result.secondary(ALLOCATION_RATE)
            .map((rate) -> Numbers.format(rate.median() * KILOBYTES_PER_MEGABYTE) + " KB/s")
            .orElse("? KB/s");
    }

    private static Optional<Measured> idle(final Results results)
    {
        return IDLE.find(results).map((result) ->
        {
            final double percent = result.summary().median();
            // Hundredths of a percent: the clocks of threads are not more exact over some seconds.
            return new Measured(Math.round(PERCENT * percent) / PERCENT, String.format(
                Locale.ROOT, "%.3f %%", percent));
        });
    }
}
