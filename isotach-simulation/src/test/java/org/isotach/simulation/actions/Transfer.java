/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.Random;
import java.util.concurrent.CancellationException;

import org.isotach.IsotachException;
import org.isotach.actions.Action;
import org.isotach.actions.Update;

/**
 * A transfer between two accounts, its body, and what became of it.
 */
final class Transfer extends DrawnTransfer
{
    private final ActionsRun run;
    private final ActionsProgram program;
    private final boolean isRefused;
    private int bodies;
    private boolean isOver;

    /**
     * What a body throws.
     */
    static final class Refused extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        private Refused()
        {
            super("refused", null, false, false);
        }
    }

    /**
     * What comes in place of an answer.
     */
    static final class NoAnswer extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        NoAnswer()
        {
            super("no answer", null, false, false);
        }
    }

    Transfer(final ActionsRun run, final ActionsProgram program, final Random random)
    {
        super(run.order, program.number(), run.accounts.length, random);
        this.run = run;
        this.program = program;
        isRefused = 0 == random.nextInt(5);
    }

    Update update()
    {
        return run.isotach.update(run.accounts[from()], run.accounts[to()]);
    }

    boolean isOf(final int account)
    {
        return from() == account || to() == account;
    }

    @Override
    public Long run(final Action action)
    {
        bodies++;
        run.simulation.pause();
        change(action, from(), -amount());
        change(action, to(), amount());
        action.send(run.topic, step());
        run.simulation.pause();
        if (isRefused)
        {
            throw new Refused();
        }
        return step().hashCode() * 31L;
    }

    private void change(final Action action, final int account, final int difference)
    {
        final ActionsRun.Account now = action.get(run.accounts[account]);
        step().read(account, now.version());
        action.set(run.accounts[account], new ActionsRun.Account(now.balance() + difference, now.version() + 1));
        if (!isRefused)
        {
            step().written(account, now.version() + 1);
        }
    }

    boolean hasBegun()
    {
        return bodies > 0;
    }

    /**
     * Nothing of it is left that another thread does.
     */
    void isOver(final boolean isTrue)
    {
        isOver = isTrue;
    }

    boolean isOver()
    {
        return isOver;
    }

    @Override
    void ended(final Throwable failure)
    {
        final int expected = null == failure || failure instanceof Refused ? 1 : 0;
        program.note(expected == bodies, step() + ": its body has run " + bodies + " times, with " + failure);
        program.note(isRefused == failure instanceof Refused || 0 == bodies, step() + " ends with " + failure);
        program.note(null == failure || failure instanceof Refused || failure instanceof NoAnswer ||
            failure instanceof CancellationException || failure instanceof IsotachException,
            step() + " ends with " + failure);
        count();
    }

    /**
     * @param isInTime was it cancelled before its body began?
     */
    void wasCancelled(final boolean isInTime)
    {
        program.note(bodies <= (isInTime ? 0 : 1),
            step() + ": its body has run " + bodies + " times, cancelled " + (isInTime ? "before" : "meanwhile"));
        count();
    }

    private void count()
    {
        if (1 == bodies)
        {
            run.order.end(step());
        }
    }
}
