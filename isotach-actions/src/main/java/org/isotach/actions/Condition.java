/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * An action that waits for a condition: it evaluates the condition without reserving anything, reserves when it is
 * true, and evaluates it again. Threadsafe; allocates nothing while the condition is true.
 */
final class Condition
{
    private static final long LOOK_AGAIN_NS = 100_000_000;

    // Other members notify no one here, and neither do copies that are elsewhere.
    private static final long LOOK_AGAIN_WITHOUT_COPIES_NS = 1_000_000;

    // For calls that cannot be cancelled.
    private static final CompletableFuture<?> NEVER = new CompletableFuture<>();

    private final Engine engine;
    private final Reader reader;
    private final Footprint footprint;
    private final Predicate<? super Snapshot> condition;
    private final long limitNs;
    private final int[] addresses;
    private final Object what = new Object()
    {
        @Override
        public String toString()
        {
            return "the condition of " + footprint;
        }
    };

    /**
     * Says when to look again: when somebody notifies, with members also when copies here have changed, and now and
     * then, since programs that write through a port of their own notify no one. When the time is over, or the thread
     * is interrupted, it says no more, so the wait ends with an exception, however often the variables change. A
     * scheduler decides itself when a thread goes on: there a thread waits for the others, or, without copies, lets
     * others go on once.
     */
    private static final class Look implements BooleanSupplier
    {
        private final Watchers.Watch watch;
        private final Engine engine;

        // Null without other members.
        private final Copies copies;
        private final long startNs;
        private final long endNs;
        private boolean isSecond;

        /**
         * @param startNs when the wait begins.
         * @param endNs   when the time is over.
         */
        Look(
            final Watchers.Watch watch,
            final Copies copies,
            final Engine engine,
            final long startNs,
            final long endNs)
        {
            this.watch = watch;
            this.copies = copies;
            this.engine = engine;
            this.startNs = startNs;
            this.endNs = endNs;
        }

        @Override
        public boolean getAsBoolean()
        {
            final long nowNs = engine.nanoTime();
            if (nowNs - endNs >= 0 || !engine.isSimulated() && Thread.currentThread().isInterrupted())
            {
                return false;
            }
            final boolean isBlind = null != copies && !copies.areNoted();
            final boolean isDue = engine.isSimulated() ? isSecond && isBlind :
                nowNs - startNs > (isBlind ? LOOK_AGAIN_WITHOUT_COPIES_NS : LOOK_AGAIN_NS);
            isSecond = true;
            return isDue || watch.isSignalled() || null != copies && copies.haveChanged();
        }
    }

    Condition(
        final Engine engine,
        final Reader reader,
        final Footprint footprint,
        final Predicate<? super Snapshot> condition,
        final Duration limit)
    {
        this.engine = engine;
        this.reader = reader;
        this.footprint = footprint;
        this.condition = condition;
        limitNs = Math.max(1, Settings.nanos(limit));
        addresses = footprint.all();
    }

    <R, X extends Exception> R run(final ActionBody<R, X> body) throws X
    {
        engine.check(footprint);
        return engine.finish(take(NEVER), footprint, body);
    }

    /**
     * Waits and runs on a thread of an executor.
     */
    <R> CompletableFuture<R> runAsync(final ActionBody<R, ?> body, final Executor executor)
    {
        engine.check(footprint);
        final CompletableFuture<R> future = new CompletableFuture<>();
        // The future has one end. It belongs to whoever sets this: the task, or who knows that none may run.
        final AtomicBoolean isClaimed = new AtomicBoolean();
        try
        {
            executor.execute(() ->
            {
                if (isClaimed.compareAndSet(false, true))
                {
                    complete(future, body);
                }
            });
        }
        catch (final Throwable ex)
        {
            // As without a condition.
            if (isClaimed.compareAndSet(false, true))
            {
                future.completeExceptionally(ex);
            }
        }
        return future;
    }

    private <R> void complete(final CompletableFuture<R> future, final ActionBody<R, ?> body)
    {
        try
        {
            takeAndComplete(future, body);
        }
        catch (final Throwable ex)
        {
            future.completeExceptionally(ex);
        }
    }

    private <R, X extends Exception> void takeAndComplete(
        final CompletableFuture<R> future, final ActionBody<R, X> body) throws X
    {
        // First: nothing is reserved when memory runs out for it.
        final ActionBody<R, X> whole = action -> BodyRunner.runUnlessDone(future, body, action);
        final Run run = future.isDone() ? null : take(future);
        if (null == run)
        {
            return;
        }
        future.complete(engine.finish(run, footprint, whole));
    }

    /**
     * Waits until the condition is true.
     *
     * @param future ends the wait when it is cancelled.
     * @return the run that has reserved the variables; null if the future was cancelled.
     */
    private Run take(final CompletableFuture<?> future)
    {
        final Run run = tryTake();
        return null == run ? waitAndTake(future) : run;
    }

    private Run waitAndTake(final CompletableFuture<?> future)
    {
        final long endNs = engine.nanoTime() + limitNs;
        final Host host = engine.host();
        final Watchers.Watch watch = new Watchers.Watch(host.waiter(), addresses);
        final Copies copies = engine.copies(host, addresses);
        engine.watchers().add(watch);
        try
        {
            if (NEVER != future)
            {
                future.whenComplete((result, failure) -> watch.signal());
            }
            while (true)
            {
                watch.listen();
                if (null != copies)
                {
                    copies.note();
                }
                // After listen(): a later cancellation signals.
                final Run run = future.isDone() ? null : tryTake();
                if (null != run || future.isDone())
                {
                    return run;
                }
                await(watch.waiter(), new Look(watch, copies, engine, engine.nanoTime(), endNs), null != copies);
            }
        }
        finally
        {
            engine.watchers().remove(watch);
        }
    }

    /**
     * @param hasMembers true if what is executed at the host counts, too.
     */
    private void await(final Waiter waiter, final Look look, final boolean hasMembers)
    {
        final long restNs = Math.max(1, look.endNs - look.startNs);
        try
        {
            if (hasMembers)
            {
                waiter.await(look, what, restNs);
            }
            else
            {
                waiter.awaitCall(look, what, restNs);
            }
        }
        catch (final IsotachTimeoutException ex)
        {
            // That one counts from the last look.
            throw new IsotachTimeoutException(what + " has not become true within " +
                TimeUnit.NANOSECONDS.toMillis(limitNs) + " ms" + waiter.stallReport());
        }
    }

    /**
     * @return the run that has reserved the variables, with the condition true; null if it is false.
     */
    private Run tryTake()
    {
        // Only a hint: other threads may change the variables after that. One isochron may not read so many words.
        if (addresses.length > engine.sizes().maxTaken() || reader.isTrue(footprint, addresses, condition))
        {
            final Run run = engine.take(footprint);
            if (engine.bodyRunner().isTrue(run, footprint, condition))
            {
                return run;
            }
        }
        return null;
    }
}
