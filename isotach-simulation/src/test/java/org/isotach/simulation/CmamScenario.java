/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Random;

import org.isotach.niu.Cluster;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;

/**
 * Members of a gang call each other's functions with CMAM, fill each other's segments, and read and write each other's
 * memory, in phases with barriers, over queues down to two slots. In one run of three a host crashes, in a step that
 * the seed determines, and is expelled: then the others are told, and come to their ends.
 */
final class CmamScenario implements Scenario
{
    private static final int STEPS = 1500;
    private static final int MAX_OTHERS = 3;
    private static final int MAX_PHASES = 3;
    private static final int MAX_STEPS = 200_000;
    private static final int PIECE = 64;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = 1 + simulation.upTo(MAX_OTHERS);
        final Random random = simulation.random();
        final Cluster cluster = simulation.launch(ScenarioRun.smallContext(simulation, hosts));
        final Gang gang = FuniSupervisor.on(cluster).open(
            new GangContext().slots(2 << random.nextInt(3)).pieceLength(PIECE));
        final boolean mayCrash = 0 == random.nextInt(3);
        final CmamRun run = new CmamRun(simulation, cluster, gang, simulation.upTo(MAX_PHASES), mayCrash);
        run.startAll(node -> new CmamNode(run, node), CmamNode::run);
        if (mayCrash)
        {
            run.crashLater(STEPS);
        }
        simulation.thread("time", run.survivor(), run::passTime);
        simulation.always("End", () -> run.step(MAX_STEPS));
        simulation.always("Memory", run.model::violation);
        for (final String name : CmamRun.INVARIANTS)
        {
            simulation.always(name, () -> run.violation(name));
        }
        simulation.atEnd("NoLoss", run::noLoss);
    }
}
