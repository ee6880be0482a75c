/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * An action that is declared once and runs many times, as {@link Update#run} does it. Made by {@link Update#prepare}.
 * A run allocates nothing, unless the body does, references are changed, or messages are sent.
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

    PreparedAction(final Engine engine, final Footprint footprint, final ActionBody<R, RuntimeException> body)
    {
        this.engine = engine;
        this.footprint = footprint;
        this.body = body;
    }

    /**
     * Runs the action once more.
     *
     * @return what the body has returned.
     * @see Update#run
     */
    public R run()
    {
        return engine.run(footprint, body);
    }

    /**
     * Runs the action once more, on a thread of an executor.
     *
     * @param executor that runs the body.
     * @return the result.
     * @see Update#runAsync
     */
    public CompletableFuture<R> runAsync(final Executor executor)
    {
        return new AsyncRun<>(engine, footprint, body, executor).start();
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
