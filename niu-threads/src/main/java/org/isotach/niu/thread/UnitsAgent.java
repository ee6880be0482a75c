/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.isotach.niu.spi.Unit;

/**
 * The units that one thread works for: nothing ends that thread but its runner, when the cluster is closed, or when it
 * was abandoned. What a unit throws is reported, the others have their turn, and it is called again.
 */
final class UnitsAgent implements Agent
{
    /**
     * Ends the thread of an abandoned agent; not an error.
     */
    static final AgentTerminationException ABANDONED = new AgentTerminationException("abandoned");

    // A runner that is told so much neither waits nor looks whether it was interrupted, which would be its end.
    private static final int AT_WORK = 1;

    private final String name;
    private final Doorbell doorbell;
    private final Handlers handlers;
    private final Unit[] units;
    private volatile boolean isAbandoned;

    /**
     * @param name     of the thread.
     * @param doorbell where the thread waits for work.
     * @param handlers are told of what units throw.
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
    public int doWork()
    {
        int work = 0;
        for (final Unit unit : units)
        {
            try
            {
                work += unit.doWork();
            }
            catch (final Throwable ex)
            {
                handlers.report(ex);
            }
        }
        if (isAbandoned)
        {
            // The doorbell is that of the successor.
            throw ABANDONED;
        }
        doorbell.idle(work);
        return AT_WORK;
    }

    /**
     * The thread is inside a handler, and may stay there for ever; should it return, it ends. Called by another thread.
     */
    void abandon()
    {
        isAbandoned = true;
    }

    /**
     * An agent for the same units, and another thread.
     */
    UnitsAgent successor()
    {
        return new UnitsAgent(name, doorbell, handlers, units);
    }

    /**
     * Ends long waits, now and for ever: the runner is about to be closed. Called by another thread.
     */
    void stop()
    {
        doorbell.stop();
    }

    @Override
    public String roleName()
    {
        return name;
    }
}
