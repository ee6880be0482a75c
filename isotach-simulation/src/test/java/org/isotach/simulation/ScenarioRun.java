/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

import org.isotach.HostSet;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.spi.LinkFaults;

/**
 * What the programs of a scenario share: a cluster of few hosts, and one member per host or for some of them.
 *
 * @param <M> a member.
 */
class ScenarioRun<M extends ScenarioMember>
{
    private static final int SMALLEST_LINK = 512;

    final Simulation simulation;
    final Cluster cluster;
    final List<M> members = new ArrayList<>();
    private int steps;

    ScenarioRun(final Simulation simulation, final Cluster cluster)
    {
        this.simulation = simulation;
        this.cluster = cluster;
    }

    /**
     * One switch or two, rings so small that programs wait for room, and faults in one run of four. What carries
     * frames is drawn, too.
     */
    static ClusterContext smallContext(final Simulation simulation, final int hosts)
    {
        return new ClusterContext()
            .topology(oneOrTwoSwitches(simulation, hosts))
            .sendRingSize(4)
            .linkRingSize(2 << simulation.random().nextInt(3))
            .linkLength(SMALLEST_LINK << simulation.random().nextInt(3))
            .linkFaults(0 == simulation.random().nextInt(4) ?
                new LinkFaults(0.1, 0.1, 0.1, 0.1, 0.05, simulation.seed()) : LinkFaults.NONE)
            .frames(DrawnFrames.of(simulation));
    }

    static Topology oneOrTwoSwitches(final Simulation simulation, final int hosts)
    {
        return simulation.random().nextBoolean() ? Topology.singleSwitch(hosts) : Topology.chain(2, hosts);
    }

    /**
     * A member for each host, with a thread that runs its program.
     */
    final void startAll(final IntFunction<M> newMember, final Consumer<M> program)
    {
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            final M member = newMember.apply(host);
            members.add(member);
            simulation.thread("host-" + host, member.host, () -> program.accept(member));
        }
    }

    final HostSet everybody()
    {
        final HostSet everybody = new HostSet(cluster.hostCount());
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            everybody.add(host);
        }
        return everybody;
    }

    final void pause(final int times)
    {
        for (int i = 0; i < times; i++)
        {
            simulation.pause();
        }
    }

    final int steps()
    {
        return steps;
    }

    /**
     * To be asked after each step.
     *
     * @return null as long as there may still be an end.
     */
    final String end(final int limit)
    {
        return ++steps <= limit ? null : "after " + steps + " steps there is no end: " + members;
    }
}
