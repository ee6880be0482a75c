/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.isotach.Topology;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.simulation.MemoryTrunks;
import org.isotach.simulation.Simulation;

/**
 * Two members with an {@link Isotach} each, whose chores are done until all programs have ended.
 */
final class TwoIsotachs
{
    static final int COUNT = 2;

    private static final Members MEMBERS = Members.builder().add("left", "", 0).add("right", "", 1).build();

    private final Isotach[] isotachs = new Isotach[COUNT];

    /**
     * @param hosts    number of hosts of both together.
     * @param contexts makes the settings of each.
     * @param isOver   whether all programs have ended.
     */
    TwoIsotachs(
        final Simulation simulation,
        final int hosts,
        final Supplier<IsotachContext> contexts,
        final BooleanSupplier isOver)
    {
        final Random random = simulation.random();
        final MemoryTrunks trunks = new MemoryTrunks(COUNT, 1 << random.nextInt(8), new Random(random.nextLong()));
        for (int member = 0; member < COUNT; member++)
        {
            final Cluster cluster = simulation.launch(
                new ClusterContext()
                    .topology(Topology.chain(COUNT, hosts))
                    .awaitTimeout(Duration.ZERO),
                new Membership(MEMBERS, MEMBERS.name(member), trunks));
            final Isotach isotach = Isotach.on(cluster, contexts.get());
            isotachs[member] = isotach;
            cluster.tryJoin();
            final Host host = host(member);
            simulation.thread("tend-" + member, host, () -> host.waiter().await(
                () -> isotach.tend() && isOver.getAsBoolean(), "the others"));
        }
    }

    Isotach isotach(final int member)
    {
        return isotachs[member];
    }

    /**
     * Returns the first host of a member.
     */
    Host host(final int member)
    {
        return isotachs[member].cluster().localHosts().get(0);
    }
}
