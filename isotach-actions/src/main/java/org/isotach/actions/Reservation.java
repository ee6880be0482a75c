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
 * Variables that are read and reserved until somebody knows their new values: an action without a body of its own, for
 * answers that take long. Others go on meanwhile; only who needs one of these variables waits. Made by
 * {@link Isotach#reserve}.
 * <p>
 * It ends once: with {@link #assign}, when the answer of {@link #assignWhen} is there, or with {@link #close()}, which
 * assigns the old values. Who reserves all that is needed with one call waits in no circle, see
 * {@link DeadlockException}.
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
     * Assigns new values, and sends messages: the end of the reservation.
     *
     * @param body that computes the new values, on this thread.
     * @param <R>  type of the result.
     * @param <X>  type of the exceptions that the body throws.
     * @return what the body has returned.
     * @throws X                     what the body has thrown: the old values are assigned.
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
     * Assigns new values when an answer is there, on the thread that completes it: the end of the reservation. If it
     * fails, or does not come within the time limit of the {@link Isotach}, the old values are assigned. The call does
     * not wait, and {@link #close()} does not end the reservation any more.
     *
     * @param answer that is awaited.
     * @param body   computes the new values of the answer.
     * @param <A>    type of the answer.
     * @return complete when the new values are on their way; exceptionally if they are the old ones.
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
        return limited.handle((value, failure) ->
        {
            isEnded.set(true);
            return end(action ->
            {
                if (null != failure)
                {
                    throw new CompletionException(
                        failure instanceof CompletionException ? failure.getCause() : failure);
                }
                body.accept(value, action);
                return null;
            });
        });
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
        if (!isAnswerAwaited && isEnded.compareAndSet(false, true))
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
