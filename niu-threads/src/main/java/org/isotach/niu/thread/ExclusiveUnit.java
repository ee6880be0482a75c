/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import org.isotach.memory.Padded;
import org.isotach.niu.spi.Unit;

/**
 * A unit with state of its own, for which at most one thread works at a time. Units that are always served together
 * share one {@link TryLock}.
 */
public abstract class ExclusiveUnit extends Padded implements Unit
{
    private final String unitName;
    private final TryLock lock;

    // Those of the host; set before any thread works for this unit.
    private WaitingThreads waitingThreads = WaitingThreads.NOBODY;

    public ExclusiveUnit(final String unitName, final TryLock lock)
    {
        this.unitName = unitName;
        this.lock = lock;
    }

    @Override
    public final int doWork()
    {
        if (!lock.tryEnter())
        {
            return 0;
        }
        try
        {
            final int work = work();
            lookAround(work);
            return work;
        }
        catch (final RevokedException ex)
        {
            return 0;
        }
        catch (final Throwable ex)
        {
            // Something may have been done before.
            lookAround(1);
            throw ex;
        }
        finally
        {
            lock.exit();
        }
    }

    @Override
    public final String unitName()
    {
        return unitName;
    }

    /**
     * Does the work of {@link #doWork()}; for the owner.
     */
    public abstract int work();

    /**
     * Wakes, from now on, the threads that wait for the work of this unit.
     */
    public final void waitingThreads(final WaitingThreads threads)
    {
        waitingThreads = threads;
    }

    /**
     * For the owner, at the end of its work: checks the threads that wait for it.
     *
     * @param work amount of work that was done.
     */
    public final void lookAround(final int work)
    {
        if (waitingThreads.areWatched())
        {
            waitingThreads.look(hasChanged(work));
        }
    }

    /**
     * Returns whether anything has changed that a thread may wait for. For the owner.
     *
     * @param work amount of work that was done.
     */
    public boolean hasChanged(final int work)
    {
        return work > 0;
    }

    public final TryLock lock()
    {
        return lock;
    }
}
