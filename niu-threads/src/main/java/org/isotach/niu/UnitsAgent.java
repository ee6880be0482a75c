/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/**
 * The units that one thread works for, until the thread is abandoned.
 */
final class UnitsAgent implements Agent
{
    /**
     * Ends the thread of an abandoned agent; not an error.
     */
    static final AgentTerminationException ABANDONED = new AgentTerminationException("abandoned");

    private final String name;
    private final Unit[] units;
    private volatile boolean isAbandoned;

    UnitsAgent(final String name, final Unit... units)
    {
        this.name = name;
        this.units = units.clone();
    }

    @Override
    public int doWork()
    {
        int work = 0;
        for (final Unit unit : units)
        {
            work += unit.doWork();
        }
        if (isAbandoned)
        {
            throw ABANDONED;
        }
        return work;
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
        return new UnitsAgent(name, units);
    }

    @Override
    public String roleName()
    {
        return name;
    }
}
