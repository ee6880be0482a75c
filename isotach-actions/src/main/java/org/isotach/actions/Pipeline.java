/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * A sequence of actions that are under way at the same time. Each action takes its place in the order when it is
 * submitted. The submitting thread waits only if the pipeline is full, or the host has no room for more reads. With one
 * host it also waits for reserved variables at times, mostly for less than two milliseconds. Bodies run one after
 * another, and results arrive, in the order of submission. Made by {@link Isotach#pipeline}.
 * <p>
 * A body runs on the thread that submits or closes. If no thread does so for some milliseconds, it runs on a thread of
 * the {@link IsotachContext#executor()}, so reserved variables never wait for a thread that is busy elsewhere.
 * <p>
 * The future of an action completes on the thread that has run the body, or on another one that runs bodies, before the
 * next body begins. Its dependents may submit, and may wait for later actions of the pipeline, also for those that they
 * submit. Such actions run when the dependents have returned, or on the executor: with one that runs tasks on the
 * calling thread, or has ended, dependents must not wait.
 * <p>
 * An interrupt of a thread that submits or closes, while it waits for the values of the oldest action, fails that
 * action, whoever has submitted it: do not interrupt such threads.
 * <p>
 * Threadsafe, but designed for one submitting thread.
 */
public final class Pipeline implements AutoCloseable
{
    private static final int MAX_SPARE_RUNS = 1024;

    // How many futures a thread completes inside each other, because their dependents submit to a full pipeline.
    private static final int MAX_DEPTH = 16;

    private final Engine engine;
    private final int capacity;
    private final RunPool runs;

    // Held while a body runs, but not while a future completes: its dependents may wait for the next body.
    private final Mutex lock;
    private final UnderWay underWay = new UnderWay();
    private final MomentaryWait moment;
    private final WaitGraph.Sequence sequence = this::forEachUnderWay;
    private final BooleanSupplier idleLook = this::isIdle;
    private final BooleanSupplier mayFinishFirst = () -> underWay.first().isOver();
    private volatile Run first;
    private volatile long progress;
    private long progressSeen;
    private boolean isTended;
    private boolean isClosed;
    private final StandIn standIn;

    // Of threads that complete futures.
    private final Depths depths = new Depths();

    Pipeline(final Engine engine, final int capacity, final Executor executor)
    {
        if (capacity < 1)
        {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: at least 1)");
        }
        this.engine = engine;
        this.capacity = capacity;
        standIn = new StandIn(engine, executor, this::goOn);
        runs = engine.newRuns(Math.min(capacity, MAX_SPARE_RUNS));
        lock = new Mutex(engine::host, "a pipeline");
        moment = new MomentaryWait(engine);
    }

    /**
     * Submits an action. If the pipeline is full, or there is no room for another one, the call completes the oldest
     * action first; with one host it completes those whose values are there within a moment.
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
        Objects.requireNonNull(update, "update");
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
        Objects.requireNonNull(action, "action");
        check(action.engine(), action.isConditional(), action);
        return submit(action.footprint(), action.body());
    }

    private void check(final Engine itsEngine, final boolean isConditional, final Object action)
    {
        if (itsEngine != engine)
        {
            // Its addresses are those of other variables here.
            throw new IllegalArgumentException(
                action + " belongs to another Isotach: submit it to a pipeline of that one");
        }
        if (isConditional)
        {
            throw new IllegalArgumentException(action + " has a condition: submit only actions without when(), since" +
                " those behind it would wait");
        }
    }

    private <R> CompletableFuture<R> submit(final Footprint footprint, final ActionBody<R, ?> body)
    {
        engine.checkToSubmit(footprint);
        // Before anything is reserved, as below: memory may run out.
        final CompletableFuture<R> made = new CompletableFuture<>();
        CompletableFuture<R> future = null;
        boolean hasFinished = false;
        try
        {
            for (int tries = 0; null == future; tries++)
            {
                lock.lock();
                try
                {
                    underWay.makeRoom();
                    final Run run = tries < capacity && isFirstOverSoon(0 == tries) ? null : tryBegin(footprint);
                    future = null == run ? null : underWay.add(run, footprint, body, made);
                    if (!underWay.isEmpty() && underWay.first().isReady() && 0 == depths.depth())
                    {
                        tryFinishFirst();
                        hasFinished = true;
                    }
                }
                finally
                {
                    release();
                    if (engine.isClosed())
                    {
                        // The last look of the caretaker may have found the lock taken.
                        goOn();
                    }
                }
            }
        }
        finally
        {
            // Dependents may have submitted more.
            if (hasFinished && !underWay.isEmpty())
            {
                goOn();
            }
        }
        return future;
    }

    /**
     * Begins an action when there is room in the pipeline, for its reads and for its isochron. What the actions under
     * way have of that comes free when the oldest one, whose values are there, is finished.
     *
     * @return null if there is none yet, but may be now, as the oldest action has been finished.
     */
    private Run tryBegin(final Footprint footprint)
    {
        if (isClosed)
        {
            throw new IllegalStateException(footprint + " submitted to a closed pipeline: make another one");
        }
        if (underWay.count() >= capacity && !isDeep())
        {
            tryFinishFirst();
        }
        if (underWay.isEmpty())
        {
            // Where its body runs before the lock is given back, nobody can tell that it reserves nothing for readers.
            return engine.starts().begin(footprint, runs, mayFinishAtOnce());
        }
        // Without room the stack becomes deeper.
        final Run run = underWay.count() < capacity || isDeep() ?
            engine.starts().beginOrElse(footprint, runs, mayFinishFirst) : null;
        if (null == run)
        {
            tryFinishFirst();
        }
        return run;
    }

    /**
     * Returns whether to finish the oldest action first: one that begins with none under way needs no isochron.
     */
    private boolean isFirstOverSoon(final boolean isFirst)
    {
        return !isClosed && !underWay.isEmpty() && mayFinishAtOnce() &&
            moment.isReadySoon(underWay.first(), isFirst);
    }

    /**
     * Returns whether {@link #submit} lets the body of an action run at once if its values are there.
     */
    private boolean mayFinishAtOnce()
    {
        return 0 == depths.depth() && underWay.isLastComplete();
    }

    /**
     * Returns whether the calling thread must not complete another future now, as its stack would become too deep. It
     * does so when its dependents have returned, and the pipeline may be over its capacity until then.
     */
    private boolean isDeep()
    {
        return depths.depth() >= MAX_DEPTH;
    }

    /**
     * Lets the oldest action run to its end, unless the future of the one before has still to be completed: futures
     * complete in the order of submission. The caller has the lock, and calls {@link #release}.
     */
    private void tryFinishFirst()
    {
        if (underWay.isLastComplete())
        {
            progress++;
            first = underWay.first();
            underWay.finishFirst(engine);
            first = null;
        }
    }

    /**
     * Gives the lock back, and completes the future of the action that was finished last, whoever has finished it.
     */
    private void release()
    {
        boolean isToTend = false;
        try
        {
            if (!isTended && !underWay.isEmpty())
            {
                engine.graph().add(sequence);
                isTended = true;
                isToTend = true;
            }
        }
        finally
        {
            // Whatever has failed, even for want of memory: nobody else advances the pipeline otherwise.
            lock.unlock();
        }
        try
        {
            // First: dependents may wait for the actions behind.
            if (isToTend)
            {
                engine.caretaker().tendOften(idleLook);
            }
        }
        finally
        {
            completeLast();
        }
    }

    private void completeLast()
    {
        if (underWay.isLastComplete())
        {
            return;
        }
        depths.enter();
        try
        {
            underWay.completeLast();
        }
        finally
        {
            depths.leave();
        }
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
        if (lock.isHeld() || !lock.tryLock())
        {
            // Some thread advances it, perhaps this one: a body may close the Isotach.
            return false;
        }
        final boolean isDue;
        try
        {
            if (underWay.isEmpty())
            {
                isTended = false;
                underWay.forgetLast();
                engine.graph().remove(sequence);
                return true;
            }
            isDue = (progressSeen == progress || engine.isClosed()) && underWay.first().isOver();
            if (progressSeen != progress)
            {
                standIn.isNotNeeded();
            }
            progressSeen = progress;
        }
        finally
        {
            lock.unlock();
        }
        // Without the lock, which the thread of the executor takes.
        if (isDue)
        {
            standIn.look();
        }
        return false;
    }

    private void goOn()
    {
        // An executor may call it inside a body.
        boolean isLeft = !lock.isHeld();
        while (isLeft && lock.tryLock())
        {
            try
            {
                // On a closed Isotach no wait lasts.
                isLeft = !underWay.isEmpty() && (underWay.first().isOver() || engine.isClosed());
                if (isLeft)
                {
                    tryFinishFirst();
                }
            }
            finally
            {
                release();
            }
            // As in submit().
            isLeft |= engine.isClosed() && !underWay.isEmpty();
        }
    }

    /**
     * Completes the actions that are under way, and refuses further ones. Their futures tell of what fails, and this
     * call does not: close the pipeline after a reservation that its actions need. Closing again has no effect.
     *
     * @throws IllegalStateException if the call is inside the body of an action.
     */
    @Override
    public void close()
    {
        engine.bodies().checkOutside("closing a pipeline");
        boolean isLeft = true;
        while (isLeft)
        {
            lock.lock();
            try
            {
                isClosed = true;
                isLeft = !underWay.isEmpty() && !isDeep();
                if (isLeft)
                {
                    tryFinishFirst();
                }
            }
            finally
            {
                release();
            }
        }
    }

    @Override
    public String toString()
    {
        return "Pipeline{capacity=" + capacity + '}';
    }
}
