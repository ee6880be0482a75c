/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One action that ends on a thread of an executor, which is called when the values have arrived. What has no body of an
 * application ends on the calling thread if nothing is awaited.
 *
 * @param <R> type of the result.
 */
final class AsyncRun<R>
{
    private final Footprint footprint;
    private final Kind kind;
    private final ActionBody<R, ?> body;

    // Made with this object: between the arrival of the values and the end of the run, nothing takes memory.
    private final ActionBody<R, Exception> whole = this::runBody;
    private final Executor executor;
    private final Engine engine;
    private final ActionFuture<R> future = new ActionFuture<>();

    // The run exists, and its values have arrived.
    private final AtomicInteger missing = new AtomicInteger(2);
    private final AtomicBoolean hasArrived = new AtomicBoolean();

    // The run has one end. It belongs to whoever sets this: the task; or who knows that no task will run, or may.
    private final AtomicBoolean isClaimed = new AtomicBoolean();

    // The reads that it has. Given back by whoever is first: who delivers the values, or who finds its host gone.
    private final AtomicInteger reads = new AtomicInteger();

    private Run run;
    private int place = Registry.NO_PLACE;
    private boolean isElsewhere;

    /**
     * What is done with the values.
     */
    enum Kind
    {
        /**
         * A body of the application gets and assigns them.
         */
        ACTION,

        /**
         * All of them are replaced, by a body of the library.
         */
        WRITES,

        /**
         * A function of the application gets them. None is reserved.
         */
        SNAPSHOT,

        /**
         * Nothing: they have arrived. There is no body, and none is reserved.
         */
        VALUES
    }

    /**
     * @param body runs with the values, unless the future is done; null for none.
     */
    AsyncRun(
        final Engine engine,
        final Kind kind,
        final Footprint footprint,
        final ActionBody<R, ?> body,
        final Executor executor)
    {
        this.engine = engine;
        this.kind = kind;
        this.footprint = footprint;
        this.body = body;
        this.executor = executor;
    }

    /**
     * Makes an action that ends with its body.
     */
    static <R> AsyncRun<R> of(
        final Engine engine, final Footprint footprint, final ActionBody<R, ?> body, final Executor executor)
    {
        return new AsyncRun<>(engine, Kind.ACTION, footprint, body, executor);
    }

    CompletableFuture<R> start()
    {
        engine.check(footprint);
        if (null == engine.taker().local())
        {
            // First, because it may start a thread, and throw: nothing is reserved then.
            engine.caretaker().tendForGood(engine.graph().expulsionLook());
        }
        future.beforeEnd(this::calledOff);
        run = isReading() ? engine.starts().beginToRead(footprint, this::arrived, reads) :
            engine.starts().begin(footprint, this::arrived, reads);
        boolean isListed = false;
        try
        {
            place = engine.graph().isUnderWay(run);
            isListed = true;
        }
        finally
        {
            if (!isListed)
            {
                calledOff();
            }
        }
        if (isLast())
        {
            endHereOrElsewhere();
        }
        if (engine.needsWork() && !hasArrived.get())
        {
            // No thread waits: the caretaker works for the other hosts.
            engine.caretaker().tendOften(() -> hasArrived.get() || isClaimed.get() || engine.isClosed());
        }
        return future;
    }

    private boolean isReading()
    {
        return Kind.SNAPSHOT == kind || Kind.VALUES == kind;
    }

    private boolean isOfApplication()
    {
        return Kind.ACTION == kind || Kind.SNAPSHOT == kind;
    }

    /**
     * May be called during execution, and more than once if the host is expelled.
     */
    private void arrived()
    {
        if (hasArrived.compareAndSet(false, true))
        {
            engine.starts().leave(reads);
            if (isLast())
            {
                endElsewhere();
            }
        }
    }

    private boolean isLast()
    {
        return 0 == missing.decrementAndGet();
    }

    /**
     * Nothing is awaited. Without code of an application the calling thread ends the run: it may be the only one of the
     * executor, and what it does next may wait for the variables.
     */
    private void endHereOrElsewhere()
    {
        if (!isOfApplication() && run.isReady() && !engine.taker().sessions().isInHandler())
        {
            finishIt();
        }
        else
        {
            endElsewhere();
        }
    }

    private void endElsewhere()
    {
        try
        {
            executor.execute(this::finishIt);
        }
        catch (final Throwable ex)
        {
            // Not from the body, whose exceptions are those of the future. The executor may have kept the task.
            if (isClaimed.compareAndSet(false, true))
            {
                giveBack(ex);
            }
        }
    }

    /**
     * The caller ends the future. If nobody has begun with the run, perhaps nobody will: an executor may drop the task.
     */
    private void calledOff()
    {
        if (isClaimed.compareAndSet(false, true))
        {
            giveBack(null);
        }
    }

    /**
     * @param failure the end of the future, null if the caller ends it.
     */
    private void giveBack(final Throwable failure)
    {
        engine.runEnd().endLater(() ->
        {
            // Until then others may wait for its turn. Nobody tells it that its host is gone.
            engine.runEnd().whenOver(run, run.uses(), () ->
            {
                engine.graph().ends(place);
                engine.starts().leave(reads);
            });
            engine.runEnd().abandon(run);
            if (null != failure)
            {
                // What depends on it may wait for another chore.
                engine.caretaker().runElsewhere(() -> future.fail(failure));
            }
            return true;
        });
    }

    private void finishIt()
    {
        if (!isElsewhere && engine.taker().sessions().isInHandler())
        {
            // The executor runs tasks on the calling thread, which delivers values at present.
            isElsewhere = true;
            engine.caretaker().runElsewhere(this::finishIt);
            return;
        }
        if (!isClaimed.compareAndSet(false, true))
        {
            return;
        }
        try
        {
            future.succeed(end());
        }
        catch (final Throwable ex)
        {
            future.fail(ex);
        }
    }

    /**
     * Ends the run, in any case.
     */
    private R end() throws Exception
    {
        boolean isBegun = false;
        try
        {
            engine.graph().ends(place);
            isBegun = true;
        }
        finally
        {
            if (!isBegun)
            {
                engine.runEnd().abandon(run);
            }
        }
        engine.arrivals().await(run);
        return Kind.WRITES == kind ? engine.bodyRunner().finishBlindly(run, footprint, whole) :
            engine.finish(run, footprint, whole);
    }

    private R runBody(final Action action) throws Exception
    {
        if (null == body)
        {
            return null;
        }
        engine.taker().sessions().checkNotInHandler();
        return BodyRunner.runUnlessDone(future, body, action);
    }
}
