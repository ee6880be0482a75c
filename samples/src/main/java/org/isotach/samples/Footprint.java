/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures the memory of a host, step by step: memory that is taken on first use counts in the step that uses it.
 */
@Command(
    name = "footprint",
    description = {
        "Measures the memory of the hosts of a cluster, on the heap and off it.",
        "Each row is the memory that one more step takes. The stacks of threads are not counted." })
final class Footprint implements Callable<Integer>
{
    private static final double KIB = 1024;

    @Spec
    private CommandSpec spec;

    @Option(names = "--hosts", paramLabel = "N", defaultValue = "256",
        description = "Number of hosts, 2..256. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(names = "--targets", paramLabel = "T", defaultValue = "4",
        description = "Hosts that each host sends a message to, 1..N - 1. Default: ${DEFAULT-VALUE}, or all others " +
            "if there are fewer.")
    private int targets;

    @Mixin
    private ModeOption mode;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--hosts", hosts, 2, Limits.MAX_HOSTS);
        if (!Limits.isGiven(spec, "--targets"))
        {
            targets = Math.min(targets, hosts - 1);
        }
        Limits.check(spec, "--targets", targets, 1, hosts - 1);

        // Memory of classes does not belong to a host.
        measure(2, 1, step ->
        {
        });

        final PrintWriter out = spec.commandLine().getOut();
        out.printf("%-32s%16s%16s%16s%16s%n", hosts + " hosts", "heap KiB", "off-heap KiB", "per host", "off-heap");
        final MemoryUse[] uses = { MemoryUse.now(), null };
        final MemoryUse before = uses[0];
        final int wrong = measure(hosts, targets, step ->
        {
            uses[1] = MemoryUse.now();
            print(out, step, uses[0], uses[1]);
            uses[0] = uses[1];
        });
        print(out, "together", before, uses[0]);
        return Verdict.of(
            spec,
            "hosts=" + hosts + " messages=" + hosts * targets + " wrong=" + wrong,
            0 == wrong ? null : wrong + " messages differ from those that were sent");
    }

    private void print(final PrintWriter out, final String step, final MemoryUse before, final MemoryUse after)
    {
        final double heap = (after.heap() - before.heap()) / KIB;
        final double offHeap = (after.offHeap() - before.offHeap()) / KIB;
        out.printf(
            Locale.ROOT, "%-32s%,16.0f%,16.0f%,16.1f%,16.1f%n", step, heap, offHeap, heap / hosts, offHeap / hosts);
    }

    /**
     * @param afterStep told the name of each step when it is done.
     * @return number of wrong messages.
     */
    private int measure(final int hostCount, final int targetCount, final Consumer<String> afterStep)
    {
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(hostCount))))
        {
            afterStep.accept("hosts");
            final Messaging messaging = Messaging.on(cluster);
            final List<Mailbox> mailboxes = new ArrayList<>();
            for (int host = 0; host < hostCount; host++)
            {
                mailboxes.add(messaging.mailbox(cluster.host(host)));
                mailboxes.get(host).receive();
            }
            afterStep.accept("a mailbox each");
            final List<MessagePort> ports = new ArrayList<>();
            for (int host = 0; host < hostCount; host++)
            {
                ports.add(messaging.port(cluster.host(host).isochron()));
                send(ports.get(host), host);
            }
            int wrong = 0;
            for (int host = 0; host < hostCount; host++)
            {
                wrong += receive(mailboxes.get(host), 1);
            }
            afterStep.accept("an isochron each");
            for (int host = 0; host < hostCount; host++)
            {
                for (int i = 1; i <= targetCount; i++)
                {
                    send(ports.get(host), (host + i) % hostCount);
                }
            }
            for (int host = 0; host < hostCount; host++)
            {
                wrong += receive(mailboxes.get(host), targetCount);
            }
            afterStep.accept("messages to " + targetCount + " others each");
            return wrong;
        }
    }

    private static void send(final MessagePort port, final int target)
    {
        final Isochron isochron = port.isochron().begin();
        port.claim(target, Long.BYTES).putLong(0, port.host().id());
        isochron.issue();
    }

    private static int receive(final Mailbox mailbox, final int count)
    {
        int wrong = 0;
        for (int i = 0; i < count; i++)
        {
            final Delivery delivery = mailbox.await();
            wrong += delivery.sender() == delivery.message().getLong(0) ? 0 : 1;
        }
        return wrong;
    }
}
