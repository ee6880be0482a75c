/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.Random;

import org.isotach.actions.Action;
import org.isotach.actions.Update;

/**
 * A transfer between two accounts, of which it may be unknown whether it has taken effect.
 */
final class ExpelTransfer extends DrawnTransfer
{
    private static final int MAX_PAUSES = 32;

    private final ExpelRun run;
    private final ExpelProgram program;
    private final int pauses;
    private int bodies;

    ExpelTransfer(final ExpelRun run, final ExpelProgram program, final Random random)
    {
        super(run.order, program.number(), run.accounts.length, random);
        this.run = run;
        this.program = program;
        pauses = random.nextInt(MAX_PAUSES);
    }

    Update update()
    {
        return run.isotach.update(run.accounts[from()], run.accounts[to()]);
    }

    @Override
    public Long run(final Action action)
    {
        bodies++;
        change(action, from(), -amount());
        run.pause(pauses);
        change(action, to(), amount());
        action.send(run.topic, step());
        return step().number();
    }

    private void change(final Action action, final int account, final int difference)
    {
        final ExpelRun.Account now = action.get(run.accounts[account]);
        step().read(account, now.version());
        run.order.saw(account, now.writer());
        action.set(run.accounts[account],
            new ExpelRun.Account(now.balance() + difference, now.version() + 1, step().number()));
        step().written(account, now.version() + 1);
    }

    @Override
    void ended(final Throwable failure)
    {
        program.note(null == failure || run.isLostWithTheHost(failure), step() + " ends with " + failure);
        program.note(null == failure ? 1 == bodies : bodies <= 1, step() + ": its body has run " + bodies + " times");
        if (null == failure)
        {
            run.order.end(step());
        }
        else if (bodies > 0)
        {
            run.order.isInDoubt(step());
        }
    }
}
