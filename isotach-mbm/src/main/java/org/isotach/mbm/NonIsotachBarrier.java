/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.function.IntPredicate;

import org.isotach.memory.OffHeapBuffer;

/**
 * The barrier of non-isotach messages (Ironman section 6.3): the number of barriers that each host has entered. A fast
 * host can be one barrier ahead of a slow one. The numbers never decrease, so a slow host misses nothing.
 */
final class NonIsotachBarrier
{
    private static final int STRIDE = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    private final OffHeapBuffer epochs;
    private final int hostCount;
    private final IntPredicate isExpelled;

    /**
     * @param hostCount  number of hosts.
     * @param isExpelled returns whether a host has been expelled, so that no host waits for it.
     */
    NonIsotachBarrier(final int hostCount, final IntPredicate isExpelled)
    {
        this.hostCount = hostCount;
        this.isExpelled = isExpelled;
        epochs = OffHeapBuffer.allocate((long)STRIDE * hostCount);
    }

    /**
     * Notes that a host has entered a barrier.
     */
    void arrive(final int host, final long epoch)
    {
        // Release: everything that the host has done before. Partner: firstMissing().
        epochs.putLongRelease(STRIDE * host, epoch);
    }

    /**
     * Returns the first host, from a given one on, that has not entered a barrier yet; the number of hosts if all have.
     */
    int firstMissing(final int from, final long epoch)
    {
        int host = from;
        // Acquire: everything that the hosts have done before. Partner: arrive().
        while (host < hostCount &&
            (epochs.getLongVolatile(STRIDE * host) >= epoch || isExpelled.test(host)))
        {
            host++;
        }
        return host;
    }
}
