/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Random;

import org.isotach.niu.spi.Scheduler;

/**
 * Does the steps of a run, one at a time. It owns the rule that every run ends: everything that was issued is executed
 * eventually, and no thread waits for ever.
 */
final class Schedule implements Scheduler
{
    private static final long MAX_STEPS = 2_000_000;
    private static final int MAX_IDLE_STEPS = 2048;

    // Number of idle rounds of all actors after which no work is left. Units that have been asked for something need a
    // round to notice; where tokens are lost, they may have to be asked many times.
    private static final int IDLE_ROUNDS = 3;
    private static final int IDLE_ROUNDS_WITH_FAULTS = 128;

    // So often a wait may begin after the end of the run.
    private static final int MAX_CAUGHT = 1000;

    private final Random random;
    private final Actors actors;
    private final Invariants invariants;
    private final StepLog log;
    private final SimulatedTime time = new SimulatedTime();
    private ProgramThread current;

    // Null outside of all steps.
    private Actor stepping;
    private int idleRounds = IDLE_ROUNDS;

    // True if an actor has finished or crashed since the last check.
    private boolean haveFinished;
    private long step;

    // The last step of a wait outside of all programs in which nothing was left to do.
    private long idleStep = -1;
    private int caught;

    /**
     * @param random     decides which actor is next.
     * @param actors     the actors that take turns.
     * @param invariants checked after each step.
     * @param log        log of the steps that did any work, null for none.
     */
    Schedule(final Random random, final Actors actors, final Invariants invariants, final StepLog log)
    {
        this.random = random;
        this.actors = actors;
        this.invariants = invariants;
        this.log = log;
    }

    /**
     * Returns the number of the current step, 0 before the first one.
     */
    long step()
    {
        return step;
    }

    /**
     * Announces that tokens may be lost.
     */
    void expectFaults()
    {
        idleRounds = IDLE_ROUNDS_WITH_FAULTS;
    }

    /**
     * Announces that an actor has crashed.
     */
    void haveFinished()
    {
        haveFinished = true;
    }

    /**
     * Returns whether the calling thread is the one whose step it is.
     */
    boolean isOnProgramThread()
    {
        return null != current && current.isCurrent();
    }

    /**
     * For a thread whose step it is: lets others go on.
     */
    void pause()
    {
        current.yield(null);
    }

    /**
     * For a thread whose step it is: never returns.
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
     * Runs until all programs have ended.
     *
     * @throws Violation if they do not end, or if another invariant does not hold.
     */
    void run()
    {
        final Adversary adversary = new Adversary(random, actors.all());
        int programsLeft = actors.programsLeft();
        int idleSteps = 0;
        while (programsLeft > 0)
        {
            final int work = step(adversary.next());
            idleSteps = work > 0 || idleSteps > MAX_IDLE_STEPS ? 0 : idleSteps + 1;
            if (idleSteps > MAX_IDLE_STEPS && isStuck() && !time.leap())
            {
                throw noProgress("no end after " + step + " steps");
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
        invariants.checkNotViolated();
        step++;
        time.step();
        if (step > MAX_STEPS)
        {
            throw noProgress("no end after " + step + " steps");
        }
        final int work;
        // A step that waits contains other steps.
        final ProgramThread before = current;
        final Actor outer = stepping;
        try
        {
            current = actor.thread();
            stepping = actor;
            work = actor.step();
            current = before;
        }
        catch (final Violation ex)
        {
            throw invariants.first(ex);
        }
        catch (final Throwable ex)
        {
            throw invariants.first(new Violation(Violation.NO_ERRORS, actor + ": " + ex, ex));
        }
        finally
        {
            stepping = outer;
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
     * Gives all actors turns until none does anything.
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
        // By number: a step may add actors.
        for (int i = 0; i < actors.all().size(); i++)
        {
            final Actor actor = actors.all().get(i);
            if (actor.isUnit() && !actor.isFinished())
            {
                work += step(actor);
            }
        }
        return work;
    }

    /**
     * Returns whether all remaining programs wait for something that cannot come. One of them may wait for something
     * that another one gives back before it waits itself, so each gets several turns.
     */
    private boolean isStuck()
    {
        for (int round = 0; round < actors.all().size(); round++)
        {
            settle();
            // By number: a step may add actors.
            for (int i = 0; i < actors.all().size(); i++)
            {
                final Actor actor = actors.all().get(i);
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
        // The last one may have ended in one of these steps.
        return actors.programsLeft() > 0;
    }

    /**
     * Does one round in which each actor gets a turn, or several rounds in which none does anything.
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
     * Lets others go on while a thread waits.
     */
    @Override
    public void idle(final Object what)
    {
        if (isOnProgramThread())
        {
            current.yield(what);
            return;
        }
        try
        {
            letUnitsWork(what);
        }
        catch (final Violation ex)
        {
            tellIfCaughtForEver();
            throw new RunEnded();
        }
    }

    private void letUnitsWork(final Object what)
    {
        final boolean isSecond = step == idleStep;
        if (isIdle())
        {
            if (isSecond && !time.leap())
            {
                throw noProgress("waits for " + what + ", and nothing is left to do");
            }
            // A unit that says that it has done nothing may have made the condition true: the thread looks once more.
            idleStep = step;
        }
    }

    /**
     * A step that catches everything and waits again never ends, and the run neither: only its user can help.
     */
    private void tellIfCaughtForEver()
    {
        if (caught++ == MAX_CAUGHT)
        {
            final Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, new IllegalStateException(
                "a simulated run cannot end, because " + (null == stepping ? "an invariant" : stepping) +
                " catches the errors of its waits and waits again: let errors pass", invariants.violation()));
        }
    }

    @Override
    public long nanoTime()
    {
        return time.nowNs();
    }

    @Override
    public void expect(final long ns)
    {
        time.expect(ns);
    }

    /**
     * The run has ended: ends the threads that have not. Each is the current one meanwhile: if something catches what
     * its pause throws, as the caller of a handler does, the next pause throws again.
     */
    void abandon()
    {
        for (final Actor actor : actors.all())
        {
            if (null != actor.thread())
            {
                current = actor.thread();
                current.abandon();
            }
        }
    }

    private Violation noProgress(final String what)
    {
        return invariants.first(new Violation(Violation.PROGRESS, what + actors.unfinished(), null));
    }
}
