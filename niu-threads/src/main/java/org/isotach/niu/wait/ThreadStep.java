/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

/**
 * In a cluster with threads, the waiting thread leaves the work to them: it spins for a moment, and then parks.
 */
public final class ThreadStep implements WaitStep
{
    private final WaitLimit limit;
    private final Parking parking;
    private final SpinLimit spinLimit = new SpinLimit();
    private int spins;

    /**
     * @param limit   of the wait.
     * @param parking of the thread.
     */
    public ThreadStep(final WaitLimit limit, final Parking parking)
    {
        this.limit = limit;
        this.parking = parking;
    }

    @Override
    public void begin()
    {
        spinLimit.learn(spins);
        spins = 0;
    }

    @Override
    public void take(final Object what)
    {
        if (spins < spinLimit.get())
        {
            spins++;
            Thread.onSpinWait();
        }
        else
        {
            limit.check(what, parking.looksForStalls());
            if (!limit.isClosed())
            {
                parking.pause();
            }
        }
    }
}
