/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The dining philosophers (V1 appendix A.3), a thread for each.
 * <p>
 * Fork i lies between the philosophers i - 1 and i and is a variable with a copy at both of them. Two philosophers
 * have the same two forks between them, once as left and right and once as right and left.
 */
@Command(
    name = "philosophers",
    description = {
        "Dining philosophers, one host and one thread each.",
        "One isochron reads and schedules both forks, another one assigns them: no locks, no deadlock." })
final class Philosophers implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--hosts", paramLabel = "N", defaultValue = "5",
        description = "Philosophers, 2..256, at least one for each member. Default: ${DEFAULT-VALUE}, or as many as " +
            "there are members.")
    private int hosts;

    @Option(names = "--meals", paramLabel = "M", defaultValue = "1000",
        description = "Meals of each philosopher, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int meals;

    @Mixin
    private ModeOption mode;

    @Mixin
    private SeedOption seed;

    @Mixin
    private MembersOption members;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--hosts", hosts, 2, Limits.MAX_HOSTS);
        Limits.check(spec, "--meals", meals, 1, 1_000_000);
        members.check(spec);
        if (members.isUsed())
        {
            if (!Limits.isGiven(spec, "--hosts"))
            {
                hosts = Math.max(hosts, members.count());
            }
            Limits.check(spec, "--hosts", hosts, members.count(), Limits.MAX_HOSTS);
            if (Limits.isGiven(spec, "--seed"))
            {
                throw new ParameterException(spec.commandLine(),
                    "--seed: " + seed.value() + " with --members, where nothing is random (omit one of the two)");
            }
            return members.startsAll() ? startMembers() : runMember();
        }

        final PrintWriter out = spec.commandLine().getOut();
        final ClusterContext context = mode.context(Topology.singleSwitch(hosts));
        final DiningTable table = new DiningTable(hosts);
        try (Cluster cluster = Cluster.launch(context))
        {
            out.println(Plural.of(hosts, "philosopher") + ", " + Plural.of(meals, "meal") + " each, " +
                cluster.threadingMode() + ", seed " + seed.value());
            final SharedMemory memory = SharedMemory.on(cluster, forks());
            layTable(cluster.host(0), memory);
            try (Progress progress = Progress.onTerminal("philosophers", (long)hosts * meals))
            {
                HostThreads.run(cluster, host ->
                    new Philosopher(host, memory, table, seed.value()).dine(meals, progress));
            }
            table.checkForks(readForks(cluster.host(0), memory));
        }
        return report(table);
    }

    private int startMembers()
    {
        final long[] sums = members.startAll(
            spec,
            List.of("meals", "violations"),
            MemberJvms.NONE,
            List.of(mode.with("--hosts", Integer.toString(hosts), "--meals", Integer.toString(meals))));
        return Verdict.of(spec, "members=" + members.count() + " hosts=" + hosts + " meals=" + sums[0] +
            " violations=" + sums[1], null);
    }

    private int runMember()
    {
        final Topology topology = members.topology(hosts);
        final long total = (long)meals * topology.hostsOn(members.own()).length;
        final Violations violations = new Violations();
        try (MemberProgress progress = members.progress(spec, total))
        {
            new PhilosopherMember(spec, members, hosts).run(mode, meals, violations, progress);
        }
        return Verdict.of(
            spec,
            "member=" + members.own() + " meals=" + total + " violations=" + violations.count(),
            violations.first());
    }

    int report(final DiningTable table)
    {
        final Violations violations = table.violations();
        return Verdict.of(
            spec,
            "hosts=" + hosts + " meals=" + table.meals() + " violations=" + violations.count(),
            seed.appendTo(violations.first()));
    }

    /**
     * One fork to a page, so that each fork has its own copyset, and the address of a fork is its number.
     */
    private PageMap forks()
    {
        final PageMap.Builder builder = PageMap.builder().pageSize(1);
        for (int fork = 0; fork < hosts; fork++)
        {
            builder.page(fork, (fork + hosts - 1) % hosts, fork);
        }
        return builder.build();
    }

    private void layTable(final Host host, final SharedMemory memory)
    {
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron().begin();
        for (int fork = 0; fork < hosts; fork++)
        {
            port.write(isochron, fork, DiningTable.startValue(fork));
        }
        isochron.issue();
        isochron.awaitExecuted();
    }

    private long[] readForks(final Host host, final SharedMemory memory)
    {
        final MemoryPort port = memory.port(host);
        final IsoValue[] values = new IsoValue[hosts];
        // Fresh: behind the last ASSIGN of every philosopher.
        final Isochron isochron = host.isochron().begin().fresh();
        for (int fork = 0; fork < hosts; fork++)
        {
            values[fork] = new IsoValue();
            port.read(isochron, fork, values[fork]);
        }
        isochron.issue();
        final long[] forks = new long[hosts];
        for (int fork = 0; fork < hosts; fork++)
        {
            forks[fork] = values[fork].await();
        }
        return forks;
    }
}
