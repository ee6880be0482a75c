/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import org.isotach.niu.spi.Scheduler;

/**
 * How long something lasts that has a time limit, by the clock of the scheduler if there is one.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class ElapsedTime
{
    private final Scheduler scheduler;
    private final long startNs;

    /**
     * The time begins.
     *
     * @param scheduler of the cluster, null for none.
     * @param limitNs   when the thread gives up, in nanoseconds; {@link WaitSettings#NO_LIMIT_NS} for never.
     */
    public ElapsedTime(final Scheduler scheduler, final long limitNs)
    {
        this.scheduler = scheduler;
        startNs = now(scheduler);
        expect(scheduler, limitNs);
    }

    /**
     * Returns the time by which limits are counted.
     *
     * @param scheduler of the cluster, null for none.
     */
    public static long now(final Scheduler scheduler)
    {
        return null == scheduler ? System.nanoTime() : scheduler.nanoTime();
    }

    /**
     * Tells a scheduler of a limit that begins now.
     */
    static void expect(final Scheduler scheduler, final long limitNs)
    {
        if (null != scheduler && limitNs > 0 && WaitSettings.NO_LIMIT_NS != limitNs)
        {
            // Limits are over when more time than that has passed.
            scheduler.expect(limitNs + 1);
        }
    }

    /**
     * Returns how long it has lasted, in nanoseconds.
     */
    public long ns()
    {
        return now(scheduler) - startNs;
    }
}
