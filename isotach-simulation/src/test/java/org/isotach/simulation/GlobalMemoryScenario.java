/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Random;

import org.isotach.niu.Cluster;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.global.GlobalMemory;

/**
 * Hosts read and write each other's memory, in phases with barriers, on links without and with faults, with windows
 * down to one request; a reference model knows what they may find. In one run of three a host crashes, in a step that
 * the seed determines, and is expelled: then the others are told, and come to their ends.
 */
final class GlobalMemoryScenario implements Scenario
{
    private static final int STEPS = 1500;
    private static final int MAX_HOSTS = 3;
    private static final int MAX_PHASES = 3;
    private static final int MAX_STEPS = 200_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = 1 + simulation.upTo(MAX_HOSTS);
        final Random random = simulation.random();
        final Cluster cluster = ActiveMessagesScenario.launch(simulation, hosts);
        final AmContext context = ActiveMessagesScenario.settings(random);
        final Run run = new Run(simulation, cluster, GlobalMemory.on(
            ActiveMessages.on(cluster, context), GlobalMemoryMember.LENGTH), simulation.upTo(MAX_PHASES));
        run.startAll(host -> new GlobalMemoryMember(cluster.host(host), simulation, run.g, run.model), run::run);
        if (0 == random.nextInt(3))
        {
            run.crashLater(STEPS);
        }
        simulation.thread("time", run.survivor(), run::passTime);
        simulation.always("End", () -> run.step(MAX_STEPS));
        simulation.always("Memory", run.model::violation);
        simulation.atEnd("AllPhases", run::allPhases);
    }

    /**
     * What the programs share.
     */
    private static final class Run extends CrashingRun<GlobalMemoryMember>
    {
        final GlobalMemory g;
        final GlobalMemoryModel model;
        private final int phases;

        Run(final Simulation simulation, final Cluster cluster, final GlobalMemory g, final int phases)
        {
            super(simulation, cluster);
            this.g = g;
            this.phases = phases;
            model = new GlobalMemoryModel(cluster.hostCount());
        }

        void run(final GlobalMemoryMember member)
        {
            member.run(phases, this::hasCrashed);
        }

        @Override
        boolean isFinished(final GlobalMemoryMember member)
        {
            return member.isFinished();
        }

        String allPhases()
        {
            for (final GlobalMemoryMember member : members)
            {
                if (!hasCrashed() && phases != member.phases())
                {
                    return member + " has come to an end after " + member.phases() + " phases of " + phases;
                }
            }
            return expulsion();
        }
    }
}
