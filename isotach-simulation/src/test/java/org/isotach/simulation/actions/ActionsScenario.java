/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * Programs of actions, of all kinds, on threads that wait, are interrupted, cancel what they have begun, and share
 * sessions: everything that they have seen is explained by one order, conditions are woken, each body runs once, or
 * never if it was cancelled before, and nothing stays reserved.
 */
public final class ActionsScenario implements Scenario
{
    private static final int MAX_HOSTS = 3;
    private static final int MAX_PROGRAMS = 4;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Cluster cluster = simulation.launch(new ClusterContext()
            .hosts(simulation.upTo(MAX_HOSTS))
            .awaitTimeout(Duration.ZERO)
            .readCap(32 << simulation.random().nextInt(3))
            .sendRingSize(4 << simulation.random().nextInt(3)));
        final int count = simulation.upTo(MAX_PROGRAMS);
        final ActionsShared shared = new ActionsShared(simulation);
        final ActionsRun run = new ActionsRun(shared, cluster, count);
        shared.members.add(run);
        for (int i = 0; i < count; i++)
        {
            shared.programs.add(new ActionsProgram(run, i));
        }
        shared.start();
    }
}
