/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The future of variables that are reserved. It owns the rule that they are given back, or are on their way, before
 * anything runs that depends on a future whose caller ends it, by cancelling it, for example: a dependent may need
 * them, and runs before what the library would register.
 *
 * @param <R> type of the result.
 */
final class ActionFuture<R> extends CompletableFuture<R>
{
    private volatile Runnable release;

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
            release = null;
        }
    }

    /**
     * Ends the future with the result of the action.
     */
    void succeed(final R result)
    {
        super.complete(result);
        // It holds the body, and all that this has captured: callers may keep futures.
        release = null;
    }

    /**
     * Ends the future because the action has failed.
     */
    void fail(final Throwable failure)
    {
        super.completeExceptionally(failure);
        release = null;
    }

    private void released()
    {
        // Volatile. Partner: beforeEnd().
        final Runnable action = release;
        if (null != action)
        {
            action.run();
        }
    }

    /**
     * Ends the future, whatever the release throws.
     *
     * @param end returns true if it has ended the future.
     */
    private boolean end(final BooleanSupplier end)
    {
        boolean isEnding = false;
        try
        {
            released();
        }
        finally
        {
            isEnding = end.getAsBoolean();
            // Once more: there was nothing to call, perhaps, before the end.
            released();
            release = null;
        }
        return isEnding;
    }

    @Override
    public boolean complete(final R value)
    {
        return end(() -> super.complete(value));
    }

    @Override
    public boolean completeExceptionally(final Throwable failure)
    {
        Objects.requireNonNull(failure, "failure");
        return end(() -> super.completeExceptionally(failure));
    }

    @Override
    public boolean cancel(final boolean mayInterruptIfRunning)
    {
        return end(() -> super.cancel(mayInterruptIfRunning));
    }

    @Override
    public void obtrudeValue(final R value)
    {
        complete(value);
        super.obtrudeValue(value);
    }

    @Override
    public void obtrudeException(final Throwable failure)
    {
        completeExceptionally(failure);
        super.obtrudeException(failure);
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
            if (isDone())
            {
                return;
            }
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
