/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers the events of a cluster, and gives their times. Threadsafe.
 */
final class TraceClock
{
    private final boolean hasTime;
    private final AtomicLong numbers = new AtomicLong();

    /**
     * @param hasTime false if no time passes: then the same run gives the same trace.
     */
    TraceClock(final boolean hasTime)
    {
        this.hasTime = hasTime;
    }

    long nextNumber()
    {
        return numbers.getAndIncrement();
    }

    long nanoTime()
    {
        return hasTime ? System.nanoTime() : 0;
    }

    @Override
    public String toString()
    {
        return "TraceClock{events=" + numbers.get() + '}';
    }
}
