/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;
import java.util.Random;

/**
 * Decides which actor does the next step. For a phase of some steps it treats all actors alike, or starves or prefers
 * some; then another phase begins. No actor is starved for ever.
 */
final class Adversary
{
    private static final int USUAL = 32;
    private static final int SELDOM = 1;
    private static final int NEVER = 0;
    private static final int MIN_PHASE = 16;
    private static final int MAX_PHASE_BITS = 9;

    /**
     * The kind of a phase.
     */
    private enum Phase
    {
        UNIFORM, STARVE_ONE, SLOW_ONE, STARVE_HOST, BURST_HOST, STOP_PROGRAMS
    }

    private static final Phase[] PHASES = Phase.values();

    private final Random random;
    private final List<Actor> actors;
    private int[] weights;
    private int totalWeight;
    private int stepsLeft;

    /**
     * @param random decides.
     * @param actors those that are chosen: more may be added at the end.
     */
    Adversary(final Random random, final List<Actor> actors)
    {
        this.random = random;
        this.actors = actors;
        weights = new int[actors.size()];
    }

    Actor next()
    {
        if (weights.length < actors.size())
        {
            // Those that have come get their weights in the phase that begins now.
            weights = new int[actors.size()];
            totalWeight = 0;
        }
        if (--stepsLeft < 0 || 0 == totalWeight)
        {
            nextPhase();
        }
        int ticket = random.nextInt(totalWeight);
        int i = 0;
        while (ticket >= weights[i])
        {
            ticket -= weights[i++];
        }
        return actors.get(i);
    }

    /**
     * Stops choosing actors that have finished.
     */
    void forgetFinished()
    {
        for (int i = 0; i < weights.length; i++)
        {
            if (NEVER != weights[i] && actors.get(i).isFinished())
            {
                totalWeight -= weights[i];
                weights[i] = NEVER;
            }
        }
    }

    private void nextPhase()
    {
        stepsLeft = MIN_PHASE + random.nextInt(1 << random.nextInt(MAX_PHASE_BITS + 1));
        stepsLeft *= 1 + random.nextInt(4);
        final Actor chosen = actors.get(random.nextInt(actors.size()));
        weigh(PHASES[random.nextInt(PHASES.length)], chosen);
        if (0 == totalWeight)
        {
            // The phase would starve all remaining actors.
            stepsLeft = 0;
            weigh(Phase.UNIFORM, chosen);
        }
    }

    private void weigh(final Phase phase, final Actor chosen)
    {
        totalWeight = 0;
        for (int i = 0; i < weights.length; i++)
        {
            weights[i] = weight(phase, actors.get(i), chosen);
            totalWeight += weights[i];
        }
    }

    private static int weight(final Phase phase, final Actor actor, final Actor chosen)
    {
        if (actor.isFinished())
        {
            return NEVER;
        }
        switch (phase)
        {
            case STARVE_ONE:
                return actor == chosen ? NEVER : USUAL;
            case SLOW_ONE:
                return actor == chosen ? SELDOM : USUAL;
            case STARVE_HOST:
                return actor.group == chosen.group ? NEVER : USUAL;
            case BURST_HOST:
                return actor.group == chosen.group ? USUAL : SELDOM;
            case STOP_PROGRAMS:
                return actor.isUnit() ? USUAL : NEVER;
            default:
                return USUAL;
        }
    }
}
