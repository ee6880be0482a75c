/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.smm.SharedMemory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Write-all/read-all (V1 section 4.1): each host writes one value to all variables in one isochron, and reads all of
 * them in another one. The variables have different copysets, so no two isochrons take the same paths.
 */
@Command(
    name = "consistency",
    description = {
        "Write-all/read-all: every isochron reads equal values.",
        "Each host writes one value to all variables in one isochron, and reads all of them in another one. The " +
            "values of a read must be equal, and those of each writer must come in its order." })
final class Consistency implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--hosts", paramLabel = "N", defaultValue = "4",
        description = "Hosts, 1..256. Default: ${DEFAULT-VALUE}. Up to " + Copysets.MOST_HOSTS_FOR_ALL +
            " hosts there is a variable for every possible copyset; with more hosts, " + Copysets.RANDOM_COPYSETS +
            " variables with different random copysets.")
    private int hosts;

    @Option(names = "--rounds", paramLabel = "R", defaultValue = "2000",
        description = "Rounds of each host, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--switches", paramLabel = "S", defaultValue = "1",
        description = "Switches in a chain, 1..N. Default: ${DEFAULT-VALUE}.")
    private int switches;

    @Mixin
    private ModeOption mode;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--hosts", hosts, 1, Limits.MAX_HOSTS);
        Limits.check(spec, "--rounds", rounds, 1, 1_000_000);
        Limits.check(spec, "--switches", switches, 1, hosts);

        final PrintWriter out = spec.commandLine().getOut();
        final PageMap pages = Copysets.of(hosts, seed.value());
        final ReadAllChecker checker = new ReadAllChecker(hosts);
        final ClusterContext context = mode.context(Topology.chain(switches, hosts));
        try (Cluster cluster = Cluster.launch(context))
        {
            out.println(cluster.topology() + ", " +
                Plural.of(pages.pageCount(), "copyset") + " with a variable each, " +
                Plural.of(rounds, "round") + " each, " + cluster.threadingMode() + ", seed " + seed.value());
            final SharedMemory memory = SharedMemory.on(cluster, pages);
            try (Progress progress = Progress.onTerminal("consistency", (long)hosts * rounds))
            {
                HostThreads.run(cluster, host ->
                    new WriterReader(host, memory, checker, seed.value()).run(rounds, progress));
            }
        }
        return report(checker);
    }

    int report(final ReadAllChecker checker)
    {
        final Violations violations = checker.violations();
        return Verdict.of(
            spec,
            "hosts=" + hosts + " rounds=" + rounds + " reads=" + checker.reads() + " violations=" +
                violations.count(),
            seed.appendTo(violations.first()));
    }
}
