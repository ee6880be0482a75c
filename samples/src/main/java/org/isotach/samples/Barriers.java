/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import org.isotach.Topology;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Barriers and signals (Ironman section 3.5).
 */
@Command(
    name = "barriers",
    description = {
        "Hosts meet at strong, weak and non-isotach barriers, and signal.",
        "No host may pass a barrier before all hosts have come to it; a strong barrier must come after all messages " +
            "of its round; a signal must reach all hosts in one pulse." })
final class Barriers implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--hosts", paramLabel = "N", defaultValue = "4",
        description = "Hosts, 1..256. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(names = "--rounds", paramLabel = "R", defaultValue = "1000",
        description = "Barriers of each kind, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--switches", paramLabel = "S", defaultValue = "1",
        description = "Switches in a chain, 1..N. Default: ${DEFAULT-VALUE}.")
    private int switches;

    @Mixin
    private ModeOption mode;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--hosts", hosts, 1, Limits.MAX_HOSTS);
        Limits.check(spec, "--rounds", rounds, 1, 1_000_000);
        Limits.check(spec, "--switches", switches, 1, hosts);

        final PrintWriter out = spec.commandLine().getOut();
        final BarrierChecker checker = new BarrierChecker(hosts, rounds);
        try (Cluster cluster = Cluster.launch(mode.context(Topology.chain(switches, hosts))))
        {
            out.println(cluster.topology() + ", " + Plural.of(rounds, "round") + " each, " + cluster.threadingMode());
            final Messaging messaging = Messaging.on(cluster, new MessagingContext().barrierChannels(3));
            for (int host = 0; host < hosts; host++)
            {
                // All register before the first one participates, so all are in step.
                final Mailbox mailbox = messaging.mailbox(cluster.host(host));
                mailbox.registerBarrier(BarrierRounds.STRONG_CHANNEL, BarrierMode.STRONG);
                mailbox.registerBarrier(BarrierRounds.WEAK_CHANNEL, BarrierMode.WEAK);
                mailbox.registerSignal(BarrierRounds.SIGNAL_CHANNEL);
            }
            try (Progress progress = Progress.onTerminal("barriers", 3L * hosts * rounds))
            {
                HostThreads.run(cluster, host ->
                {
                    final BarrierRounds program = new BarrierRounds(host, messaging, checker);
                    for (int round = 1; round <= rounds; round++)
                    {
                        program.strong(round);
                        progress.step();
                    }
                    for (int round = 1; round <= rounds; round++)
                    {
                        program.weak(rounds + round);
                        progress.step();
                    }
                    for (int round = 1; round <= rounds; round++)
                    {
                        program.nonIsotach(2 * rounds + round);
                        progress.step();
                    }
                });
            }
        }
        return report(checker);
    }

    int report(final BarrierChecker checker)
    {
        final Violations violations = checker.violations();
        return Verdict.of(
            spec,
            "hosts=" + hosts + " barriers=" + checker.barriers() + " signals=" + checker.signals() + " violations=" +
                violations.count(),
            violations.first());
    }
}
