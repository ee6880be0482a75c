/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.simulation.cost.CostValue;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures the primitives of CMAM over queue pairs, and the shared memory and the barrier above them (Hoe, FUNet,
 * section 6.2.1): first one thread does the work of both ends, then a thread for each end makes round trips.
 */
@Command(
    name = "cmam",
    description = {
        "Measures the primitives of CMAM over queue pairs, beside the figures of the paper on FUNet.",
        "All words and bytes that arrive are checked. Everything is measured twice, the first time for the " +
            "compilers.",
        "",
        "The paper simulated 32 nodes at 40 MHz, with a processor each, and measured a CM-5 with 32 nodes. " +
            "Meaningful figures here need two cores that have nothing else to do. A barrier of more hosts than " +
            "this machine has processors takes as long as all threads need to have their turn: so --hosts is 2 by " +
            "default." })
final class CmamPrimitives implements Callable<Integer>
{
    private static final int MAX_HOSTS = 64;
    private static final int ROUNDS = 2;
    private static final double NS_PER_US = 1e3;

    @Spec
    private CommandSpec spec;

    @Option(names = "--calls", paramLabel = "N", defaultValue = "100000",
        description = "Calls of each primitive, round trips, and operations of the shared memory, 1..10000000. " +
            "Default: ${DEFAULT-VALUE}.")
    private int calls;

    @Option(names = "--hosts", paramLabel = "P", defaultValue = "2",
        description = "Hosts that meet at the barrier, 2..64; all else is done by two. In the paper there were 32. " +
            "Barriers of more hosts are fewer: 2N/P. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Mixin
    private ModeOption mode;

    private final Violations violations = new Violations();
    private final CmamColumn here = new CmamColumn();

    @Override
    public Integer call()
    {
        Limits.check(spec, "--calls", calls, 1, 10_000_000);
        Limits.check(spec, "--hosts", hosts, 2, MAX_HOSTS);

        final String result;
        try (Progress progress = Progress.onTerminal(
            "cmam", (long)ROUNDS * (CmamCall.values().length + CmamOperation.values().length - 1) + 1))
        {
            result = measure(progress);
        }
        print(spec.commandLine().getOut());
        return Verdict.of(spec, result + " wrong=" + violations.count(), violations.first());
    }

    private String measure(final Progress progress)
    {
        final CmamNode[] nodes = new CmamNode[2];
        final CmamBothEnds bothEnds;
        final CmamSharedMemory memory;
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(nodes.length))))
        {
            final Gang gang =
                FuniSupervisor.on(cluster).open(new GangContext().slots(CmamBothEnds.SLOTS));
            for (int node = 0; node < nodes.length; node++)
            {
                nodes[node] = new CmamNode(gang.queuePair(node), violations);
            }
            bothEnds = new CmamBothEnds(nodes[0], nodes[1], calls, violations, progress);
            memory = new CmamSharedMemory(nodes[0], 1, calls, violations, progress);
            for (int round = 0; round < ROUNDS; round++)
            {
                bothEnds.measure(here);
            }
            HostThreads.run(cluster, host ->
            {
                if (0 != host.id())
                {
                    nodes[host.id()].serve();
                    return;
                }
                for (int round = 0; round < ROUNDS; round++)
                {
                    memory.measure(here);
                }
                nodes[0].stop(1);
            });
        }
        final CmamBarriers barriers = new CmamBarriers(hosts, calls, violations, progress);
        barriers.measure(mode, here);
        return "calls=" + nodes[1].received() + " segments=" + bothEnds.segments() + " trips=" + nodes[0].trips() +
            " operations=" + memory.operations() + " barriers=" + barriers.barriers();
    }

    private void print(final PrintWriter out)
    {
        final CmamColumn paper = CmamColumn.funet(CostValue::published);
        final CmamColumn model = CmamColumn.funet(CostValue::modelled);
        final CmamColumn cm5 = CmamColumn.cm5();
        printCalls(out, paper, model, cm5);
        final TextTable table = new TextTable("there and back (us)", "here", "FUNet", "its model", "CM-5");
        for (final CmamOperation operation : CmamOperation.values())
        {
            table.row(
                CmamOperation.BARRIER == operation ? "barrier, here " + hosts + " hosts, there 32" : operation.label(),
                ComparisonTable.formatOrNone(here.of(operation)), oneDecimal(paper.of(operation)),
                oneDecimal(model.of(operation)), oneDecimal(cm5.of(operation)));
        }
        table.print(out);
        new CmamRatios().print(out, here, paper, model);
        out.println("Over rings a call puts a message where its receiver reads it, and nothing works on behind it: " +
            "throughput is overhead,");
        out.println("so FUNet's columns of throughput are left out, but for transfers beside the CM-5, which has no " +
            "other figures.");
        final int processors = Runtime.getRuntime().availableProcessors();
        if (processors < hosts)
        {
            out.println("The barrier: " + hosts + " threads share " + Plural.of(processors, "processor") +
                ", each of FUNet's 32 nodes had one of its own.");
        }
    }

    private void printCalls(
        final PrintWriter out, final CmamColumn paper, final CmamColumn model, final CmamColumn cm5)
    {
        final TextTable table = new TextTable("one thread, both ends", "here (ns): send", "receive",
            "FUNet (us): send", "receive", "its model: send", "receive", "CM-5 (us): send", "receive");
        for (final CmamCall call : CmamCall.values())
        {
            table.row(call.label(),
                ComparisonTable.formatOrNone(NS_PER_US * here.send(call)),
                ComparisonTable.formatOrNone(NS_PER_US * here.receive(call)),
                oneDecimal(paper.send(call)), oneDecimal(paper.receive(call)),
                oneDecimal(model.send(call)), oneDecimal(model.receive(call)),
                oneDecimal(cm5.send(call)), oneDecimal(cm5.receive(call)));
        }
        table.print(out);
    }

    private static String oneDecimal(final double us)
    {
        return Double.isFinite(us) ? String.format(Locale.ROOT, "%.1f", us) : "-";
    }
}
