/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import java.time.Duration;

import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.spi.Waiting;

/**
 * The settings of a cluster that a waiting thread needs.
 *
 * @param waiting        how it waits.
 * @param isInvoker      true if it works while it waits.
 * @param scheduler      of the cluster, null for none.
 * @param awaitTimeoutNs in nanoseconds, {@link #NO_LIMIT_NS} for none.
 */
public record WaitSettings(Waiting waiting, boolean isInvoker, Scheduler scheduler, long awaitTimeoutNs)
{
    public static final long NO_LIMIT_NS = Long.MAX_VALUE;

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    /**
     * Returns a time limit of which zero stands for none, in nanoseconds.
     *
     * @param limit not negative.
     */
    public static long limitNs(final Duration limit)
    {
        return limit.isZero() ? NO_LIMIT_NS : saturatedNanos(limit);
    }

    /**
     * Returns a time in nanoseconds, saturated at the largest long.
     *
     * @param time not negative.
     */
    public static long saturatedNanos(final Duration time)
    {
        return time.compareTo(LONGEST) < 0 ? time.toNanos() : Long.MAX_VALUE;
    }
}
