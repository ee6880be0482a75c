/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Asks an executor to do what no thread does. Belongs to the caretaker, except for {@link #isNotNeeded}.
 */
final class StandIn
{
    private final Engine engine;
    private final Executor executor;
    private final Runnable work;
    private final Patience patience = new Patience();
    private boolean isReported;

    /**
     * @param work may be called at any time, by any thread.
     */
    StandIn(final Engine engine, final Executor executor, final Runnable work)
    {
        this.engine = engine;
        this.executor = executor;
        this.work = work;
    }

    /**
     * Whoever was asked has done something, or nobody needs it any more. Threadsafe.
     */
    void isNotNeeded()
    {
        patience.ends();
    }

    /**
     * Asks the executor now and then. When the Isotach is closed, this look may be the last one. The executor may run
     * tasks on the calling thread.
     */
    void look()
    {
        if (patience.isOver() || engine.isClosed())
        {
            ask();
        }
    }

    private void ask()
    {
        patience.asks();
        try
        {
            executor.execute(() ->
            {
                patience.ends();
                work.run();
            });
        }
        catch (final RejectedExecutionException ex)
        {
            refused();
        }
        catch (final Throwable ex)
        {
            if (engine.isSimulated())
            {
                throw ex;
            }
            // Once: otherwise nothing says why nothing is done.
            if (!isReported)
            {
                isReported = true;
                Uncaught.report(ex);
            }
            refused();
        }
    }

    /**
     * The next look tries again, or the caller does the work. When the Isotach is closed, this look may be the last
     * one, and its executor may have ended.
     */
    private void refused()
    {
        patience.ends();
        if (engine.isClosed() || engine.caretaker().isClosed())
        {
            work.run();
        }
    }

    @Override
    public String toString()
    {
        return "StandIn{" + patience + '}';
    }
}
