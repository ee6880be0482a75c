/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;

/**
 * One look for hosts that hold others up. Most looks only remember since when things are as they are; a description is
 * made when somebody asks, {@link Cluster#stalls()}.
 * <p>
 * <b>Note:</b> this class is not threadsafe: each look has its own.
 */
public final class StallReport
{
    private final StallClock clock;
    private final long nowNs;
    private final IntToLongFunction logicalTime;

    // Null if nobody has asked.
    private final List<Stall> stalls;

    /**
     * @param logicalTime of each host.
     */
    StallReport(
        final StallClock clock, final long nowNs, final List<Stall> stalls, final IntToLongFunction logicalTime)
    {
        this.clock = clock;
        this.nowNs = nowNs;
        this.stalls = stalls;
        this.logicalTime = logicalTime;
    }

    /**
     * Adds a stall. Its duration is counted from the look that has found it first, which takes no clock where things
     * happen.
     *
     * @param holder      number of the host that holds others up.
     * @param unit        what of that host does it: see {@link Stall#unit()}.
     * @param what        stands for this stall in all looks: equal to itself, and to nothing else.
     * @param progress    a number that changes when the host has gone on, and what is found is another stall.
     * @param description what exactly is held up, and whom; called before this method returns, or never.
     */
    public void add(
        final int holder,
        final String unit,
        final Object what,
        final long progress,
        final Supplier<String> description)
    {
        final Duration duration = clock.sinceChange(what, progress, nowNs);
        if (null != stalls)
        {
            stalls.add(new Stall(holder, unit, logicalTime.applyAsLong(holder), duration, description.get()));
        }
    }
}
