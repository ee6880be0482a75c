/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.Callable;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Every kind of operation once, for a space-time diagram that fits on a screen.
 */
@Command(
    name = "tour",
    description = {
        "Runs every kind of operation once: a bank, an audit and a desk share accounts.",
        "One thread works for all three hosts, so every run is the same. With --trace FILE it draws the diagram at " +
            "the top of the README." })
final class Tour implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call()
    {
        final Topology.Builder network = Topology.builder();
        final int first = network.addSwitch();
        network.addHost(first, "bank");
        network.addHost(first, "audit");
        network.addHost(first, "desk");
        final TourGuide guide;
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().topology(network.build()).threadingMode(ThreadingMode.INVOKER)))
        {
            guide = new TourGuide(cluster, spec.commandLine().getOut());
            guide.lead();
        }
        return Verdict.of(spec, "total=" + guide.total() + " visits=" + guide.visits(), guide.failure());
    }
}
