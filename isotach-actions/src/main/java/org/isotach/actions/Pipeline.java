/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;

/**
 * A sequence of actions that are under way at the same time. Each action takes its place in the order when it is
 * submitted; the submitting thread waits only if the pipeline is full. Bodies run one after another, and results
 * arrive, in the order of submission. Made by {@link Isotach#pipeline}.
 * <p>
 * A body runs on the thread that submits or closes. If no thread does so for some milliseconds, it runs on a thread of
 * the {@link IsotachContext#executor()}, so reserved variables never wait for a thread that is busy elsewhere.
 * <p>
 * Threadsafe, but designed for one submitting thread.
 */
public final class Pipeline implements AutoCloseable
{
    private static final int MAX_SPARE_RUNS = 1024;

    private final Engine engine;
    private final int capacity;
    private final Executor executor;
    private final RunPool runs;

    // Held while a body runs.
    private final Mutex lock;

    private final UnderWay underWay = new UnderWay();
    private final WaitGraph.Sequence sequence = this::forEachUnderWay;
    private volatile Run first;
    private volatile long progress;
    private long progressSeen;
    private boolean isTended;
    private boolean isClosed;

    // Belongs to whoever tends it.
    private boolean isReported;

    Pipeline(final Engine engine, final int capacity, final Executor executor)
    {
        if (capacity < 1)
        {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: at least 1)");
        }
        this.engine = engine;
        this.capacity = capacity;
        this.executor = executor;
        runs = engine.newRuns(Math.min(capacity, MAX_SPARE_RUNS));
        lock = new Mutex(engine::host, "a pipeline");
    }

    /**
     * Submits an action. If the pipeline is full, the call completes the oldest action first.
     *
     * @param update the declaration of the action, without a condition.
     * @param body   the body of the action.
     * @param <R>    type of the result.
     * @return a future of the result, complete when the new values have been issued. If the body throws, it completes
     *         with the exception.
     * @throws IllegalStateException    if the pipeline is closed, or the call is inside the body of an action.
     * @throws IllegalArgumentException if the action has a condition, or belongs to another Isotach.
     */
    public <R> CompletableFuture<R> submit(final Update update, final ActionBody<R, ?> body)
    {
        Objects.requireNonNull(body, "body");
        check(update.engine(), update.isConditional(), update);
        return submit(update.footprint(), body);
    }

    /**
     * Submits a prepared action.
     *
     * @param action the action to run, without a condition.
     * @param <R>    type of the result.
     * @return a future of the result.
     * @throws IllegalStateException    if the pipeline is closed, or the call is inside the body of an action.
     * @throws IllegalArgumentException if the action has a condition, or belongs to another Isotach.
     * @see #submit(Update, ActionBody)
     */
    public <R> CompletableFuture<R> submit(final PreparedAction<R> action)
    {
        check(action.engine(), action.isConditional(), action);
        return submit(action.footprint(), action.body());
    }

    private void check(final Engine itsEngine, final boolean isConditional, final Object action)
    {
        if (itsEngine != engine)
        {
            // Its addresses are those of other variables here.
            throw new IllegalArgumentException(action + " belongs to another Isotach: submit it to a pipeline of that" +
                " one");
        }
        if (isConditional)
        {
            throw new IllegalArgumentException(action + " has a condition: submit only actions without when(), since" +
                " those behind it would wait");
        }
    }

    private <R> CompletableFuture<R> submit(final Footprint footprint, final ActionBody<R, ?> body)
    {
        engine.check(footprint);
        lock.lock();
        try
        {
            if (isClosed)
            {
                throw new IllegalStateException(footprint + " submitted to a closed pipeline: make another one");
            }
            while (underWay.count() >= capacity)
            {
                completeFirst();
            }
            final CompletableFuture<R> future = new CompletableFuture<>();
            underWay.add(engine.begin(footprint, runs), footprint, body, future);
            completeReady();
            if (!underWay.isEmpty() && !isTended)
            {
                isTended = true;
                engine.graph().add(sequence);
                engine.caretaker().tendOften(this::isIdle);
            }
            return future;
        }
        finally
        {
            lock.unlock();
            if (engine.isClosed())
            {
                // The last look of the caretaker may have found the lock taken.
                goOn();
            }
        }
    }

    private void completeReady()
    {
        while (!underWay.isEmpty() && underWay.first().isReady())
        {
            completeFirst();
        }
    }

    private void completeFirst()
    {
        progress++;
        first = underWay.first();
        underWay.completeFirst(engine);
        first = null;
    }

    /**
     * Passes every run under way, with the run before it, to a consumer: for {@link WaitGraph}.
     */
    private void forEachUnderWay(final BiConsumer<Run, Run> action)
    {
        underWay.forEach(first, action);
    }

    /**
     * Lets the executor advance the pipeline if no thread does: for the caretaker.
     */
    private boolean isIdle()
    {
        if (!lock.tryLock())
        {
            // Some thread advances it.
            return false;
        }
        final boolean isDue;
        try
        {
            if (underWay.isEmpty())
            {
                isTended = false;
                engine.graph().remove(sequence);
                return true;
            }
            isDue = (progressSeen == progress || engine.isClosed()) && underWay.first().isOver();
            progressSeen = progress;
        }
        finally
        {
            lock.unlock();
        }
        if (isDue)
        {
            callExecutor();
        }
        return false;
    }

    /**
     * Without the lock, which the thread of the executor takes.
     */
    private void callExecutor()
    {
        try
        {
            executor.execute(this::goOn);
        }
        catch (final RejectedExecutionException ex)
        {
            refused();
        }
        catch (final RuntimeException | Error ex)
        {
            if (engine.isSimulated())
            {
                throw ex;
            }
            // Once: otherwise nothing says why the pipeline stands still.
            if (!isReported)
            {
                isReported = true;
                Caretaker.report(ex);
            }
            refused();
        }
    }

    /**
     * The next look tries again, or the caller closes the pipeline. When the Isotach is closed, this look may be the
     * last one, and its executor may have ended.
     */
    private void refused()
    {
        if (engine.isClosed() || engine.caretaker().isClosed())
        {
            goOn();
        }
    }

    private void goOn()
    {
        boolean isLeft = true;
        while (isLeft && lock.tryLock())
        {
            try
            {
                // On a closed Isotach no wait lasts.
                while (!underWay.isEmpty() && (underWay.first().isOver() || engine.isClosed()))
                {
                    completeFirst();
                }
            }
            finally
            {
                lock.unlock();
            }
            // As in submit().
            isLeft = engine.isClosed() && !underWay.isEmpty();
        }
    }

    /**
     * Completes the actions that are under way, and refuses further ones. Closing again has no effect.
     *
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    @Override
    public void close()
    {
        engine.bodies().checkOutside("closing a pipeline");
        lock.lock();
        try
        {
            isClosed = true;
            while (!underWay.isEmpty())
            {
                completeFirst();
            }
        }
        finally
        {
            lock.unlock();
        }
    }

    @Override
    public String toString()
    {
        return "Pipeline{capacity=" + capacity + '}';
    }
}
