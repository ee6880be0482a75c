/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import org.isotach.niu.spi.Scheduler;

/**
 * If a {@link Scheduler} replaces all threads, the waiting thread asks it to let others work.
 */
public final class SchedulerStep implements WaitStep
{
    private final Scheduler scheduler;
    private final WaitLimit limit;
    private final Parking parking;

    /**
     * @param scheduler of the cluster.
     * @param limit     of the wait.
     * @param parking   of the thread, which never parks.
     */
    public SchedulerStep(final Scheduler scheduler, final WaitLimit limit, final Parking parking)
    {
        this.scheduler = scheduler;
        this.limit = limit;
        this.parking = parking;
    }

    @Override
    public void begin()
    {
        // Before others go on: they may make the time leap to the limit.
        limit.start();
    }

    @Override
    public void take(final Object what)
    {
        scheduler.idle(what);
        limit.check(what, parking.looksForStalls());
    }
}
