/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.LongSupplier;

/**
 * The time of one port, in nanoseconds. It owns the rule that time in which the port is not polled does not count:
 * nobody could see an answer then. In a cluster with a {@code Scheduler} it counts the polls of the port, so that a run
 * can be repeated.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class AmClock
{
    /**
     * How much time a poll takes where polls are counted.
     */
    static final long STEP_NS = 1000;

    /**
     * More of the time between two looks does not count. A thread that waits polls twice as often, at least.
     */
    private static final long LONGEST_GAP_NS = 20_000_000;
    private static final int FEWEST_GAPS = 4;

    // Null if polls are counted.
    private final LongSupplier source;
    private final long longestGapNs;
    private long polls;
    private long readBefore;
    private long nowNs;

    /**
     * @param source   null if polls are counted.
     * @param giveUpNs longest time that is measured: it is never over before some polls.
     */
    AmClock(final LongSupplier source, final long giveUpNs)
    {
        this.source = source;
        longestGapNs = Math.max(1, Math.min(LONGEST_GAP_NS, giveUpNs / FEWEST_GAPS));
        readBefore = null == source ? 0 : source.getAsLong();
    }

    void poll()
    {
        polls++;
    }

    long nowNs()
    {
        if (null == source)
        {
            return polls * STEP_NS;
        }
        final long read = source.getAsLong();
        // There may be many polls between two looks, and one pause: which of it was between them is not known.
        nowNs += Math.min(read - readBefore, longestGapNs);
        readBefore = read;
        return nowNs;
    }
}
