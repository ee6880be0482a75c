/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Issues isochrons of writes as fast as possible (V1 appendix A.2): the first variable of each page in turn, across
 * isochrons, and a running counter as value.
 */
final class WriteLoop
{
    private static final double NS_PER_US = 1000;

    private final SharedMemory memory;
    private final Host host;
    private final MemoryPort port;
    private final Isochron isochron;
    private final long[] lastValues;
    private long counter;
    private long isochrons;

    WriteLoop(final Host host, final SharedMemory memory)
    {
        this.memory = memory;
        this.host = host;
        port = memory.port(host);
        isochron = host.isochron();
        lastValues = new long[memory.pageMap().pageCount()];
    }

    /**
     * Issues isochrons and waits until they are executed.
     *
     * @param reps   number of isochrons.
     * @param writes per isochron.
     * @param pages  to be written to.
     * @return microseconds per isochron.
     */
    double[] issue(final int reps, final int writes, final int... pages)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < reps; i++)
        {
            isochron.begin();
            append(writes, pages);
            isochron.issue();
        }
        isochron.awaitExecuted();
        return new double[]{ (System.nanoTime() - startNs) / NS_PER_US / reps };
    }

    /**
     * Issues isochrons, each through logical time and executed before the next one.
     *
     * @return microseconds per pulse.
     */
    double[] pulses(final int reps, final int page)
    {
        final long startPulse = host.logicalTime();
        final long startNs = System.nanoTime();
        for (int i = 0; i < reps; i++)
        {
            isochron.begin().fresh();
            append(1, page);
            isochron.issue();
            isochron.awaitExecuted();
        }
        return new double[]{
            (System.nanoTime() - startNs) / NS_PER_US / Math.max(1, host.logicalTime() - startPulse) };
    }

    long isochrons()
    {
        return isochrons;
    }

    /**
     * Returns the last value written to a page, 0 if there was none.
     */
    long lastValue(final int page)
    {
        return lastValues[page];
    }

    private void append(final int writes, final int... pages)
    {
        for (int i = 0; i < writes; i++)
        {
            final int page = pages[(int)(counter % pages.length)];
            counter++;
            lastValues[page] = counter;
            port.write(isochron, memory.pageMap().addressOf(page, 0), counter);
        }
        isochrons++;
    }
}
