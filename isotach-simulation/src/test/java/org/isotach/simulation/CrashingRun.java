/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * What the programs of a scenario share in which one host may crash, in a step that the seed determines, and another
 * one then expels it.
 *
 * @param <M> a member.
 */
abstract class CrashingRun<M extends ScenarioMember> extends ScenarioRun<M>
{
    private static final int NOBODY = -1;
    private static final int MAX_PAUSES_BEFORE_EXPULSION = 64;

    private int victim = NOBODY;
    private long crashStep;
    private boolean hasCrashed;
    private boolean isExpelled;

    CrashingRun(final Simulation simulation, final Cluster cluster)
    {
        super(simulation, cluster);
    }

    /**
     * Returns whether the program of a member has come to its end.
     */
    abstract boolean isFinished(M member);

    /**
     * Lets a host crash in one of the first steps.
     */
    final void crashLater(final int steps)
    {
        victim = simulation.random().nextInt(cluster.hostCount());
        crashStep = 1 + Math.floorMod(simulation.seed(), steps);
        simulation.thread("expel", survivor(), this::expel);
    }

    private void expel()
    {
        while (!hasCrashed && !isOver())
        {
            simulation.pause();
        }
        pause(simulation.random().nextInt(MAX_PAUSES_BEFORE_EXPULSION));
        if (hasCrashed)
        {
            cluster.expel(victim);
            isExpelled = true;
        }
    }

    /**
     * To be asked after each step, as {@link #end}.
     */
    final String step(final int limit)
    {
        final String end = end(limit);
        if (steps() == crashStep && NOBODY != victim && !isOver())
        {
            hasCrashed = true;
            simulation.note("host " + victim + " crashes");
            simulation.crash(cluster.host(victim));
        }
        return end;
    }

    /**
     * Returns a host that does not crash, unless it is the only one.
     */
    final Host survivor()
    {
        return cluster.host((Math.max(0, victim) + 1) % cluster.hostCount());
    }

    final boolean hasCrashed()
    {
        return hasCrashed;
    }

    final boolean isCrashed(final int host)
    {
        return hasCrashed && host == victim;
    }

    final boolean isOver()
    {
        return members.stream().allMatch(member -> isFinished(member) || isCrashed(member.host.id()));
    }

    /**
     * As long as this goes on, a wait that takes many polls is no wait without end.
     */
    final void passTime()
    {
        while (!isOver())
        {
            simulation.pause();
        }
    }

    /**
     * To be asked at the end.
     *
     * @return null if who has crashed was expelled.
     */
    final String expulsion()
    {
        return hasCrashed == isExpelled ? null : "host " + victim + " was not expelled";
    }
}
