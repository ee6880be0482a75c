/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.fault;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import org.isotach.niu.spi.LinkFaults;

/**
 * Decides, for one link, the fault of each packet or token: the same for the same seed and number, whichever thread
 * asks.
 */
public final class FaultGenerator
{
    public enum Fault
    {
        NONE, DROP, DUPLICATE, DELAY, REORDER, CORRUPT
    }

    // Weyl sequence and finalizer of SplitMix64 (Steele, Lea and Flood 2014).
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final double UNIT = 0x1p-53;

    private static final Fault[] FAULTS = Fault.values();

    // Upper bound of the random numbers for each fault.
    private final double[] bounds = new double[FAULTS.length];
    private final LongAdder injected;
    private final AtomicLong state;

    FaultGenerator(final LinkFaults faults, final int link, final LongAdder injected)
    {
        this.injected = injected;
        bounds[Fault.DROP.ordinal()] = faults.drop();
        bounds[Fault.DUPLICATE.ordinal()] = faults.duplicate();
        bounds[Fault.DELAY.ordinal()] = faults.delay();
        bounds[Fault.REORDER.ordinal()] = faults.reorder();
        bounds[Fault.CORRUPT.ordinal()] = faults.corrupt();
        Arrays.parallelPrefix(bounds, Double::sum);
        state = new AtomicLong(mix(faults.seed() + link * GAMMA));
    }

    public Fault next()
    {
        final double number = (nextLong() >>> 11) * UNIT;
        for (final Fault fault : FAULTS)
        {
            if (number < bounds[fault.ordinal()])
            {
                injected.increment();
                return fault;
            }
        }
        return Fault.NONE;
    }

    /**
     * Returns a number from 0 to bound - 1.
     */
    public int below(final int bound)
    {
        return (int)below((long)bound);
    }

    /**
     * Does the same for a large bound.
     */
    public long below(final long bound)
    {
        return Long.remainderUnsigned(nextLong(), bound);
    }

    private long nextLong()
    {
        return mix(state.getAndAdd(GAMMA));
    }

    public static long mix(final long value)
    {
        final long first = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        final long second = (first ^ first >>> 27) * 0x94D049BB133111EBL;
        return second ^ second >>> 31;
    }
}
