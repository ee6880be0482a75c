/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.isotach.Topology;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A parallel rule-based system (V1 section 3.2.7): forward chaining over a working memory that all hosts have, kept
 * equal by isochronous messages.
 */
@Command(
    name = "rules",
    description = {
        "A parallel rule-based system finds a stable matching of applicants and posts.",
        "All hosts have the working memory. Each firing is a message to all of them, and all drop firings that come " +
            "too late. Every host must have the result of a sequential matcher, with the same number of firings. " +
            "The result must be stable: no applicant and post would rather have each other." })
final class Rules implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--hosts", paramLabel = "N[,N...]", split = ",", defaultValue = "1,2,4",
        description = "Numbers of hosts to run with, each 1..256. Default: ${DEFAULT-VALUE}.")
    private List<Integer> hostCounts;

    @Option(names = "--applicants", paramLabel = "A", defaultValue = "500",
        description = "Applicants, and posts, 1..5000. Default: ${DEFAULT-VALUE}.")
    private int applicants;

    @Mixin
    private ModeOption mode;

    @Mixin
    private SeedOption seed;

    private final Violations violations = new Violations();

    @Override
    public Integer call()
    {
        hostCounts.forEach(hosts -> Limits.check(spec, "--hosts", hosts, 1, Limits.MAX_HOSTS));
        Limits.check(spec, "--applicants", applicants, 1, 5000);

        final PrintWriter out = spec.commandLine().getOut();
        final Preferences preferences = Preferences.random(applicants, seed.value());
        final WorkingMemory sequential = new WorkingMemory(preferences);
        while (!sequential.isDone())
        {
            sequential.fire(sequential.match(sequential.anySeeking()));
        }
        out.println(Plural.of(applicants, "applicant") + ", " + Plural.of(applicants, "post") + ", " +
            Plural.of(sequential.firings(), "firing") + ", seed " + seed.value());
        for (final int hosts : hostCounts)
        {
            out.println(run(hosts, preferences, sequential));
        }
        return report(sequential);
    }

    int report(final WorkingMemory sequential)
    {
        return Verdict.of(
            spec,
            "hosts=" + hostCounts.stream().map(String::valueOf).collect(Collectors.joining(",")) + " facts=" +
                sequential.result().size() + " firings=" + sequential.firings() + " violations=" +
                violations.count(),
            seed.appendTo(violations.first()));
    }

    /**
     * Compares the result of a host with the expected one.
     */
    void check(
        final String name, final Preferences preferences, final WorkingMemory memory, final WorkingMemory sequential)
    {
        if (!memory.result().equals(sequential.result()))
        {
            violations.add(name + " differs from the sequential matcher");
        }
        if (memory.firings() != sequential.firings())
        {
            violations.add(
                name + " has " + Plural.of(memory.firings(), "firing") + " (expected: " + sequential.firings() + ')');
        }
        final String blockingPair = preferences.blockingPair(memory.choices());
        if (null != blockingPair)
        {
            violations.add(name + ": not stable, " + blockingPair + " would rather have each other");
        }
    }

    void checkDropped(final String name, final int dropped, final int expected)
    {
        if (dropped != expected)
        {
            violations.add(name + " has dropped " + Plural.of(dropped, "firing") + ", host 0 " + expected);
        }
    }

    private String run(final int hosts, final Preferences preferences, final WorkingMemory sequential)
    {
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(hosts))))
        {
            final Messaging messaging = Messaging.on(cluster);
            final RuleHost[] programs = new RuleHost[hosts];
            for (int host = 0; host < hosts; host++)
            {
                programs[host] = new RuleHost(cluster.host(host), messaging, preferences);
            }
            HostThreads.run(cluster, host -> programs[host.id()].run());
            for (int host = 0; host < hosts; host++)
            {
                check("host " + host + " of " + hosts, preferences, programs[host].memory(), sequential);
                checkDropped("host " + host + " of " + hosts, programs[host].dropped(), programs[0].dropped());
            }
            return Plural.of(hosts, "host") + ", " + cluster.threadingMode() + ": " +
                Plural.of(programs[0].memory().firings(), "firing") + ", " + programs[0].dropped() + " came too late";
        }
    }
}
