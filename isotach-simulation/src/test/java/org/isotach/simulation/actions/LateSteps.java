/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import org.isotach.IsotachException;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Reservation;
import org.isotach.actions.Update;

/**
 * Steps of one program that other threads end: bodies on threads of executors, and answers. Some of them are cancelled.
 */
final class LateSteps
{
    private static final Duration NEVER = Duration.ofNanos(Long.MAX_VALUE);
    private static final int MAX_PAUSES = 32;

    private final ActionsRun run;
    private final ActionsProgram program;
    private final Random random;

    LateSteps(final ActionsRun run, final ActionsProgram program, final Random random)
    {
        this.run = run;
        this.program = program;
        this.random = random;
    }

    /**
     * A body on the thread of an executor. One that may wait there has a thread that no other one waits for.
     */
    void async()
    {
        final Transfer transfer = new Transfer(run, program, random);
        if (run.isWorkerBusy || random.nextBoolean())
        {
            async(transfer, transfer.update(), run.tasks);
            return;
        }
        run.isWorkerBusy = true;
        try
        {
            async(transfer, slow(transfer.update()), run.slowTasks);
        }
        finally
        {
            run.isWorkerBusy = false;
        }
    }

    /**
     * Waits for the progress of another program, which does not wait for this one, or reads variables that are reserved
     * now and then.
     */
    private Update slow(final Update update)
    {
        if (0 == program.number() || random.nextBoolean())
        {
            return update.reading(run.progress);
        }
        final int awaited = random.nextInt(program.number());
        final IsoLong other = run.progress[awaited];
        final long wanted = 1 + random.nextInt(run.shared.programs.get(awaited).steps());
        return update.reading(other).when(now -> now.get(other) >= wanted, NEVER);
    }

    private void async(final Transfer transfer, final Update update, final Queue<Runnable> tasks)
    {
        final CompletableFuture<Long> future = update.runAsync(transfer, task -> tasks.add(() ->
        {
            task.run();
            transfer.isOver(true);
        }));
        boolean isInTime = false;
        boolean isCancelled = false;
        try
        {
            pause();
            if (0 == random.nextInt(3))
            {
                isInTime = !transfer.hasBegun();
                isCancelled = future.cancel(true);
            }
            program.snapshot();
        }
        finally
        {
            await(transfer::isOver);
            ended(transfer, future, isCancelled, isInTime);
        }
    }

    /**
     * Accounts that are reserved until an answer comes, if any.
     */
    void answer()
    {
        final Transfer transfer = new Transfer(run, program, random);
        final CompletableFuture<String> answer = new CompletableFuture<>();
        final int kind = random.nextInt(6);
        if (0 == kind)
        {
            answer.complete("at once");
        }
        final CompletableFuture<Void> assigned;
        try (Reservation held = run.isotach.reserve(run.accounts[transfer.from()], run.accounts[transfer.to()]))
        {
            assigned = held.assignWhen(answer, (text, action) -> transfer.run(action));
        }
        boolean isInTime = false;
        boolean isCancelled = false;
        try
        {
            giveAnswer(kind, transfer, answer);
            pause();
            if (kind >= 4)
            {
                isInTime = !transfer.hasBegun();
                isCancelled = assigned.cancel(true);
            }
            program.snapshot();
        }
        finally
        {
            await(() -> transfer.isOver() && assigned.isDone());
            ended(transfer, assigned, isCancelled, isInTime);
        }
    }

    private void giveAnswer(final int kind, final Transfer transfer, final CompletableFuture<String> answer)
    {
        switch (kind)
        {
            case 1:
                later(transfer, () -> answer.completeExceptionally(new Transfer.NoAnswer()));
                break;
            case 2:
                later(transfer, () -> answer.cancel(true));
                break;
            case 3, 4:
                later(transfer, () -> answer.complete("later"));
                break;
            default:
                // There is an answer already, or none ever comes.
                transfer.isOver(true);
                break;
        }
    }

    private void later(final Transfer transfer, final Runnable task)
    {
        run.tasks.add(() ->
        {
            task.run();
            transfer.isOver(true);
        });
    }

    private void pause()
    {
        for (int i = random.nextInt(MAX_PAUSES); i > 0; i--)
        {
            run.simulation.pause();
        }
    }

    /**
     * Bodies are not interrupted, so somebody else's interrupt may not end this wait.
     */
    private void await(final BooleanSupplier condition)
    {
        boolean isInterrupted = false;
        while (!condition.getAsBoolean())
        {
            isInterrupted |= Thread.interrupted();
            try
            {
                run.host().waiter().await(condition, "a body");
            }
            catch (final IsotachException ex)
            {
                program.note(Thread.currentThread().isInterrupted(), "" + ex);
            }
        }
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }

    private static void ended(
        final Transfer transfer, final CompletableFuture<?> future, final boolean isCancelled, final boolean isInTime)
    {
        if (isCancelled)
        {
            transfer.wasCancelled(isInTime);
            return;
        }
        try
        {
            transfer.awaitEnd(future);
        }
        catch (final CancellationException ex)
        {
            transfer.ended(ex);
        }
    }
}
