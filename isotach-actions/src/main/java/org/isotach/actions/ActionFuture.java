/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * The future of variables that are reserved. It owns the rule that they are given back before anything that depends on
 * a future runs whose caller ends it, by cancelling it, for example: a dependent may need them, and runs first.
 *
 * @param <R> type of the result.
 */
final class ActionFuture<R> extends CompletableFuture<R>
{
    private volatile Runnable release;
    private volatile boolean isCallerEnding;

    /**
     * Sets what gives the variables back, unless it is too late. It is called by whoever ends the future, perhaps more
     * than once; now if the future has ended before there was any.
     */
    void beforeEnd(final Runnable action)
    {
        // Volatile, before the look. Partner: released().
        release = action;
        if (isDone())
        {
            action.run();
        }
    }

    /**
     * Ends the future with the result of the action.
     */
    void succeed(final R result)
    {
        super.complete(result);
    }

    /**
     * Ends the future because the action has failed.
     */
    void fail(final Throwable failure)
    {
        super.completeExceptionally(failure);
    }

    /**
     * Returns whether the caller has ended the future, or is just about to.
     */
    boolean isCallerEnding()
    {
        return isCallerEnding;
    }

    private void released()
    {
        isCallerEnding = true;
        // Volatile. Partner: beforeEnd().
        final Runnable action = release;
        if (null != action)
        {
            action.run();
        }
    }

    /**
     * @param isEnding true if this call has ended the future.
     */
    private boolean ended(final boolean isEnding)
    {
        // Once more: there was nothing to call, perhaps, before the end.
        released();
        return isEnding;
    }

    @Override
    public boolean complete(final R value)
    {
        released();
        return ended(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(final Throwable failure)
    {
        Objects.requireNonNull(failure, "failure");
        released();
        return ended(super.completeExceptionally(failure));
    }

    @Override
    public boolean cancel(final boolean mayInterruptIfRunning)
    {
        released();
        return ended(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public void obtrudeValue(final R value)
    {
        released();
        super.obtrudeValue(value);
        released();
    }

    @Override
    public void obtrudeException(final Throwable failure)
    {
        Objects.requireNonNull(failure, "failure");
        released();
        super.obtrudeException(failure);
        released();
    }

    /**
     * The one of the superclass would end the future past this class.
     */
    @Override
    public CompletableFuture<R> completeAsync(final Supplier<? extends R> supplier, final Executor executor)
    {
        Objects.requireNonNull(supplier, "supplier");
        executor.execute(() ->
        {
            try
            {
                complete(supplier.get());
            }
            catch (final Throwable ex)
            {
                completeExceptionally(ex);
            }
        });
        return this;
    }

    @Override
    public CompletableFuture<R> completeAsync(final Supplier<? extends R> supplier)
    {
        return completeAsync(supplier, defaultExecutor());
    }

    /**
     * Those that depend on this one reserve nothing.
     */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture()
    {
        return new CompletableFuture<>();
    }
}
