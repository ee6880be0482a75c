/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the packets for one host that reached no channel. Threadsafe.
 */
final class DropCounters
{
    private final AtomicLongArray counters = new AtomicLongArray(DropReason.values().length);

    void count(final DropReason reason)
    {
        counters.getAndIncrement(reason.ordinal());
    }

    void count(final DropReason reason, final long packets)
    {
        counters.getAndAdd(reason.ordinal(), packets);
    }

    long get(final DropReason reason)
    {
        return counters.get(reason.ordinal());
    }
}
