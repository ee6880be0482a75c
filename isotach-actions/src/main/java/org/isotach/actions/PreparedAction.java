/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * An action that is declared once and runs many times. Made by {@link Update#prepare}. It runs as {@link Update#run}
 * does, and allocates nothing, unless the body allocates, changes references or sends messages, or the run has to wait
 * for its condition.
 * <p>
 * Threadsafe: any number of threads may run it at the same time.
 *
 * @param <R> type of the result.
 */
public final class PreparedAction<R>
{
    private final Engine engine;
    private final Footprint footprint;
    private final ActionBody<R, RuntimeException> body;
    private final Condition condition;

    /**
     * @param condition the condition, null for none.
     */
    PreparedAction(
        final Engine engine,
        final Footprint footprint,
        final ActionBody<R, RuntimeException> body,
        final Condition condition)
    {
        this.condition = condition;
        this.engine = engine;
        this.footprint = footprint;
        this.body = body;
    }

    /**
     * Runs the action once on this thread.
     *
     * @return the result of the body.
     * @throws IllegalStateException if the call is inside the body of an action.
     * @see Update#run
     */
    public R run()
    {
        return null == condition ? engine.run(footprint, body) : condition.run(body);
    }

    /**
     * Runs the action once on a thread of an executor.
     *
     * @param executor runs the body.
     * @return a future of the result.
     * @throws IllegalStateException if the call is inside the body of an action.
     * @see Update#runAsync
     */
    public CompletableFuture<R> runAsync(final Executor executor)
    {
        Objects.requireNonNull(executor, "executor");
        return null == condition ? AsyncRun.of(engine, footprint, body, executor).start() :
            condition.runAsync(body, executor);
    }

    boolean isConditional()
    {
        return null != condition;
    }

    Engine engine()
    {
        return engine;
    }

    Footprint footprint()
    {
        return footprint;
    }

    ActionBody<R, RuntimeException> body()
    {
        return body;
    }

    @Override
    public String toString()
    {
        return footprint.toString();
    }
}
