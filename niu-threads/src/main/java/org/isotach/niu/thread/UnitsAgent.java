/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import org.isotach.niu.spi.Unit;

/**
 * The units that one thread works for. Only {@link #stop()}, when the cluster is closed, or {@link #abandon()} ends
 * that thread, and no interrupt. An exception of a unit is reported, the others get their turn, and the unit is called
 * again.
 */
final class UnitsAgent implements Runnable
{
    private final String name;
    private final Doorbell doorbell;
    private final Handlers handlers;
    private final Unit[] units;

    // Volatile: both are written by other threads, and publish nothing but themselves.
    private volatile boolean isStopped;
    private volatile boolean isAbandoned;

    /**
     * @param name     of the thread.
     * @param doorbell at which the thread waits for work.
     * @param handlers told of the exceptions of units.
     * @param units    to work for.
     */
    UnitsAgent(final String name, final Doorbell doorbell, final Handlers handlers, final Unit... units)
    {
        this.name = name;
        this.doorbell = doorbell;
        this.handlers = handlers;
        this.units = units.clone();
    }

    @Override
    public void run()
    {
        while (!isStopped)
        {
            final int work = work();
            if (isAbandoned)
            {
                // The successor has the doorbell now.
                return;
            }
            idle(work);
        }
    }

    /**
     * The thread goes on whatever is thrown: the scheduler of a virtual thread may have no memory.
     */
    private void idle(final int work)
    {
        try
        {
            doorbell.idle(work);
        }
        catch (final Throwable ex)
        {
            handlers.report(ex);
        }
    }

    private int work()
    {
        int work = 0;
        for (final Unit unit : units)
        {
            if (isAbandoned)
            {
                // The successor works for the rest, too.
                break;
            }
            try
            {
                work += unit.doWork();
            }
            catch (final Throwable ex)
            {
                handlers.report(ex);
            }
        }
        return work;
    }

    /**
     * The thread is inside a handler, and may stay there for ever; if it returns, it ends. Called by another thread.
     */
    void abandon()
    {
        isAbandoned = true;
    }

    /**
     * Returns an agent for the same units, and another thread.
     */
    UnitsAgent successor()
    {
        return new UnitsAgent(name, doorbell, handlers, units);
    }

    /**
     * Ends the thread when all units have had their turn; it no longer waits for work. Called by another thread.
     */
    void stop()
    {
        isStopped = true;
        doorbell.stop();
    }

    String name()
    {
        return name;
    }
}
