/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.LongSupplier;

/**
 * The time of one port, in nanoseconds. In a cluster with a {@code Scheduler} it counts the polls of the port, so that
 * a run can be repeated.
 */
final class AmClock
{
    /**
     * How much time a poll takes where polls are counted.
     */
    static final long STEP_NS = 1000;

    // Null if polls are counted.
    private final LongSupplier source;
    private long steps;

    AmClock(final LongSupplier source)
    {
        this.source = source;
    }

    void poll()
    {
        steps++;
    }

    long nowNs()
    {
        return null == source ? steps * STEP_NS : source.getAsLong();
    }
}
