/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Random;

/**
 * Does the steps of a run, one at a time. It owns the rule that there is an end: everything that was issued is executed
 * at last, and nobody waits for ever.
 */
final class Schedule
{
    private static final long MAX_STEPS = 2_000_000;
    private static final int MAX_IDLE_STEPS = 2048;

    // In how many rounds nobody must do anything before nothing is left to be done. Units that have been asked for
    // something need a round to notice; where tokens are lost, they may have to be asked for many times.
    private static final int IDLE_ROUNDS = 3;
    private static final int IDLE_ROUNDS_WITH_FAULTS = 128;

    private final Random random;
    private final Actors actors;
    private final Invariants invariants;
    private final StepLog log;
    private ProgramThread current;
    private int idleRounds = IDLE_ROUNDS;
    private int programsLeft;

    // Is there anybody new who has finished, or crashed?
    private boolean haveFinished;
    private long step;

    /**
     * @param random     decides who is next.
     * @param actors     who take turns.
     * @param invariants checked after each step.
     * @param log        of steps that did something, null for none.
     */
    Schedule(final Random random, final Actors actors, final Invariants invariants, final StepLog log)
    {
        this.random = random;
        this.actors = actors;
        this.invariants = invariants;
        this.log = log;
    }

    /**
     * Number of the current step, 0 before the first one.
     */
    long step()
    {
        return step;
    }

    /**
     * Tokens may be lost.
     */
    void expectFaults()
    {
        idleRounds = IDLE_ROUNDS_WITH_FAULTS;
    }

    /**
     * Somebody has crashed.
     */
    void haveFinished()
    {
        haveFinished = true;
    }

    /**
     * Is it called by the thread whose step it is?
     */
    boolean isOnProgramThread()
    {
        return null != current && current.isCurrent();
    }

    /**
     * For a thread whose step it is: others go on.
     */
    void pause()
    {
        current.yield(null);
    }

    /**
     * For a thread whose step it is: it never returns.
     */
    void hang()
    {
        actors.crash(current);
        haveFinished = true;
        while (true)
        {
            current.yield("nothing, for ever");
        }
    }

    /**
     * Until all programs have ended.
     *
     * @throws Violation when they do not, or when something else is wrong.
     */
    void run()
    {
        final Adversary adversary = new Adversary(random, actors.all());
        programsLeft = actors.programsLeft();
        int idleSteps = 0;
        while (programsLeft > 0)
        {
            final int work = step(adversary.next());
            idleSteps = work > 0 || idleSteps > MAX_IDLE_STEPS ? 0 : idleSteps + 1;
            if (step > MAX_STEPS || idleSteps > MAX_IDLE_STEPS && isStuck())
            {
                throw noProgress("after " + step + " steps there is no end");
            }
            if (haveFinished)
            {
                haveFinished = false;
                programsLeft = actors.programsLeft();
                adversary.forgetFinished();
            }
        }
    }

    /**
     * @return how much was done, 0 if nothing.
     */
    private int step(final Actor actor)
    {
        step++;
        final int work;
        // A step that waits has other steps within it.
        final ProgramThread before = current;
        try
        {
            current = actor.thread();
            work = actor.step();
            current = before;
        }
        catch (final Violation ex)
        {
            throw ex;
        }
        catch (final Throwable ex)
        {
            throw new Violation(Violation.NO_ERRORS, actor + ": " + ex, ex);
        }
        if (null != log && work > 0)
        {
            log.step(step, actor);
        }
        haveFinished |= actor.isFinished();
        invariants.checkStep();
        return work;
    }

    /**
     * Everybody's turn comes, until nobody does anything.
     */
    void settle()
    {
        boolean isIdle = false;
        while (!isIdle)
        {
            isIdle = isIdle();
        }
    }

    private int stepUnits()
    {
        int work = 0;
        for (final Actor actor : actors.all())
        {
            if (actor.isUnit() && !actor.isFinished())
            {
                work += step(actor);
            }
        }
        return work;
    }

    /**
     * Do all programs that are left wait for something that cannot come? One of them may wait for what another one
     * gives back before it waits itself, so each has several turns.
     */
    private boolean isStuck()
    {
        for (int round = 0; round < actors.all().size(); round++)
        {
            settle();
            for (final Actor actor : actors.all())
            {
                if (!actor.isUnit() && !actor.isFinished() && 0 < step(actor))
                {
                    return false;
                }
            }
            if (!isIdle())
            {
                return false;
            }
        }
        return programsLeft > 0;
    }

    /**
     * One round in which everybody's turn comes, or several in which nobody does anything.
     */
    private boolean isIdle()
    {
        int rounds = 0;
        while (rounds < idleRounds && 0 == stepUnits())
        {
            rounds++;
        }
        return rounds == idleRounds;
    }

    /**
     * Somebody has to wait for something.
     */
    void idle(final Object what)
    {
        if (isOnProgramThread())
        {
            current.yield(what);
            return;
        }
        if (isIdle())
        {
            throw noProgress("waits for " + what + ", and nothing is left to be done");
        }
    }

    private Violation noProgress(final String what)
    {
        return new Violation(Violation.PROGRESS, what + actors.unfinished(), null);
    }
}
