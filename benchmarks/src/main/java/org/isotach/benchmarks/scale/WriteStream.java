/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import org.isotach.Isochron;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;

/**
 * Isochrons of writes, issued from one host for as long as there is room; the host polls whenever it has issued a
 * burst, or finds no room.
 */
abstract class WriteStream extends Padded
{
    private final Host host;
    private final MemoryPort port;
    private final Isochron isochron;
    private final int burst;
    private int unpolled;
    private long issued;

    /**
     * @param port  of the host that issues.
     * @param burst isochrons between two polls.
     */
    WriteStream(final MemoryPort port, final int burst)
    {
        this.port = port;
        this.burst = burst;
        host = port.host();
        isochron = host.isochron();
    }

    /**
     * Appends the writes of an isochron.
     *
     * @param memory to write to.
     * @param open   the isochron.
     * @param number of the isochron, from 1.
     */
    abstract void append(MemoryPort memory, Isochron open, long number);

    /**
     * Number of the isochron that was issued last.
     *
     * @return the number, 0 if there was none.
     */
    final long issued()
    {
        return issued;
    }

    /**
     * Issues the next isochron if there is room for it.
     *
     * @return false if there is none at present; the isochron stays the next one.
     */
    final boolean tryIssue()
    {
        if (!isochron.isOpen())
        {
            append(port, isochron.begin(), issued + 1);
        }
        final boolean isIssued = isochron.tryIssue();
        if (isIssued)
        {
            issued++;
        }
        unpolled++;
        if (!isIssued || unpolled >= burst)
        {
            host.poll();
            unpolled = 0;
        }
        return isIssued;
    }
}
