/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The declaration of an action: the variables that it changes, and those that it only reads. Made by
 * {@link Isotach#update}, and run any number of times.
 * <p>
 * All variables are read and reserved at one point in the order, the body runs, and the new values are assigned. All
 * other threads see this as one step, however long the body takes: a thread that reads one of its variables meanwhile
 * waits for the new value. If nothing else has been executed since the body began, the thread may get the old value
 * instead; it then comes before the action in the order. Nothing is ever aborted or repeated, and no action starves.
 * <p>
 * Immutable and threadsafe.
 */
public final class Update
{
    private static final IsoVariable[] NO_VARIABLES = {};

    private final Engine engine;
    private final Reader reader;
    private final VariableAccess access;
    private final IsoVariable[] updates;
    private final IsoVariable[] reading;
    private final Predicate<? super Snapshot> condition;
    private final Duration limit;

    Update(final Engine engine, final Reader reader, final VariableAccess access, final IsoVariable[] updates)
    {
        this(engine, reader, access, updates, NO_VARIABLES, null, null);
    }

    private Update(
        final Engine engine,
        final Reader reader,
        final VariableAccess access,
        final IsoVariable[] updates,
        final IsoVariable[] reading,
        final Predicate<? super Snapshot> condition,
        final Duration limit)
    {
        this.engine = engine;
        this.reader = reader;
        this.access = access;
        this.updates = Objects.requireNonNull(updates, "variables");
        this.reading = Objects.requireNonNull(reading, "variables");
        this.condition = condition;
        this.limit = limit;
    }

    /**
     * Declares variables that the action reads at its point in the order, and does not change. They are not reserved:
     * other actions may change them while the body runs, and come later in the order. Only an action that reads as many
     * words as a host may have reads outstanding ({@code ClusterContext.readCap}, 1,024 by default) reserves them.
     *
     * @param variables the variables to read; do not change the array afterwards. Those of {@code update()} are
     *                  read anyway.
     * @return a new declaration, with these variables and those of earlier {@code reading()}.
     */
    public Update reading(final IsoVariable... variables)
    {
        final IsoVariable[] all = 0 == reading.length ? variables : IsoVariable.all(reading, variables);
        return new Update(engine, reader, access, updates, all, condition, limit);
    }

    /**
     * Makes the action wait until a condition is true at its point in the order. Only the condition is evaluated again,
     * whenever another call of this library has changed one of the variables; programs that write through a
     * {@link org.isotach.smm.MemoryPort} call {@link Isotach#changed}. Nothing is reserved while the condition is
     * false, unless the action has more than 2,048 words: then it reserves them whenever it looks.
     *
     * @param isTrue  the condition, a pure function of the declared variables.
     * @param timeout how long to wait for the condition, not negative. A wait for variables that others have reserved
     *                has the time limit of the {@link Isotach}, so the call may take longer.
     * @return a new declaration with this condition.
     * @throws IllegalArgumentException if the time is negative.
     */
    public Update when(final Predicate<? super Snapshot> isTrue, final Duration timeout)
    {
        Objects.requireNonNull(isTrue, "condition");
        if (Objects.requireNonNull(timeout, "timeout").isNegative())
        {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: not negative)");
        }
        return new Update(engine, reader, access, updates, reading, isTrue, timeout);
    }

    /**
     * Runs the action: it waits for the values, runs the body once on this thread, and assigns the new values. The
     * assignment may still be under way when the call returns; everything that happens after the call comes later in
     * the order.
     *
     * @param body the body of the action.
     * @param <R>  type of the result.
     * @param <X>  type of the exceptions that the body throws.
     * @return the result of the body.
     * @throws X                                   the exception of the body: the old values are assigned, and no
     *                                             message is sent.
     * @throws IllegalStateException               if the call is inside the body of an action.
     * @throws org.isotach.IsotachTimeoutException if the values or the condition take longer than the time limit: the
     *                                             body has not run, and the old values are assigned. With several
     *                                             hosts also if the execution takes longer when the body has run: the
     *                                             new values are assigned once, later.
     * @throws org.isotach.ClusterClosedException  if the {@link Isotach} is closed.
     * @throws org.isotach.HostExpelledException   if the host that carries the action is expelled: the action takes
     *                                             effect, or not at all.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted while it waits: the body has not
     *                                             run, the old values are assigned, and the interrupt status stays set.
     * @throws IllegalArgumentException            if a variable belongs to another Isotach, or the changed or the read
     *                                             variables have more than 2,048 words.
     */
    public <R, X extends Exception> R run(final ActionBody<R, X> body) throws X
    {
        Objects.requireNonNull(body, "body");
        final Footprint footprint = footprint();
        return null == condition ? engine.run(footprint, body) :
            condition(footprint).run(body);
    }

    /**
     * Runs the action as {@link #run} does, with a body without a result.
     *
     * @param body the body of the action.
     */
    public void execute(final Consumer<? super Action> body)
    {
        Objects.requireNonNull(body, "body");
        run(action ->
        {
            body.accept(action);
            return null;
        });
    }

    /**
     * Runs the action on a thread of an executor. The action takes its place in the order with this call. The executor
     * gets the body when the values have arrived, so no thread waits for them. If the action has a condition, a thread
     * of the executor does everything. With several hosts the call waits until the host that it uses has executed the
     * isochron that reserves the variables.
     * <p>
     * While the values of many such actions are awaited, half of {@link org.isotach.niu.ClusterContext#readCap}, 512 by
     * default, the call waits for its turn. If one thread runs all bodies, it must not start more actions than that
     * while they wait for each other: it would wait for itself, until the time limit.
     * <p>
     * There is no time limit for the values: use {@link CompletableFuture#orTimeout}, for example. The variables stay
     * reserved until the body has run, or the future is done. An executor that drops a task tells nobody: keep the
     * futures, and cancel those that are not done after {@code shutdownNow()}.
     * <p>
     * The future completes on the thread that has run the body; if the executor refuses the body, on a thread of the
     * {@link IsotachContext#executor()}. That one also runs the body if the executor runs tasks on the calling thread,
     * and that thread is just delivering values for a host.
     *
     * @param body     the body of the action.
     * @param executor runs the body.
     * @param <R>      type of the result.
     * @return a future of the result, complete when the new values have been issued. If it is cancelled before the body
     *         begins, the body does not run, and the old values are assigned.
     * @throws IllegalArgumentException           if a variable belongs to another Isotach, or the changed or the read
     *                                            variables have more than 2,048 words.
     * @throws IllegalStateException              if the call is inside the body of an action.
     * @throws org.isotach.ClusterClosedException if the {@link Isotach} is closed.
     * @throws DeadlockException                  if its turn comes only when this thread gives back what it has
     *                                            reserved. Nothing has happened.
     * @throws org.isotach.IsotachTimeoutException if its turn does not come in time, or that isochron is not executed.
     *                                            Nothing changes, and what it reserves is given back.
     */
    public <R> CompletableFuture<R> runAsync(final ActionBody<R, ?> body, final Executor executor)
    {
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(executor, "executor");
        final Footprint footprint = footprint();
        if (null == condition)
        {
            return AsyncRun.of(engine, footprint, body, executor).start();
        }
        return condition(footprint).runAsync(body, executor);
    }

    /**
     * Prepares the action for many runs by any threads. The layout of its isochrons is computed once. A run allocates
     * nothing, unless it has to wait for a condition.
     *
     * @param body the body of the action.
     * @param <R>  type of the result.
     * @return the prepared action, with the condition and its time limit if there is one.
     * @throws IllegalArgumentException if a variable belongs to another Isotach, or the changed or the read variables
     *                                  have more than 2,048 words.
     */
    public <R> PreparedAction<R> prepare(final ActionBody<R, RuntimeException> body)
    {
        Objects.requireNonNull(body, "body");
        final Footprint footprint = footprint();
        return new PreparedAction<>(engine, footprint, body, null == condition ? null : condition(footprint));
    }

    private Condition condition(final Footprint footprint)
    {
        return new Condition(engine, reader, footprint, condition, limit);
    }

    Engine engine()
    {
        return engine;
    }

    Footprint footprint()
    {
        return new Footprint(access, updates, reading);
    }

    boolean isConditional()
    {
        return null != condition;
    }

    @Override
    public String toString()
    {
        return footprint().toString();
    }
}
