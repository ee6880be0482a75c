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

    /**
     * To read the clock takes longer than a poll that finds nothing. If so little time has passed since the last time,
     * a thread is spinning, and the next polls do without: few, since it may go on to park.
     */
    private static final long SPINNING_NS = 10_000;
    private static final int POLLS_WITHOUT = 3;

    // Null if polls are counted.
    private final LongSupplier source;
    private final boolean isSlow;
    private final long longestGapNs;
    private long polls;
    private long readBefore;
    private long nowNs;
    private int pollsWithout;

    /**
     * @param source   null if polls are counted.
     * @param isSlow   true if the source takes time.
     * @param giveUpNs longest time that is measured: it is never over before some polls.
     */
    AmClock(final LongSupplier source, final boolean isSlow, final long giveUpNs)
    {
        this.source = source;
        this.isSlow = isSlow;
        longestGapNs = Math.max(1, Math.min(LONGEST_GAP_NS, giveUpNs / FEWEST_GAPS));
        readBefore = null == source ? 0 : source.getAsLong();
    }

    void poll()
    {
        polls++;
    }

    /**
     * Returns whether it is worth its time to read the clock. Asked by a poll that would, and has found nothing: one
     * that is busy reads it seldom enough.
     */
    boolean isDue()
    {
        if (pollsWithout > 0)
        {
            pollsWithout--;
            return false;
        }
        return true;
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
        if (isSlow && read - readBefore < SPINNING_NS)
        {
            pollsWithout = POLLS_WITHOUT;
        }
        readBefore = read;
        return nowNs;
    }
}
