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
import org.isotach.actions.DeadlockException;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Placement;
import org.isotach.actions.Reservation;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.simulation.MemoryTrunks;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * Threads of two members hold variables, and want others that are at one member: circles come often, through one or
 * several results of a TAKE, and each of them ends.
 */
public final class CirclesOfMembersScenario implements Scenario
{
    private static final Members MEMBERS = Members.builder().add("left", "", 0).add("right", "", 1).build();
    private static final int THREADS = 3;
    private static final int ROUNDS = 4;
    private static final int VARIABLES = 5;

    // All variables are there.
    private static final int OWNER = 1;
    private static final int MAX_PAUSES = 30;
    private static final int MAX_STEPS = 60_000;

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
        private final List<IsoLong[]> variables = new ArrayList<>();
        private int ended;

        Run(final Simulation simulation)
        {
            this.simulation = simulation;
        }

        void prepare()
        {
            final Random random = simulation.random();
            final MemoryTrunks trunks =
                new MemoryTrunks(MEMBERS.count(), 1 << random.nextInt(8), new Random(random.nextLong()));
            for (int member = 0; member < MEMBERS.count(); member++)
            {
                final Cluster cluster = simulation.launch(
                    new ClusterContext()
                        .topology(Topology.chain(MEMBERS.count(), MEMBERS.count()))
                        .awaitTimeout(Duration.ZERO),
                    new Membership(MEMBERS, MEMBERS.name(member), trunks));
                final Isotach isotach = Isotach.on(
                    cluster, new IsotachContext().memory(64).place("circle", Placement.atHosts(OWNER)));
                isotachs.add(isotach);
                variables.add(isotach.longs("circle", VARIABLES, 0));
                cluster.tryJoin();
                final Host host = host(member);
                simulation.thread("tend-" + member, host, () -> host.waiter().await(
                    () -> isotach.tend() && THREADS == ended, "the others"));
            }
            for (int thread = 0; thread < THREADS; thread++)
            {
                final int member = thread % MEMBERS.count();
                final Random own = new Random(random.nextLong());
                simulation.thread("thread-" + thread, host(member), () ->
                    run(isotachs.get(member), variables.get(member), own));
            }
            simulation.always(
                "End", () -> simulation.step() < MAX_STEPS ? null : "no end after " + MAX_STEPS + " steps");
        }

        private Host host(final int member)
        {
            return isotachs.get(member).cluster().localHosts().get(0);
        }

        private void run(final Isotach isotach, final IsoLong[] circle, final Random random)
        {
            isotach.join();
            for (int round = 0; round < ROUNDS; round++)
            {
                final int first = random.nextInt(VARIABLES);
                try (Reservation held = isotach.reserve(circle[first]))
                {
                    for (int i = random.nextInt(MAX_PAUSES); i > 0; i--)
                    {
                        simulation.pause();
                    }
                    final IsoLong second = circle[(first + 1) % VARIABLES];
                    final IsoLong third = circle[(first + 2 + random.nextInt(VARIABLES - 2)) % VARIABLES];
                    isotach.update(second, third).execute(action -> {});
                    held.assign(action -> action.get(circle[first]));
                }
                catch (final DeadlockException ex)
                {
                    // One of the threads in a circle gets it.
                    continue;
                }
            }
            ended++;
        }
    }
}
