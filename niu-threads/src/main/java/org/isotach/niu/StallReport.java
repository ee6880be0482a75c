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
 * One check for hosts that hold others up. Most checks only remember since when each stall has lasted; descriptions are
 * made for {@link Cluster#stalls()}.
 * <p>
 * <b>Note:</b> this class is not threadsafe: each check has its own.
 */
public final class StallReport
{
    private final StallClock clock;
    private final long nowNs;
    private final IntToLongFunction logicalTime;

    // Null unless the stalls are asked for.
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
     * Adds a stall. Its duration starts with the check that finds it first, so the place where it happens needs no
     * clock.
     *
     * @param holder      number of the host that holds others up.
     * @param unit        part of that host, see {@link Stall#unit()}.
     * @param what        identifies this stall in all checks: equal to itself, and to nothing else.
     * @param progress    a number that changes when the host makes progress; then the stall counts as a new one.
     * @param description the work that is held up, and the hosts that wait for it; called before this method returns,
     *                    or never.
     */
    public void add(
        final int holder,
        final String unit,
        final Object what,
        final long progress,
        final Supplier<String> description)
    {
        add(holder, unit, what, progress, logicalTime.applyAsLong(holder), description);
    }

    /**
     * Does the same, with the logical time at the holder, which may be elsewhere.
     */
    void add(
        final int holder,
        final String unit,
        final Object what,
        final long progress,
        final long pulse,
        final Supplier<String> description)
    {
        final Duration duration = clock.sinceChange(what, progress, nowNs);
        if (null != stalls)
        {
            stalls.add(new Stall(holder, unit, pulse, duration, description.get()));
        }
    }
}
