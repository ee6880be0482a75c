/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachTimeoutException;

/**
 * Variables that stay reserved until their new values are known: an action without a body, for answers that take long.
 * Only threads that need one of these variables wait in the meantime. Made by {@link Isotach#reserve}.
 * <p>
 * A reservation ends once: with {@link #assign}, with the answer of {@link #assignWhen}, or with {@link #close()},
 * which assigns the old values. Reserve all the variables that you need with one call; a thread that reserves variables
 * while it holds others may get a {@link DeadlockException}.
 * <p>
 * The thread that has reserved variables holds them until the reservation ends, or {@link #assignWhen} is called. Until
 * then it reads them with {@link #values()} and sets them in the body of {@link #assign}. Any other call of this thread
 * that needs their values, {@code x.get()}, a snapshot or an action for example, would wait for the thread itself, and
 * throws a {@link DeadlockException} at once; it has no effect. Calls that need no value, such as {@link Isotach#apply}
 * or {@link Update#runAsync}, do not wait, and come after the reservation in the order. Only if 512 asynchronous
 * actions wait for the reservation already, a further one throws a {@link DeadlockException}, too.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #close()} and the answer.
 */
public final class Reservation implements AutoCloseable
{
    private final Engine engine;
    private final Footprint footprint;
    private final Snapshot values;
    private final long[] words;
    private final long limitNs;

    // The thread that sets it to ENDED or LATE ends the reservation. What sees it OPEN sees the run.
    private final AtomicReference<State> state = new AtomicReference<>(State.ENDED);
    private Run run;

    // What completes it when the answer has come, or will not be waited for.
    private CompletableFuture<?> awaited;
    private final Runnable atTheEnd = () -> awaited.completeExceptionally(closedMeanwhile());

    // Of the thread that has ended it: from then on the run ends by itself, whatever fails.
    private boolean isHandedOver;

    private enum State
    {
        OPEN,
        AWAITS_AN_ANSWER,
        ENDED,
        // By the time limit of the answer.
        LATE
    }

    // What makes one, for messages.
    private record Call(Footprint footprint)
    {
        @Override
        public String toString()
        {
            return "reserve() of " + footprint;
        }
    }

    private Reservation(final Engine engine, final Footprint footprint, final long limitNs)
    {
        this.engine = engine;
        this.footprint = footprint;
        this.limitNs = limitNs;
        words = new long[footprint.words()];
        values = new ReservedValues(this);
    }

    /**
     * Reserves the variables. Nothing is allocated behind that, so that none of them stays reserved without an owner.
     */
    static Reservation of(final Engine engine, final Footprint footprint, final long limitNs)
    {
        engine.check(new Call(footprint));
        final Reservation reservation = new Reservation(engine, footprint, limitNs);
        reservation.begin();
        return reservation;
    }

    private void begin()
    {
        run = engine.reserve(footprint);
        System.arraycopy(run.values(), 0, words, 0, words.length);
        values.open(footprint, words);
        engine.runEnd().resolve(run, footprint, values);
        // The handles stay as long as it has the variables; other objects may be freed meanwhile.
        run.exit(engine.taker().references());
        state.set(State.OPEN);
    }

    /**
     * The values that the variables had at the point of the reservation.
     *
     * @return the values; always the same object, valid until the reservation ends.
     */
    public Snapshot values()
    {
        return values;
    }

    /**
     * Assigns new values, sends messages, and ends the reservation.
     *
     * @param body computes the new values, on this thread.
     * @param <R>  type of the result.
     * @param <X>  type of the exceptions that the body throws.
     * @return the result of the body.
     * @throws X                     the exception of the body: the old values are assigned.
     * @throws IllegalStateException if the reservation has ended, or an answer is awaited.
     */
    public <R, X extends Exception> R assign(final ActionBody<R, X> body) throws X
    {
        Objects.requireNonNull(body, "body");
        if (!state.compareAndSet(State.OPEN, State.ENDED))
        {
            throw new IllegalStateException(this + (State.AWAITS_AN_ANSWER == state.get() ?
                " awaits an answer, which assigns" : " has ended: its variables are assigned already"));
        }
        try
        {
            return end(body);
        }
        finally
        {
            giveBackUnlessHandedOver();
        }
    }

    /**
     * Assigns new values when an answer arrives, on the thread that completes it, and ends the reservation. If the
     * answer fails, or does not arrive within the time limit of the {@link Isotach}, the old values are assigned. The
     * call does not wait. {@link #close()} has no effect after this call.
     * <p>
     * Cancelling the returned future before the answer arrives ends the reservation: the body does not run, and the old
     * values are assigned, on another thread. So does the end of the Isotach: the future fails, at once if the Isotach
     * has launched its cluster, otherwise when the answer comes.
     *
     * @param answer the answer.
     * @param body   computes the new values from the answer; it runs on the thread that completes the answer, or, if
     *               that is inside a handler, on a thread of the {@link IsotachContext#executor()}.
     * @param <A>    type of the answer.
     * @return a future that completes when the new values have been issued; it fails when the old values are assigned:
     *         with the exception of the answer, or with an {@link IsotachTimeoutException}, on a thread of the
     *         {@link IsotachContext#executor()}, if that is late.
     * @throws IllegalStateException if the reservation has ended, or an answer is awaited.
     */
    public <A> CompletableFuture<Void> assignWhen(
        final CompletionStage<A> answer, final BiConsumer<? super A, ? super Action> body)
    {
        Objects.requireNonNull(body, "body");
        // First, because it may throw: until then the caller ends the reservation.
        final CompletableFuture<A> limited =
            Objects.requireNonNull(answer, "answer").toCompletableFuture().copy();
        final ActionFuture<Void> assigned = new ActionFuture<>();
        // A caller that cancels it does not want the answer; nothing else would end the reservation then.
        assigned.beforeEnd(this::cancel);
        if (!state.compareAndSet(State.OPEN, State.AWAITS_AN_ANSWER))
        {
            throw new IllegalStateException(
                this + (State.AWAITS_AN_ANSWER == state.get() ? " awaits an answer already" : " has ended"));
        }
        await(limited, body, assigned);
        return assigned;
    }

    /**
     * From here on no waiting thread holds it. If there is no thread for the time limit, or no memory, the caller does
     * again.
     */
    private <A> void await(
        final CompletableFuture<A> answer,
        final BiConsumer<? super A, ? super Action> body,
        final ActionFuture<Void> assigned)
    {
        engine.graph().releases(run);
        boolean isAwaited = false;
        try
        {
            if (limitNs > 0)
            {
                AnswerLimit.start(engine, answer, limitNs, () -> isGivenBack(answer));
            }
            awaited = answer;
            engine.awaitsAnAnswer(atTheEnd);
            answer.whenComplete((value, failure) -> answer(value, failure, body, assigned));
            isAwaited = true;
        }
        finally
        {
            // The time may be over already.
            if (!isAwaited && state.compareAndSet(State.AWAITS_AN_ANSWER, State.OPEN))
            {
                engine.awaitsNoAnswer(atTheEnd);
                // Its time limit looks at that: the caller may await another answer.
                answer.complete(null);
                engine.graph().holds(run, Thread.currentThread());
                if (isEnded())
                {
                    // Another thread has closed it meanwhile.
                    engine.graph().releases(run);
                }
            }
        }
    }

    /**
     * The executor may be busy for long, so it only tells of the end.
     */
    private boolean isGivenBack(final CompletableFuture<?> answer)
    {
        if (!answer.isDone() && state.compareAndSet(State.AWAITS_AN_ANSWER, State.LATE))
        {
            giveBackHeld();
            engine.caretaker().runElsewhere(() -> answer.cancel(false));
        }
        return true;
    }

    private <A> void answer(
        final A value,
        final Throwable failure,
        final BiConsumer<? super A, ? super Action> body,
        final ActionFuture<Void> assigned)
    {
        engine.awaitsNoAnswer(atTheEnd);
        Throwable reason = failure;
        try
        {
            if (engine.taker().sessions().isInHandler())
            {
                // The body must be able to assign.
                engine.caretaker().runElsewhere(() -> answerOutside(value, failure, body, assigned));
                return;
            }
        }
        catch (final OutOfMemoryError ex)
        {
            // The answer has come, so nobody else ends the reservation.
            reason = ex;
        }
        answerOutside(value, reason, body, assigned);
    }

    private ClusterClosedException closedMeanwhile()
    {
        return new ClusterClosedException(this +
            " awaited an answer when the Isotach was closed: its body does not run, and nothing is assigned");
    }

    private <A> void answerOutside(
        final A value,
        final Throwable failure,
        final BiConsumer<? super A, ? super Action> body,
        final ActionFuture<Void> assigned)
    {
        final Throwable reason = null == failure && engine.isClosed() ? closedMeanwhile() : failure;
        if (!state.compareAndSet(State.AWAITS_AN_ANSWER, State.ENDED))
        {
            // Otherwise the caller has ended the future.
            if (State.LATE == state.get())
            {
                assigned.fail(new IsotachTimeoutException(
                    "no answer has come for " + this + " within " + TimeUnit.NANOSECONDS.toMillis(limitNs) +
                    " ms, IsotachContext.awaitTimeout: its old values are assigned"));
            }
        }
        else if (null != reason)
        {
            // A caller may have made one without a cause.
            final boolean isWrapped = reason instanceof CompletionException && null != reason.getCause();
            try
            {
                giveBackHeld();
            }
            finally
            {
                assigned.fail(isWrapped ? reason.getCause() : reason);
            }
        }
        else
        {
            try
            {
                assigned.succeed(end(action ->
                {
                    engine.taker().sessions().checkNotInHandler();
                    body.accept(value, action);
                    return null;
                }));
            }
            catch (final Throwable ex)
            {
                giveBackUnlessHandedOver();
                assigned.fail(ex);
            }
        }
    }

    private <R, X extends Exception> R end(final ActionBody<R, X> body) throws X
    {
        engine.graph().releases(run);
        values.close();
        final ActionBody<R, X> whole = footprint.hasReferences() ? withObjects(body) : body;
        isHandedOver = true;
        return footprint.hasReferences() ? engine.bodyRunner().finishBlindly(run, footprint, whole) :
            engine.finish(run, footprint, whole);
    }

    /**
     * Without memory it may have failed before the run was handed over, and nobody else gives it back.
     */
    private void giveBackUnlessHandedOver()
    {
        if (!isHandedOver)
        {
            giveBackHeld();
        }
    }

    /**
     * When the host is gone, others may have replaced the objects, which are no longer in the table then, and would be
     * waited for.
     */
    private <R, X extends Exception> ActionBody<R, X> withObjects(final ActionBody<R, X> body)
    {
        return action ->
        {
            action.copyObjects(values);
            return body.run(action);
        };
    }

    /**
     * Returns whether the reservation has ended, so that its variables are no longer reserved; they are a moment longer
     * if the future of an answer was cancelled.
     *
     * @return true if it has ended.
     */
    public boolean isEnded()
    {
        return State.ENDED == state.get() || State.LATE == state.get();
    }

    /**
     * Assigns the old values, unless the reservation has ended or an answer is awaited. Closing again has no effect.
     * Threadsafe.
     */
    @Override
    public void close()
    {
        if (state.compareAndSet(State.OPEN, State.ENDED))
        {
            giveBackHeld();
        }
    }

    /**
     * The caller may be the thread of the JDK for all time limits, which must not wait.
     */
    private void cancel()
    {
        // First, because memory may run out: nothing has ended then.
        final Once givingBack = new Once(this::giveBackHeld);
        final Consumer<BooleanSupplier> chores = engine.runEnd()::endLater;
        if (state.compareAndSet(State.AWAITS_AN_ANSWER, State.ENDED))
        {
            engine.awaitsNoAnswer(atTheEnd);
            givingBack.giveTo(chores);
        }
    }

    private void giveBackHeld()
    {
        engine.graph().releases(run);
        values.close();
        engine.runEnd().abandon(run);
    }

    @Override
    public String toString()
    {
        return "reservation of " + footprint;
    }
}
