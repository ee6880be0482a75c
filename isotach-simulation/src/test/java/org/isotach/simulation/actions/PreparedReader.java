/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import org.isotach.actions.IsoVariable;
import org.isotach.actions.PreparedSnapshot;
import org.isotach.niu.Host;

/**
 * One thread that takes snapshots.
 */
final class PreparedReader
{
    private static final int MAX_ROUNDS = 16;

    private final PreparedRun run;
    private final Host host;
    private final Random random;
    private final int rounds;
    private final PreparedSnapshot<PreparedRun.Seen> all;
    private final PreparedSnapshot<long[]> moves;

    // Variables that do not lie in a row.
    private final PreparedSnapshot<long[]> apart;
    private final PreparedSnapshot<Void> texts;
    private final List<CompletableFuture<?>> futures = new ArrayList<>();

    PreparedReader(final PreparedRun run, final Host host, final Random random)
    {
        this.run = run;
        this.host = host;
        this.random = random;
        rounds = run.simulation.upTo(MAX_ROUNDS);
        all = run.isotach.prepare(now -> run.seen(now), run.all());
        final List<IsoVariable> moved = new ArrayList<>(List.of(run.moves));
        moved.addAll(List.of(run.left, run.right));
        moves = run.isotach.prepare(now -> run.moved(now), moved.toArray(IsoVariable[]::new));
        apart = run.isotach.prepare(
            now -> new long[]{ now.get(run.done[0]), now.get(run.history), bits(now.get(run.total)) },
            run.done[0], run.history, run.total);
        texts = run.isotach.prepare(now ->
        {
            run.hasReadText(now.get(run.text), now.get(run.label));
            return null;
        }, run.text, run.label);
    }

    private static long bits(final double value)
    {
        return Double.doubleToRawLongBits(value);
    }

    void run()
    {
        for (int i = 0; i < rounds; i++)
        {
            read(random.nextInt(5));
            run.simulation.pause();
        }
        futures.forEach(future -> host.waiter().await(future::isDone, "a future", Long.MAX_VALUE));
    }

    private void read(final int what)
    {
        switch (what)
        {
            case 0:
                take(all, run::hasRead, run.words(), (step, words) -> run.hasRead(step, run.seen(words)));
                break;
            case 1:
                take(moves, run::hasMoved, run.writers + 2, run::hasMoved);
                break;
            case 2:
                take(apart, this::apart, 3, this::apart);
                break;
            case 3:
                if (random.nextBoolean())
                {
                    texts.take();
                }
                else
                {
                    futures.add(texts.takeAsync(run.tasks::add));
                }
                break;
            default:
                run.readTotal();
                break;
        }
    }

    private void apart(final SerialOrder.Step step, final long[] words)
    {
        run.hasReadApart(step, words[0], words[1], Double.longBitsToDouble(words[2]));
    }

    /**
     * Takes a snapshot in one of all ways.
     *
     * @param look  looks at its result.
     * @param count number of its words.
     * @param check looks at its words.
     */
    private <R> void take(
        final PreparedSnapshot<R> snapshot,
        final BiConsumer<SerialOrder.Step, R> look,
        final int count,
        final BiConsumer<SerialOrder.Step, long[]> check)
    {
        final SerialOrder.Step step = run.order.begin("snapshot");
        switch (random.nextInt(3))
        {
            case 0:
                look.accept(step, snapshot.take());
                break;
            case 1:
                final long[] words = new long[count];
                snapshot.takeWords(words);
                check.accept(step, words);
                break;
            default:
                // Has its place in the order now, and is looked at later.
                final CompletableFuture<R> future = snapshot.takeAsync(run.tasks::add);
                future.whenComplete((result, failure) ->
                {
                    run.note(null == failure, step + " fails: " + failure);
                    if (null == failure)
                    {
                        look.accept(step, result);
                    }
                });
                futures.add(future);
                break;
        }
        run.order.end(step);
    }
}
