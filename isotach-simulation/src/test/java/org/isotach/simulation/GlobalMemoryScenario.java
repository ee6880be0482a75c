/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.Random;

import org.isotach.niu.Cluster;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.global.GlobalMemory;
import org.isotach.niu.spi.LinkFaults;

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

    // Pieces of 64 bytes.
    private static final int PACKET_LENGTH = 128;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = 1 + simulation.upTo(MAX_HOSTS);
        final Random random = simulation.random();
        final LinkFaults faults = random.nextBoolean() ? LinkFaults.NONE :
            new LinkFaults(0.1, 0.2, 0.2, 0.1, 0.05, simulation.seed());
        final Cluster cluster = simulation.launch(ScenarioRun.smallContext(simulation, hosts).linkFaults(faults));
        final AmContext context = new AmContext()
            .depth(1 << random.nextInt(3))
            .maxPacketLength(PACKET_LENGTH)
            .inOrder(random.nextBoolean())
            .timerWheel(0 == random.nextInt(4))
            // A poll takes one microsecond.
            .firstTimeout(Duration.ofNanos(1_000L << random.nextInt(4)));
        final Run run = new Run(simulation, cluster, GlobalMemory.on(
            ActiveMessages.on(cluster, context), GlobalMemoryMember.LENGTH), simulation.upTo(MAX_PHASES));
        run.startAll(host -> new GlobalMemoryMember(cluster.host(host), simulation, run.g, run.model), run::run);
        if (0 == random.nextInt(3))
        {
            run.crashLater();
        }
        simulation.thread("time", cluster.host((Math.max(0, run.victim) + 1) % hosts), run::passTime);
        simulation.always("End", run::step);
        simulation.always("Memory", run.model::violation);
        simulation.atEnd("AllPhases", run::allPhases);
    }

    /**
     * What the programs share.
     */
    private static final class Run extends ScenarioRun<GlobalMemoryMember>
    {
        final GlobalMemory g;
        final GlobalMemoryModel model;
        private final int phases;
        private int victim = -1;
        private long crashStep;
        private boolean hasCrashed;
        private boolean isExpelled;

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

        private boolean hasCrashed()
        {
            return hasCrashed;
        }

        void crashLater()
        {
            victim = simulation.random().nextInt(cluster.hostCount());
            crashStep = 1 + Math.floorMod(simulation.seed(), STEPS);
            simulation.thread("expel", cluster.host((victim + 1) % cluster.hostCount()), this::expel);
        }

        private void expel()
        {
            while (!hasCrashed && !isOver())
            {
                simulation.pause();
            }
            pause(simulation.random().nextInt(64));
            if (hasCrashed)
            {
                cluster.expel(victim);
                isExpelled = true;
            }
        }

        String step()
        {
            final String end = end(MAX_STEPS);
            if (steps() == crashStep && victim >= 0 && !isOver())
            {
                hasCrashed = true;
                simulation.note("host " + victim + " crashes");
                simulation.crash(cluster.host(victim));
            }
            return end;
        }

        private boolean isCrashed(final GlobalMemoryMember member)
        {
            return hasCrashed && victim == member.host.id();
        }

        private boolean isOver()
        {
            return members.stream().allMatch(member -> member.isFinished() || isCrashed(member));
        }

        /**
         * As long as this goes on, a wait that takes many polls is no wait without end.
         */
        void passTime()
        {
            while (!isOver())
            {
                simulation.pause();
            }
        }

        String allPhases()
        {
            for (final GlobalMemoryMember member : members)
            {
                if (!hasCrashed && phases != member.phases())
                {
                    return member + " has come to an end after " + member.phases() + " phases of " + phases;
                }
            }
            return hasCrashed == isExpelled ? null : "host " + victim + " was not expelled";
        }
    }
}
