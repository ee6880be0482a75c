/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.niu.spi.Unit;

/**
 * A unit of a cluster or a program that can be chosen for the next step.
 */
final class Actor
{
    final String name;

    /**
     * Actors of one host are in one group.
     */
    final int group;
    final Program program;
    private final Unit unit;
    private ProgramThread unitThread;
    private int unitWork;
    private boolean isFinished;

    Actor(final Unit unit, final String name, final int group)
    {
        this.unit = unit;
        this.name = name;
        this.group = group;
        program = null;
    }

    Actor(final Program program, final String name, final int group)
    {
        this.program = program;
        this.name = name;
        this.group = group;
        unit = null;
    }

    boolean isUnit()
    {
        return null != unit;
    }

    /**
     * Puts the unit on a thread of its own from now on: then one of its handlers can let others go on, or hang.
     */
    void putOnThread()
    {
        unitThread = new ProgramThread(name, () ->
        {
            while (true)
            {
                unitWork = unit.doWork();
                unitThread.yield(null);
            }
        });
    }

    /**
     * Returns the thread of the actor, null if it has none.
     */
    ProgramThread thread()
    {
        return program instanceof ProgramThread programThread ? programThread : unitThread;
    }

    boolean isFinished()
    {
        return isFinished;
    }

    /**
     * @return how much was done as far as is known, 0 if nothing.
     */
    int step() throws Exception
    {
        if (null != unitThread)
        {
            // A handler that lets others go on has not ended.
            unitWork = 1;
            unitThread.step();
            return unitThread.isWaiting() ? 0 : unitWork;
        }
        if (isUnit())
        {
            return unit.doWork();
        }
        if (program instanceof ProgramThread thread)
        {
            // Checked afterwards: the step may have ended with a crash.
            final boolean hasEnded = thread.step();
            isFinished |= hasEnded;
            return thread.isWaiting() ? 0 : 1;
        }
        isFinished |= program.step();
        return 1;
    }

    /**
     * Stops the actor: its steps do nothing from now on.
     */
    void crash()
    {
        isFinished = true;
    }

    @Override
    public String toString()
    {
        return program instanceof ProgramThread thread && thread.isWaiting() ? name + ' ' + thread : name;
    }
}
