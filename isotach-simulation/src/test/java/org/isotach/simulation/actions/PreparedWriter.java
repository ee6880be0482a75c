/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.isotach.actions.Action;
import org.isotach.actions.IsoInt;
import org.isotach.actions.IsoVariable;
import org.isotach.niu.Host;

/**
 * One thread that makes changes.
 */
final class PreparedWriter
{
    private static final int MAX_ROUNDS = 10;

    // The history has room for so many of each writer.
    private static final int MAX_CHANGES = 6;
    private static final int MAX_AMOUNT = 30;

    private final PreparedRun run;
    private final int number;
    private final Host host;
    private final Random random;
    private final int rounds;
    private final int amount;
    private final IsoInt from;
    private final IsoInt to;
    private final PreparedChange change;
    private final PreparedChange move;
    private final List<CompletableFuture<?>> futures = new ArrayList<>();

    PreparedWriter(final PreparedRun run, final int number, final Host host, final Random random)
    {
        this.run = run;
        this.number = number;
        this.host = host;
        this.random = random;
        rounds = run.simulation.upTo(MAX_ROUNDS);
        amount = 1 + random.nextInt(MAX_AMOUNT);
        final int first = random.nextInt(run.balances.length);
        from = run.balances[first];
        to = run.balances[(first + 1) % run.balances.length];
        change = new PreparedChange(
            run,
            number,
            run.holders,
            run.isotach.prepare(
                run.done[number].add(1),
                run.history.update(run.isotach.function(PreparedRun.FUNCTION), number + 1),
                from.add(-amount),
                to.add(amount),
                run.total.add(PreparedRun.GRAIN),
                run.lowest.min(run.lows[number]),
                run.hasBegun[number].to(true)),
            run.all(),
            (step, now) -> run.hasRead(step, run.seen(now)),
            this::change);
        final List<IsoVariable> moved = new ArrayList<>(List.of(run.moves));
        moved.addAll(List.of(run.left, run.right));
        move = new PreparedChange(
            run,
            run.writers + number,
            run.holdersOfMoves,
            run.isotach.prepare(run.moves[number].add(1), run.left.add(-1), run.right.add(1)),
            moved.toArray(IsoVariable[]::new),
            (step, now) -> run.hasMoved(step, run.moved(now)),
            this::move);
    }

    void run()
    {
        for (int i = 0; i < rounds; i++)
        {
            step(random.nextInt(12));
            run.simulation.pause();
        }
        futures.forEach(future -> host.waiter().await(future::isDone, "a future", Long.MAX_VALUE));
    }

    private void step(final int kind)
    {
        switch (kind)
        {
            case 0, 1, 2, 3:
                if (change.count() < MAX_CHANGES)
                {
                    make(change);
                }
                break;
            case 4, 5, 6, 7:
                make(move);
                break;
            case 8, 9:
                label(random.nextInt(100));
                break;
            case 10:
                run.lock(random.nextBoolean());
                break;
            default:
                run.takeTicket(random.nextInt(3));
                break;
        }
    }

    private void make(final PreparedChange some)
    {
        final CompletableFuture<Void> future = some.make(random.nextInt(PreparedChange.WAYS));
        if (null != future)
        {
            futures.add(future);
        }
    }

    private void label(final long next)
    {
        if (random.nextBoolean())
        {
            run.isotach.write(batch -> batch.set(run.text, PreparedRun.textOf(next)).set(run.label, next));
        }
        else
        {
            run.isotach.update(run.label, run.text).execute(action ->
            {
                run.hasReadText(action.get(run.text), action.get(run.label));
                run.simulation.pause();
                action.set(run.label, next).set(run.text, PreparedRun.textOf(next));
            });
        }
    }

    private void change(final Action action)
    {
        action.set(run.done[number], action.get(run.done[number]) + 1)
            .set(run.history, PreparedRun.combine(action.get(run.history), number + 1))
            .set(from, action.get(from) - amount)
            .set(to, action.get(to) + amount)
            .set(run.total, action.get(run.total) + PreparedRun.GRAIN)
            .set(run.lowest, Math.min(action.get(run.lowest), run.lows[number]))
            .set(run.hasBegun[number], true)
            .send(run.topic, action.get(run.history));
        run.sent++;
    }

    private void move(final Action action)
    {
        action.set(run.moves[number], action.get(run.moves[number]) + 1)
            .set(run.left, action.get(run.left) - 1)
            .set(run.right, action.get(run.right) + 1);
    }
}
