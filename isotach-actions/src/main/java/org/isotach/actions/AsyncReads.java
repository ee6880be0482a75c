/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import org.isotach.smm.LocalReads;

/**
 * Reads for whose values no thread waits: of copies if that is possible at once, and otherwise an action that only
 * reads. All methods are threadsafe.
 */
final class AsyncReads
{
    private final Engine engine;
    private final Reader reader;

    AsyncReads(final Engine engine, final Reader reader)
    {
        this.engine = engine;
        this.reader = reader;
    }

    /**
     * Takes a snapshot now, and calls a function with it on a thread of an executor.
     *
     * @param prepared the result of {@link Reader#prepare}, null for none.
     */
    <R> CompletableFuture<R> snapshot(
        final Footprint footprint,
        final LocalReads prepared,
        final Function<? super Snapshot, ? extends R> function,
        final Executor executor)
    {
        final Snapshot taken = reader.tryTake(footprint, prepared, true);
        return null == taken ? snapshotInOrder(footprint, function, executor) : call(function, taken, executor);
    }

    /**
     * Calls the function on a thread of the executor, once, unless the future is done before.
     */
    private <R> CompletableFuture<R> call(
        final Function<? super Snapshot, ? extends R> function, final Snapshot taken, final Executor executor)
    {
        final CompletableFuture<R> future = new CompletableFuture<>();
        // The future has one end. It belongs to whoever sets this: an executor may refuse a task and run it.
        final AtomicBoolean isClaimed = new AtomicBoolean();
        try
        {
            executor.execute(() ->
            {
                if (isClaimed.compareAndSet(false, true) && !future.isDone())
                {
                    complete(future, function, taken);
                }
            });
        }
        catch (final Throwable ex)
        {
            if (isClaimed.compareAndSet(false, true))
            {
                future.completeExceptionally(ex);
            }
        }
        return future;
    }

    private <R> void complete(
        final CompletableFuture<R> future,
        final Function<? super Snapshot, ? extends R> function,
        final Snapshot taken)
    {
        R result = null;
        try
        {
            // As in the other case: nothing inside that is an action by itself.
            engine.bodies().enter(taken);
            try
            {
                result = function.apply(taken);
            }
            finally
            {
                engine.bodies().exit(taken);
            }
        }
        catch (final Throwable ex)
        {
            future.completeExceptionally(ex);
        }
        finally
        {
            taken.close();
        }
        future.complete(result);
    }

    private <R> CompletableFuture<R> snapshotInOrder(
        final Footprint footprint, final Function<? super Snapshot, ? extends R> function, final Executor executor)
    {
        return new AsyncRun<R>(engine, AsyncRun.Kind.SNAPSHOT, footprint, action ->
        {
            reader.hasRead(action.run());
            return function.apply(action);
        }, executor).start();
    }

    /**
     * Returns a future that is complete when the values of variables are known at this point in the order.
     *
     * @param executor completes it, if they are not known at once.
     */
    CompletableFuture<Void> values(final Footprint footprint, final Executor executor)
    {
        return null != reader.tryTake(footprint, null, false) ? CompletableFuture.completedFuture(null) :
            new AsyncRun<Void>(engine, AsyncRun.Kind.VALUES, footprint, null, executor).start();
    }

    @Override
    public String toString()
    {
        return "AsyncReads{" + reader + '}';
    }
}
