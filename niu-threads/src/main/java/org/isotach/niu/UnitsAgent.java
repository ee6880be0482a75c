/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.agrona.concurrent.Agent;

/**
 * The units that one thread works for.
 */
final class UnitsAgent implements Agent
{
    private final String name;
    private final Unit[] units;

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
        return work;
    }

    @Override
    public String roleName()
    {
        return name;
    }
}
