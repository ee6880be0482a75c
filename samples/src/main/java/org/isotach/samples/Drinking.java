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
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Drinking philosophers (V1 section 4.1): like the dining ones, but each session needs a different set of resources.
 */
@Command(
    name = "drinking",
    description = {
        "Drinking philosophers: each session takes some of the bottles shared with neighbours, all at once.",
        "A bottle must be in one hand at a time. No philosopher starves: each one completes all its sessions." })
final class Drinking implements Callable<Integer>
{
    private static final int MOST_NEIGHBOURS_HOSTS = 64;

    /**
     * The neighbours of each philosopher.
     */
    enum Graph
    {
        RING,
        COMPLETE
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--hosts", paramLabel = "N", defaultValue = "5",
        description = "Philosophers, 2..256, 2..64 if all are neighbours. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(names = "--sessions", paramLabel = "S", defaultValue = "1000",
        description = "Sessions of each philosopher, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int sessions;

    @Option(names = "--graph", paramLabel = "GRAPH", defaultValue = "RING",
        description = "Neighbours: ${COMPLETION-CANDIDATES}, in any case. Default: ${DEFAULT-VALUE}.")
    private Graph graph;

    @Mixin
    private ModeOption mode;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call()
    {
        final boolean isComplete = Graph.COMPLETE == graph;
        Limits.check(spec, "--hosts", hosts, 2, isComplete ? MOST_NEIGHBOURS_HOSTS : Limits.MAX_HOSTS);
        Limits.check(spec, "--sessions", sessions, 1, 1_000_000);

        final PrintWriter out = spec.commandLine().getOut();
        final BottleRack rack = new BottleRack(hosts, isComplete);
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(hosts))))
        {
            out.println(Plural.of(hosts, "philosopher") + ", " + Plural.of(rack.bottles(), "bottle") + ", " +
                Plural.of(sessions, "session") + " each, " + cluster.threadingMode() + ", seed " + seed.value());
            final SharedMemory memory = SharedMemory.on(cluster, pages(rack));
            try (Progress progress = Progress.onTerminal("drinking", (long)hosts * sessions))
            {
                HostThreads.run(cluster, host -> new Drinker(host, memory, rack, seed.value())
                    .drink(sessions, progress));
            }
            checkBottles(cluster.host(0), memory, rack);
        }
        return report(rack);
    }

    int report(final BottleRack rack)
    {
        final Violations violations = rack.violations();
        return Verdict.of(
            spec,
            "hosts=" + hosts + " sessions=" + rack.sessions() + " violations=" + violations.count(),
            seed.appendTo(violations.first()));
    }

    /**
     * One bottle to a page, with copies at the hosts that share it; the address of a bottle is its number.
     */
    private static PageMap pages(final BottleRack rack)
    {
        final PageMap.Builder builder = PageMap.builder().pageSize(1);
        for (int bottle = 0; bottle < rack.bottles(); bottle++)
        {
            builder.page(bottle, rack.sharers(bottle));
        }
        return builder.build();
    }

    private static void checkBottles(final Host host, final SharedMemory memory, final BottleRack rack)
    {
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron();
        final IsoValue value = new IsoValue();
        for (int bottle = 0; bottle < rack.bottles(); bottle++)
        {
            // Fresh: behind the last ASSIGN of every philosopher.
            isochron.begin().fresh();
            port.read(isochron, bottle, value);
            isochron.issue();
            rack.checkValue(bottle, value.await());
        }
    }
}
