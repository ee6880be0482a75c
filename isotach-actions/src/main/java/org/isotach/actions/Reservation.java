/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * Variables that stay reserved until their new values are known: an action without a body of its own, for answers that
 * take long. Only threads that need one of these variables wait meanwhile. Made by {@link Isotach#reserve}.
 * <p>
 * A reservation ends once: with {@link #assign}, with the answer of {@link #assignWhen}, or with {@link #close()},
 * which assigns the old values. Reserve all variables that you need with one call; a thread that reserves variables
 * while it holds others may get a {@link DeadlockException}.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #close()} and the answer.
 */
public final class Reservation implements AutoCloseable
{
    private final Engine engine;
    private final Run run;
    private final Footprint footprint;
    private final Snapshot values = new Snapshot();
    private final long limitNs;

    // Who sets it ends the reservation.
    private final AtomicBoolean isEnded = new AtomicBoolean();
    private volatile boolean isAnswerAwaited;

    Reservation(final Engine engine, final Run run, final Footprint footprint, final long limitNs)
    {
        this.engine = engine;
        this.run = run;
        this.footprint = footprint;
        this.limitNs = limitNs;
        final long[] words = Arrays.copyOf(run.values(), footprint.words());
        values.open(footprint, words);
        if (footprint.hasReferences())
        {
            values.resolve(footprint, words, engine.taker().references());
        }
    }

    /**
     * The values that the variables had when they were reserved.
     *
     * @return the values, always the same object.
     */
    public Snapshot values()
    {
        return values;
    }

    /**
     * Assigns new values, sends messages, and so ends the reservation.
     *
     * @param body computes the new values, on this thread.
     * @param <R>  type of the result.
     * @param <X>  type of the exceptions that the body throws.
     * @return the result of the body.
     * @throws X                     the exception of the body: the old values are assigned.
     * @throws IllegalStateException when the reservation has ended, or an answer is awaited.
     */
    public <R, X extends Exception> R assign(final ActionBody<R, X> body) throws X
    {
        Objects.requireNonNull(body, "body");
        if (isAnswerAwaited || !isEnded.compareAndSet(false, true))
        {
            throw new IllegalStateException(this + (isAnswerAwaited ? " awaits an answer, which assigns" :
                " has ended: its variables are assigned already"));
        }
        return end(body);
    }

    /**
     * Assigns new values when an answer arrives, on the thread that completes it, and so ends the reservation. If the
     * answer fails, or does not come within the time limit of the {@link Isotach}, the old values are assigned. The
     * call does not wait, and {@link #close()} has no effect from then on.
     * <p>
     * Cancelling the returned future before the answer arrives ends the reservation at once: the body does not run, and
     * the old values are assigned.
     *
     * @param answer the answer.
     * @param body   computes the new values from the answer.
     * @param <A>    type of the answer.
     * @return a future that is complete when the new values are on their way; it fails when the old ones are.
     * @throws IllegalStateException when the reservation has ended, or an answer is awaited.
     */
    public <A> CompletableFuture<Void> assignWhen(
        final CompletionStage<A> answer, final BiConsumer<? super A, ? super Action> body)
    {
        Objects.requireNonNull(body, "body");
        if (isAnswerAwaited || isEnded.get())
        {
            throw new IllegalStateException(this + (isAnswerAwaited ? " awaits an answer already" : " has ended"));
        }
        isAnswerAwaited = true;
        // No thread that waits holds it from here on.
        engine.graph().releases(run);
        final CompletableFuture<A> limited = answer.toCompletableFuture().copy();
        if (limitNs > 0)
        {
            limited.orTimeout(limitNs, TimeUnit.NANOSECONDS);
        }
        final CompletableFuture<Void> assigned = new CompletableFuture<>();
        limited.whenComplete((value, failure) -> answer(value, failure, body, assigned));
        // Who cancels it wants no answer any more; nobody else would end the reservation then.
        assigned.whenComplete((nothing, failure) -> giveBack());
        return assigned;
    }

    private <A> void answer(
        final A value,
        final Throwable failure,
        final BiConsumer<? super A, ? super Action> body,
        final CompletableFuture<Void> assigned)
    {
        if (null != failure)
        {
            giveBack();
            assigned.completeExceptionally(failure instanceof CompletionException ? failure.getCause() : failure);
        }
        else if (isEnded.compareAndSet(false, true))
        {
            try
            {
                assigned.complete(end(action ->
                {
                    body.accept(value, action);
                    return null;
                }));
            }
            catch (final Throwable ex)
            {
                assigned.completeExceptionally(ex);
            }
        }
    }

    private <R, X extends Exception> R end(final ActionBody<R, X> body) throws X
    {
        engine.graph().releases(run);
        values.close();
        return engine.finish(run, footprint, body);
    }

    /**
     * Has it ended, so that its variables are reserved no more?
     *
     * @return true if so.
     */
    public boolean isEnded()
    {
        return isEnded.get();
    }

    /**
     * Assigns the old values, unless the reservation has ended, or an answer is awaited. Closing again has no effect.
     */
    @Override
    public void close()
    {
        if (!isAnswerAwaited)
        {
            giveBack();
        }
    }

    private void giveBack()
    {
        if (isEnded.compareAndSet(false, true))
        {
            engine.graph().releases(run);
            values.close();
            engine.abandon(run);
        }
    }

    @Override
    public String toString()
    {
        return "reservation of " + footprint;
    }
}
