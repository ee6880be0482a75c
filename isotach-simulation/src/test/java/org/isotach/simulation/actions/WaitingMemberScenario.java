/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.isotach.Topology;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.simulation.MemoryTrunks;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * A member waits for what another one writes now and then. It misses no change, and does not look again without one.
 */
public final class WaitingMemberScenario implements Scenario
{
    private static final Members MEMBERS = Members.builder().add("waits", "", 0).add("writes", "", 1).build();
    private static final Duration NEVER = Duration.ofDays(1);
    private static final int CHANGES = 3;
    private static final int PAUSES = 200;

    // The first one, and the one that has reserved; a copy can be noted before the change that the look behind it sees.
    private static final int MAX_LOOKS = 2 + 2 * CHANGES;

    @Override
    public void prepare(final Simulation simulation)
    {
        new Run(simulation).prepare();
    }

    /**
     * Runs may be under way at the same time.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final List<Isotach> isotachs = new ArrayList<>();
        private final List<IsoLong> values = new ArrayList<>();
        private int ended;
        private int looks;

        Run(final Simulation simulation)
        {
            this.simulation = simulation;
        }

        void prepare()
        {
            final Random random = simulation.random();
            final int hosts = MEMBERS.count() + random.nextInt(2);
            final MemoryTrunks trunks =
                new MemoryTrunks(MEMBERS.count(), 1 << random.nextInt(8), new Random(random.nextLong()));
            for (int member = 0; member < MEMBERS.count(); member++)
            {
                final Cluster cluster = simulation.launch(
                    new ClusterContext()
                        .topology(Topology.chain(MEMBERS.count(), hosts))
                        .awaitTimeout(Duration.ZERO),
                    new Membership(MEMBERS, MEMBERS.name(member), trunks));
                final Isotach isotach = Isotach.on(cluster, new IsotachContext().memory(64));
                isotachs.add(isotach);
                values.add(isotach.longVariable("value"));
                cluster.tryJoin();
                final Host host = cluster.localHosts().get(0);
                simulation.thread("tend-" + member, host, () -> host.waiter().await(
                    () -> isotach.tend() && MEMBERS.count() == ended, "the others"));
            }
            simulation.thread("wait", host(0), this::await);
            simulation.thread("write", host(1), this::write);
            simulation.atEnd("FewLooks", () ->
                looks <= MAX_LOOKS ? null : looks + " looks for " + CHANGES + " changes");
        }

        private Host host(final int member)
        {
            return isotachs.get(member).cluster().localHosts().get(0);
        }

        private void await()
        {
            final Isotach isotach = isotachs.get(0);
            final IsoLong value = values.get(0);
            isotach.join();
            isotach.update().reading(value).when(now -> isLast(now.get(value)), NEVER).execute(action -> {});
            ended++;
        }

        private boolean isLast(final long value)
        {
            looks++;
            return CHANGES == value;
        }

        private void write()
        {
            isotachs.get(1).join();
            for (int change = 1; change <= CHANGES; change++)
            {
                for (int i = 0; i < PAUSES; i++)
                {
                    simulation.pause();
                }
                values.get(1).set(change);
            }
            ended++;
        }
    }
}
