/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Isochron;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;

/**
 * Reads one variable repeatedly, one read per isochron; each value is used before the next read is issued.
 */
final class TimedReads
{
    /**
     * The expected value (V1 appendix A.1).
     */
    static final long VALUE = 7777;

    private static final double NS_PER_US = 1000;

    private final MemoryPort port;
    private final Isochron isochron;
    private final int address;
    private final IsoValue value = new IsoValue();
    private final IsoValue timedValue = new IsoValue().onValue((variable, result) -> deliveredNs = System.nanoTime());
    private long deliveredNs;
    private long reads;
    private long wrong;

    TimedReads(final MemoryPort port, final Isochron isochron, final int address)
    {
        this.port = port;
        this.isochron = isochron;
        this.address = address;
    }

    long reads()
    {
        return reads;
    }

    long wrong()
    {
        return wrong;
    }

    /**
     * @return microseconds per read.
     */
    double[] wholeReads(final int reps)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < reps; i++)
        {
            issue(value);
            use(value.await());
        }
        return new double[]{ usPer(reps, System.nanoTime() - startNs) };
    }

    /**
     * @return microseconds per read: in total, to issue it, to get the value.
     */
    double[] localPhases(final int reps)
    {
        long issueNs = 0;
        long getNs = 0;
        for (int i = 0; i < reps; i++)
        {
            final long startNs = System.nanoTime();
            issue(value);
            final long issuedNs = System.nanoTime();
            use(value.await());
            final long endNs = System.nanoTime();
            issueNs += issuedNs - startNs;
            getNs += endNs - issuedNs;
        }
        return new double[]{ usPer(reps, issueNs + getNs), usPer(reps, issueNs), usPer(reps, getNs) };
    }

    /**
     * @return microseconds per read: in total, to issue it, until the response is there, until the value can be used.
     */
    double[] remotePhases(final int reps)
    {
        long issueNs = 0;
        long waitNs = 0;
        long processNs = 0;
        for (int i = 0; i < reps; i++)
        {
            final long startNs = System.nanoTime();
            issue(timedValue);
            final long issuedNs = System.nanoTime();
            use(timedValue.await());
            final long endNs = System.nanoTime();
            issueNs += issuedNs - startNs;
            waitNs += deliveredNs - issuedNs;
            processNs += endNs - deliveredNs;
        }
        return new double[]{
            usPer(reps, issueNs + waitNs + processNs),
            usPer(reps, issueNs),
            usPer(reps, waitNs),
            usPer(reps, processNs) };
    }

    private void issue(final IsoValue into)
    {
        isochron.begin();
        port.read(isochron, address, into);
        isochron.issue();
    }

    private void use(final long result)
    {
        reads++;
        if (VALUE != result)
        {
            wrong++;
        }
    }

    private static double usPer(final int reps, final long ns)
    {
        return ns / NS_PER_US / reps;
    }
}
