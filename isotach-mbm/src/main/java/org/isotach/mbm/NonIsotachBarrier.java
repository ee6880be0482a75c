/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.function.IntPredicate;

import org.isotach.memory.OffHeapBuffer;

/**
 * The barrier of non-isotach messages (Ironman section 6.3): the number of barriers that each host has come to. A fast
 * host can be one barrier ahead of a slow one, and nothing that a slow host has still to see is ever taken back.
 */
final class NonIsotachBarrier
{
    private static final int STRIDE = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    private final OffHeapBuffer epochs;
    private final int hostCount;
    private final IntPredicate isExpelled;

    /**
     * @param hostCount  number of hosts.
     * @param isExpelled has a host been expelled, so that nobody waits for it?
     */
    NonIsotachBarrier(final int hostCount, final IntPredicate isExpelled)
    {
        this.hostCount = hostCount;
        this.isExpelled = isExpelled;
        epochs = OffHeapBuffer.allocate((long)STRIDE * hostCount);
    }

    /**
     * A host has come to a barrier.
     */
    void arrive(final int host, final long epoch)
    {
        // Release: what the host has done before. Partner: firstMissing().
        epochs.putLongRelease(STRIDE * host, epoch);
    }

    /**
     * The first host, from a given one on, that has not come to a barrier yet; the number of hosts if all have.
     */
    int firstMissing(final int from, final long epoch)
    {
        int host = from;
        // Acquire: what the hosts have done before. Partner: arrive().
        while (host < hostCount &&
            (epochs.getLongVolatile(STRIDE * host) >= epoch || isExpelled.test(host)))
        {
            host++;
        }
        return host;
    }
}
