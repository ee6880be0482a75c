/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Target.Measured;

import static org.isotach.benchmarks.report.Target.Bound.AT_MOST;

/**
 * The performance targets of the library.
 */
final class Targets
{
    private static final String[] STM = { "scalastm", "multiverse" };
    private static final double PERCENT = 100;
    private static final double MEBIBYTES = 100;
    private static final String COSTS = "costs-turns";
    private static final double COST = 1.01;
    private static final double COST_OF_ENDPOINTS = 1.02;
    private static final Point VIRTUAL_THREADS = new Point("virtual-threads", "", "together");
    private static final Point IDLE = new Point("idle", "16", "SHARED");

    private Targets()
    {
    }

    static List<Target> all()
    {
        final List<Target> targets = new ArrayList<>();
        addMessages(targets);
        addWithoutUnsafe(targets);
        EndpointTargets.addTo(targets);
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
        addTransfers(targets, "1 thread", "transfer-alone");
        addTransfers(targets, "4 threads", "transfers");
        targets.add(Ratios.throughput(
            "philosophers, 5, meal 1 us, against ordered locks", 1, 2,
            new Point("dining", "5", "isotach"), new Point("dining", "5", "ordered-locks")));
    }

    private static void addTransfers(final List<Target> targets, final String threads, final String section)
    {
        final Point lock = new Point(section, "", "synchronized");
        final String where = "2 variables of one host, default mode, " + threads + ", against `synchronized`: ";
        targets.add(Ratios.throughput(
            where + "transfers of two isochrons, unpipelined", 0.3, 0.6, new Point(section, "", "take-assign"), lock));
        targets.add(Ratios.throughput(
            where + "UPDATE", 0.3, 0.6, new Point(section, "", "update"), lock));
        targets.add(Ratios.throughput(
            where + "WRITE", 0.3, 0.6, new Point(section, "", "write"), lock));
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
                new Point("actions-on-the-spot", mode, "port, TAKE and ASSIGN, 32 in flight")));
        }
        targets.add(Ratios.throughput(
            "prepared action on 4 variables against one `synchronized` section", 0.25, 0.6,
            new Point("actions", "HOST", "action"), new Point("actions", "HOST", "synchronized")));
        for (final String threads : List.of("16", "64"))
        {
            final String section = "actions-" + threads + "-threads";
            targets.add(Ratios.throughput(
                "the same, " + threads + " threads", 0.25, 0.6,
                new Point(section, "HOST", "action"), new Point(section, "HOST", "synchronized")));
        }
        targets.add(Ratios.throughput(
            "`apply` of 4 additions, 2 copies, against the port", 0.8, 0.95,
            new Point("actions-two-copies", "HOST", "changes on the spot"),
            new Point("actions-two-copies", "HOST", "port, UPDATE")));
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
        targets.add(Ratios.throughput(
            "the same, put together on the spot", required, aim,
            new Point("snapshot-on-the-spot", written, "isotach-on-the-spot"),
            new Point("snapshot-on-the-spot", written, "stampedlock")));
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
        AllocationTargets.addTo(targets);
        targets.add(new Target(
            "cores used by an idle cluster of 16 hosts in `SHARED` mode",
            "idle: SHARED at 16", AT_MOST, 0.5, 0, " % of one", List.of(IDLE), Targets::idle));
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
