/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;

/**
 * What the program of a host issues with.
 */
class ScenarioMember
{
    final Host host;
    final Isochron isochron;

    ScenarioMember(final Host host)
    {
        this.host = host;
        isochron = host.isochron();
    }

    /**
     * What a variable is later than everything that was executed.
     */
    final long read(final MemoryPort memory, final int address)
    {
        final IsoValue value = new IsoValue();
        memory.read(isochron.begin().fresh(), address, value);
        isochron.issue();
        return value.await();
    }

    @Override
    public String toString()
    {
        return "host " + host.id();
    }
}
