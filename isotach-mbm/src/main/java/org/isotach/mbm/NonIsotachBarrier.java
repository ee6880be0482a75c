/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.OffHeapBuffer;

/**
 * The barrier of non-isotach messages (Ironman section 6.3): the number of barriers that each host has come to. A fast
 * host can be one barrier ahead of a slow one, and nothing that a slow host has still to see is ever taken back.
 */
final class NonIsotachBarrier
{
    private static final int STRIDE = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    private final OffHeapBuffer epochs;
    private final int hostCount;
    private final AtomicIntegerArray expelled;

    NonIsotachBarrier(final int hostCount)
    {
        this.hostCount = hostCount;
        expelled = new AtomicIntegerArray(hostCount);
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
     * A host has been expelled: nobody waits for it.
     */
    void expel(final int host)
    {
        expelled.set(host, 1);
    }

    /**
     * The first host, from a given one on, that has not come to a barrier yet; the number of hosts if all have.
     */
    int firstMissing(final int from, final long epoch)
    {
        int host = from;
        // Acquire: what the hosts have done before. Partner: arrive().
        while (host < hostCount &&
            (epochs.getLongVolatile(STRIDE * host) >= epoch || 0 != expelled.get(host)))
        {
            host++;
        }
        return host;
    }
}
