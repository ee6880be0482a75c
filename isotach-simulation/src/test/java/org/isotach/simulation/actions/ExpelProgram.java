/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.isotach.IsotachException;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Pipeline;
import org.isotach.actions.Reservation;

/**
 * One thread: a program that is drawn, while a host is expelled.
 */
final class ExpelProgram extends DrawnProgram
{

    // A host learns late that another one has been expelled, and asks it in vain until then.
    private static final int MAX_TRIES = 10_000;
    private static final Duration NEVER = Duration.ofNanos(Long.MAX_VALUE);

    private final ExpelRun run;

    ExpelProgram(final ExpelRun run, final int number)
    {
        super(run.simulation, number);
        this.run = run;
    }

    void run()
    {
        for (int i = 1; i <= steps(); i++)
        {
            final int round = i;
            attempt(() -> step(random().nextInt(10)));
            // Of a try that has failed nobody knows when it takes effect.
            insist(() -> run.isotach.apply(run.progress[number()].max(round)));
            run.pause(1 + random().nextInt(16));
            insist(() -> awaitOther(round));
        }
        ended();
    }

    /**
     * @return true if it has not failed.
     */
    private boolean attempt(final Runnable call)
    {
        try
        {
            call.run();
            return true;
        }
        catch (final IsotachException ex)
        {
            note(run.isNoSurprise(ex), "fails with " + ex);
            return false;
        }
    }

    /**
     * Until it has succeeded: others wait for it.
     */
    private void insist(final Runnable call)
    {
        for (int i = 0; i < MAX_TRIES; i++)
        {
            if (attempt(call))
            {
                return;
            }
            run.simulation.pause();
        }
        throw new IllegalStateException(MAX_TRIES + " tries have failed");
    }

    private void step(final int kind)
    {
        switch (kind)
        {
            case 0, 1:
                transfer();
                break;
            case 2:
                async();
                break;
            case 3:
                pipeline();
                break;
            case 4:
                reserve();
                break;
            case 5:
                answer();
                break;
            case 6:
                final long value = random().nextInt(1000);
                run.isotach.write(batch ->
                    batch.set(run.pair[0], value).set(run.pair[1], value).set(run.text, "text of " + number()));
                break;
            case 7:
                count();
                break;
            default:
                snapshot();
                break;
        }
    }

    private void transfer()
    {
        end(new ExpelTransfer(run, this, random()), transfer -> transfer.update().run(transfer));
    }

    /**
     * A call that has the body of a transfer run.
     */
    private interface Call
    {
        void run(ExpelTransfer transfer);
    }

    private static void end(final ExpelTransfer transfer, final Call call)
    {
        try
        {
            call.run(transfer);
            transfer.ended(null);
        }
        catch (final IsotachException ex)
        {
            transfer.ended(ex);
        }
    }

    private void async()
    {
        final ExpelTransfer transfer = new ExpelTransfer(run, this, random());
        end(transfer, transfer.update().runAsync(transfer, run.tasks::add));
    }

    private void end(final ExpelTransfer transfer, final CompletableFuture<?> future)
    {
        attempt(this::snapshot);
        run.survivor().waiter().await(future::isDone, "a body");
        transfer.awaitEnd(future);
    }

    private void pipeline()
    {
        final List<ExpelTransfer> transfers = new ArrayList<>();
        final List<CompletableFuture<Long>> futures = new ArrayList<>();
        try (Pipeline pipeline = run.isotach.pipeline(1 + random().nextInt(3)))
        {
            for (int i = 1 + random().nextInt(4); i > 0; i--)
            {
                final ExpelTransfer transfer = new ExpelTransfer(run, this, random());
                futures.add(pipeline.submit(transfer.update(), transfer));
                transfers.add(transfer);
            }
            if (random().nextBoolean())
            {
                // Waits for what the pipeline has reserved; somebody goes on with it.
                snapshot();
            }
        }
        finally
        {
            for (int i = 0; i < futures.size(); i++)
            {
                end(transfers.get(i), futures.get(i));
            }
        }
    }

    private void reserve()
    {
        final ExpelTransfer transfer = new ExpelTransfer(run, this, random());
        try (Reservation held = run.isotach.reserve(run.accounts[transfer.from()], run.accounts[transfer.to()]))
        {
            run.pause(random().nextInt(32));
            if (random().nextBoolean())
            {
                end(transfer, body -> held.assign(body));
            }
        }
    }

    private void answer()
    {
        final ExpelTransfer transfer = new ExpelTransfer(run, this, random());
        final CompletableFuture<String> answer = new CompletableFuture<>();
        final CompletableFuture<Void> assigned;
        try (Reservation held = run.isotach.reserve(run.accounts[transfer.from()], run.accounts[transfer.to()]))
        {
            assigned = held.assignWhen(answer, (text, action) -> transfer.run(action));
        }
        run.pause(random().nextInt(32));
        run.tasks.add(() -> answer.complete("later"));
        end(transfer, assigned);
    }

    private void count()
    {
        final long before = Math.max(run.counted, run.seen);
        if (random().nextBoolean())
        {
            run.maybeCounted++;
            run.isotach.apply(run.counter.add(1));
            run.maybeCounted--;
            run.counted++;
        }
        final long now = run.counter.get();
        note(now >= before, "counted to " + now + ", and " + before + " before");
        run.seen = Math.max(run.seen, now);
    }

    private void snapshot()
    {
        final SerialOrder.Step step = run.order.begin("snapshot of " + number());
        final int first = random().nextInt(run.accounts.length);
        final int second = random().nextInt(run.accounts.length);
        run.isotach.snapshot(now ->
        {
            note(now.get(run.pair[0]) == now.get(run.pair[1]), step + ": half of a write()");
            note(null != now.get(run.text), step + ": an object that is referred to was removed");
            read(step, first, now.get(run.accounts[first]));
            read(step, second, now.get(run.accounts[second]));
            return null;
        }, run.accounts[first], run.pair[0], run.accounts[second], run.pair[1], run.text);
        run.order.end(step);
    }

    private void read(final SerialOrder.Step step, final int account, final ExpelRun.Account value)
    {
        step.read(account, value.version());
        run.order.saw(account, value.writer());
    }

    /**
     * Waits for another one, which does not wait for this one.
     */
    private void awaitOther(final int round)
    {
        if (number() > 0 && random().nextBoolean())
        {
            final int awaited = random().nextInt(number());
            final IsoLong other = run.progress[awaited];
            final int wanted = Math.min(round, run.programs.get(awaited).steps());
            run.isotach.update(run.pair[0], run.pair[1]).reading(other)
                .when(now -> now.get(other) >= wanted, NEVER)
                .execute(action -> note(action.get(other) >= wanted, "a condition that is not true"));
        }
    }
}
