/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.function.IntPredicate;

import org.isotach.memory.OffHeapBuffer;

/**
 * The barrier of non-isotach messages inside one JVM: a word of each host that all others read.
 */
final class SharedEpochs implements NonIsotachBarrier
{
    private static final int STRIDE = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    private final OffHeapBuffer epochs;
    private final int hostCount;
    private final IntPredicate isExpelled;

    /**
     * @param hostCount  number of hosts.
     * @param isExpelled returns whether a host has been expelled, so that no host waits for it.
     */
    SharedEpochs(final int hostCount, final IntPredicate isExpelled)
    {
        this.hostCount = hostCount;
        this.isExpelled = isExpelled;
        epochs = OffHeapBuffer.allocate((long)STRIDE * hostCount);
    }

    @Override
    public void arrive(final int host, final long epoch)
    {
        // Release: everything that the host has done before. Partner: epoch().
        epochs.putLongRelease(STRIDE * host, epoch);
    }

    @Override
    public long epoch(final int host)
    {
        // Acquire: everything that the host has done before. Partner: arrive().
        return epochs.getLongVolatile(STRIDE * host);
    }

    @Override
    public int firstMissing(final int from, final long epoch)
    {
        int host = from;
        while (host < hostCount && (epoch(host) >= epoch || isExpelled.test(host)))
        {
            host++;
        }
        return host;
    }
}
