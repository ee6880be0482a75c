/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.smm.SchedCancelledException;

/**
 * One action whose body runs on a thread of an executor, which is called when the values have arrived.
 *
 * @param <R> type of the result.
 */
final class AsyncRun<R>
{
    private final Footprint footprint;
    private final ActionBody<R, ?> body;
    private final Executor executor;
    private final Engine engine;
    private final CompletableFuture<R> future;

    // The run exists, and its values have arrived.
    private final AtomicInteger missing = new AtomicInteger(2);
    private final AtomicBoolean hasArrived = new AtomicBoolean();

    // The run has one end. It belongs to whoever sets this: the task; or who knows that no task will run, or may.
    private final AtomicBoolean isClaimed = new AtomicBoolean();

    // The body begins, or the future is done without it: whatever comes first.
    private final AtomicBoolean isDecided = new AtomicBoolean();
    private Run run;
    private int place;

    AsyncRun(
        final Engine engine, final Footprint footprint, final ActionBody<R, ?> body, final Executor executor)
    {
        this(engine, footprint, body, executor, new CompletableFuture<>());
    }

    private AsyncRun(
        final Engine engine,
        final Footprint footprint,
        final ActionBody<R, ?> body,
        final Executor executor,
        final CompletableFuture<R> future)
    {
        this.future = future;
        this.engine = engine;
        this.footprint = footprint;
        this.body = body;
        this.executor = executor;
    }

    CompletableFuture<R> start()
    {
        engine.check(footprint);
        if (null == engine.taker().local())
        {
            // First, because it may start a thread, and throw: nothing is reserved then.
            engine.caretaker().tend(engine.graph().expulsionLook());
        }
        run = engine.begin(
            footprint,
            engine.sizes().toTake(footprint),
            engine.sizes().toRead(footprint),
            footprint.hasReferences(),
            this::arrived);
        place = engine.graph().isUnderWay(run);
        future.whenComplete((result, failure) -> calledOff());
        oneMore();
        if (null == engine.taker().local() && !hasArrived.get())
        {
            // No thread waits: where the cluster has none, the caretaker works for the other hosts.
            engine.caretaker().tendOften(() -> hasArrived.get() || isClaimed.get() || engine.isClosed());
        }
        return future;
    }

    /**
     * May be called during execution, and more than once if the host is expelled.
     */
    private void arrived()
    {
        if (hasArrived.compareAndSet(false, true))
        {
            oneMore();
        }
    }

    private void oneMore()
    {
        if (0 == missing.decrementAndGet())
        {
            try
            {
                executor.execute(this::finishIt);
            }
            catch (final RuntimeException | Error ex)
            {
                // Not from the body, whose exceptions are those of the future. The executor may have kept the task.
                if (isClaimed.compareAndSet(false, true))
                {
                    giveBack(ex);
                }
            }
        }
    }

    /**
     * The future is done. If nobody has begun with the run, perhaps nobody will: an executor may drop the task.
     */
    private void calledOff()
    {
        if (isDecided.compareAndSet(false, true) && isClaimed.compareAndSet(false, true))
        {
            giveBack(null);
        }
    }

    /**
     * @param failure the end of the future, null if it has ended.
     */
    private void giveBack(final Throwable failure)
    {
        engine.caretaker().tendOften(() ->
        {
            engine.graph().ends(run, place);
            engine.runEnd().abandon(run);
            if (null != failure)
            {
                future.completeExceptionally(failure);
            }
            return true;
        });
    }

    private void finishIt()
    {
        if (!isClaimed.compareAndSet(false, true))
        {
            return;
        }
        engine.graph().ends(run, place);
        try
        {
            if (!tryArrive())
            {
                new AsyncRun<>(engine, footprint, body, executor, future).start();
                return;
            }
            if (!isDecided.compareAndSet(false, true))
            {
                // The future has been cancelled while the task looked for the values.
                engine.runEnd().abandon(run);
                return;
            }
            future.complete(engine.finish(run, footprint, body));
        }
        catch (final Throwable ex)
        {
            future.completeExceptionally(ex);
        }
    }

    /**
     * @return false if another call has given up what was set meanwhile, as in {@link Engine#take}.
     */
    private boolean tryArrive()
    {
        try
        {
            engine.arrive(run);
            return true;
        }
        catch (final SchedCancelledException ex)
        {
            return false;
        }
    }
}
