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
 * Programs of actions on two or three hosts, of which one is expelled meanwhile, in half of the runs because it has
 * crashed. Each action takes effect or not, as a whole, with its messages; one that fails names the expulsion; nobody
 * waits for ever, nothing stays reserved, and what is called afterwards does not fail.
 */
public final class ExpelScenario implements Scenario
{
    private static final int MAX_PROGRAMS = 3;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = 2 + simulation.random().nextInt(2);
        final Cluster cluster = simulation.launch(new ClusterContext()
            .hosts(hosts)
            .awaitTimeout(Duration.ZERO)
            .readCap(32 << simulation.random().nextInt(3))
            .sendRingSize(4 << simulation.random().nextInt(3)));
        final int count = simulation.upTo(MAX_PROGRAMS);
        final ExpelRun run = new ExpelRun(simulation, cluster, simulation.random().nextInt(hosts), count);
        for (int i = 0; i < count; i++)
        {
            run.programs.add(new ExpelProgram(run, i));
        }
        // A host that crashes takes its programs along; those of a library are at no host.
        for (final ExpelProgram program : run.programs)
        {
            simulation.thread("program-" + program.number(), run.survivor(), program::run);
        }
        simulation.thread("expel", run.survivor(), run::expel);
        simulation.thread("tend", run.survivor(), () -> run.survivor().waiter().await(run::tend, "all programs"));
        simulation.atEnd("GoesOn", run::goesOn);
        simulation.atEnd("NothingReserved", run::nothingReserved);
        simulation.atEnd("AllOrNothing", run::allOrNothing);
        simulation.atEnd("SameMessages", run::sameMessages);
        simulation.atEnd("BodiesOnce", run::bodiesOnce);
        simulation.atEnd("SerialOrder", run.order::violation);
    }
}
