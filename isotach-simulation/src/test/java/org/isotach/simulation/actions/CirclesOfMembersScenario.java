/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.Arrays;
import java.util.Random;

import org.isotach.actions.DeadlockException;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Placement;
import org.isotach.actions.Reservation;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * Threads of two members hold variables, and want others that are at one member: circles come often, through one or
 * several results of a TAKE, and each of them ends.
 */
public final class CirclesOfMembersScenario implements Scenario
{
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
        private int ended;

        Run(final Simulation simulation)
        {
            this.simulation = simulation;
        }

        void prepare()
        {
            final Random random = simulation.random();
            final TwoIsotachs members = new TwoIsotachs(
                simulation,
                TwoIsotachs.COUNT,
                () -> new IsotachContext().memory(64).place("circle", Placement.atHosts(OWNER)),
                () -> THREADS == ended);
            final IsoLong[][] variables = new IsoLong[TwoIsotachs.COUNT][];
            Arrays.setAll(variables, member -> members.isotach(member).longs("circle", VARIABLES, 0));
            for (int thread = 0; thread < THREADS; thread++)
            {
                final int member = thread % TwoIsotachs.COUNT;
                final Random own = new Random(random.nextLong());
                simulation.thread("thread-" + thread, members.host(member), () ->
                    run(members.isotach(member), variables[member], own));
            }
            simulation.always(
                "End", () -> simulation.step() < MAX_STEPS ? null : "no end after " + MAX_STEPS + " steps");
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
                }
            }
            ended++;
        }
    }
}
