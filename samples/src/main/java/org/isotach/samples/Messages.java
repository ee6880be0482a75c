/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import org.isotach.Topology;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The message checker (V1 section 4.1; Ironman, test programs isotest and noniso_test): all hosts send to all hosts,
 * and every receiver checks content and order.
 */
@Command(
    name = "messages",
    description = {
        "All hosts send messages to all; every receiver checks contents and order.",
        "Isotach messages go to other hosts, to their own sender, or to several hosts, one or more in an isochron. " +
            "Each receiver checks the contents, that nothing is missing, and the order of each sender. In the end " +
            "all receivers must have received their common messages in one order." })
final class Messages implements Callable<Integer>
{
    private static final int MAX_COUNT = 1_000_000;

    // Each receiver keeps what it has received, for the end: together less than 200 MiB.
    private static final long MAX_DELIVERIES = 10_000_000;

    // Without a --count: some seconds on two cores.
    private static final long DEFAULT_DELIVERIES = 1_000_000;

    // Each host sends to all others: with links as long as they may become, 256 hosts need 8 GiB outside the heap.
    private static final int MANY_HOSTS = 64;
    private static final int LENGTH_OF_MANY_LINKS = 16 * 1024;

    @Spec
    private CommandSpec spec;

    @Option(names = "--hosts", paramLabel = "N", defaultValue = "4",
        description = "Hosts, 1..256, with --non-isotach 2..256. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(names = "--count", paramLabel = "C", defaultValue = "5000",
        description = "Messages that each host sends, 1..1000000, in all about " + MAX_DELIVERIES + " deliveries at " +
            "most. Default: ${DEFAULT-VALUE}, or fewer with many hosts: about " + DEFAULT_DELIVERIES + " deliveries.")
    private int count;

    @Option(names = "--switches", paramLabel = "S", defaultValue = "1",
        description = "Switches in a chain, 1..N. Default: ${DEFAULT-VALUE}.")
    private int switches;

    @Option(names = "--non-isotach",
        description = "Send non-isotach messages, to other hosts, one at a time; they have no common order to check.")
    private boolean isNonIsotach;

    @Mixin
    private ModeOption mode;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--hosts", hosts, isNonIsotach ? 2 : 1, Limits.MAX_HOSTS);
        count = checkedCount();
        Limits.check(spec, "--switches", switches, 1, hosts);

        final PrintWriter out = spec.commandLine().getOut();
        final MessageChecker checker = new MessageChecker(hosts);
        final ClusterContext context = mode.context(Topology.chain(switches, hosts));
        if (hosts > MANY_HOSTS)
        {
            context.linkLength(LENGTH_OF_MANY_LINKS);
        }
        try (Cluster cluster = Cluster.launch(context))
        {
            out.println(cluster.topology() + ", " + Plural.of(count, "message") + " each, " +
                cluster.threadingMode() + ", seed " + seed.value());
            final Messaging messaging = Messaging.on(cluster);
            for (int host = 0; host < hosts; host++)
            {
                // A host that gets its mailbox before the others begin is not left behind when they close.
                messaging.mailbox(cluster.host(host));
            }
            try (Progress progress = Progress.onTerminal("messages", (long)hosts * count))
            {
                HostThreads.run(cluster, host ->
                {
                    final MessageExchange exchange = new MessageExchange(host, messaging, checker, seed.value());
                    if (isNonIsotach)
                    {
                        exchange.nonIsotach(count, progress);
                    }
                    else
                    {
                        exchange.isotach(count, progress);
                    }
                });
            }
        }
        checker.checkComplete();
        if (!isNonIsotach)
        {
            checker.checkOneOrder();
        }
        return report(checker);
    }

    int checkedCount()
    {
        Limits.check(spec, "--count", count, 1, MAX_COUNT);
        final double deliveries = hosts * (isNonIsotach ? 1 : MessageExchange.meanReceivers(hosts));
        if (!Limits.isGiven(spec, "--count"))
        {
            return (int)Math.min(count, DEFAULT_DELIVERIES / deliveries);
        }
        final int most = (int)Math.min(MAX_COUNT, MAX_DELIVERIES / deliveries);
        if (count > most)
        {
            throw new ParameterException(spec.commandLine(), "--count: " + count + " with " + Plural.of(hosts, "host") +
                ", about " + (long)(deliveries * count) + " deliveries (expected: at most " + MAX_DELIVERIES +
                "): --count " + most + ", or fewer hosts");
        }
        return count;
    }

    int report(final MessageChecker checker)
    {
        final Violations violations = checker.violations();
        return Verdict.of(
            spec,
            "hosts=" + hosts + " messages=" + checker.received() + " violations=" + violations.count(),
            seed.appendTo(violations.first()));
    }
}
