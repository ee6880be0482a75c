/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.Random;

import org.isotach.simulation.Simulation;

/**
 * One thread: a program that is drawn, and the first thing that was wrong in it.
 */
abstract class DrawnProgram
{
    private static final int MAX_STEPS = 8;

    private final Random random;
    private final int number;
    private final int steps;
    private String problem;
    private boolean isOver;

    DrawnProgram(final Simulation simulation, final int number)
    {
        this.number = number;
        random = new Random(simulation.random().nextLong());
        steps = simulation.upTo(MAX_STEPS);
    }

    final Random random()
    {
        return random;
    }

    final int number()
    {
        return number;
    }

    final int steps()
    {
        return steps;
    }

    final boolean isOver()
    {
        return isOver;
    }

    final void ended()
    {
        isOver = true;
    }

    final String problem()
    {
        return problem;
    }

    final void note(final boolean isTrue, final String what)
    {
        if (!isTrue && null == problem)
        {
            problem = what;
        }
    }
}
