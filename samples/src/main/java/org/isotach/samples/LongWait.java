/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

import org.isotach.IsotachException;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * The wait of an application thread that works for others meanwhile, by serving a port, say, for as long as these get
 * on. A short wait spins and yields. A long one is left to the library: it parks the thread, and wakes it when its host
 * has done something; in a cluster without threads it also works for all hosts.
 * <p>
 * It has no time limit: one wait may cover all that other hosts do. A {@link WorkingWait} gives up instead.
 * <p>
 * <b>Note:</b> this class is not threadsafe, and not reentrant: neither a condition nor the work may use the same wait.
 */
final class LongWait
{
    // Much longer than what two threads that are awake wait for each other, much shorter than a time slice.
    private static final long SHORT_NS = 500_000;

    private final Waiter waiter;
    private final Pause pause = new Pause();

    /**
     * @param host of the thread.
     */
    LongWait(final Host host)
    {
        waiter = host.waiter();
    }

    /**
     * Waits.
     *
     * @param condition to wait for; not evaluated any more when it was true.
     * @param work      returns the amount of work, 0 if there was none.
     * @throws SampleFailedException when the thread is interrupted, because another one has failed.
     */
    void until(final BooleanSupplier condition, final IntSupplier work)
    {
        boolean isIdle = false;
        long sinceNs = 0;
        boolean isOver = condition.getAsBoolean();
        while (!isOver)
        {
            final int done = work.getAsInt();
            if (!isIdle)
            {
                sinceNs = System.nanoTime();
            }
            isIdle = 0 == done;
            if (isIdle && System.nanoTime() - sinceNs >= SHORT_NS)
            {
                isOver = parked(condition, work);
                isIdle = false;
                pause.after(1);
            }
            else
            {
                pause.after(done);
                isOver = condition.getAsBoolean();
            }
        }
    }

    /**
     * @return true if the condition is true, false if there was work.
     */
    private boolean parked(final BooleanSupplier condition, final IntSupplier work)
    {
        final boolean[] isOver = new boolean[1];
        final BooleanSupplier isOverOrBusy = () ->
        {
            isOver[0] = condition.getAsBoolean();
            return isOver[0] || work.getAsInt() > 0;
        };
        try
        {
            waiter.await(isOverOrBusy, "work of others", Waiter.NO_LIMIT_NS);
        }
        catch (final IsotachException ex)
        {
            throw Thread.currentThread().isInterrupted() ? new SampleFailedException("interrupted", ex) : ex;
        }
        return isOver[0];
    }
}
