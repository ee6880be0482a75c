/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

/**
 * In {@link ThreadingMode#INVOKER} waiting is working: for the own host first, and when that does not help, for every
 * host of the cluster.
 */
final class InvokerStep implements WaitStep
{
    // Whoever serves what is waited for is probably at work on it; moving logical time as well would only take the
    // cache lines away from it.
    private static final int QUIET_SPINS = 50;
    private static final int OWN_WORK_SPINS = 500;
    private static final int ROUNDS_BETWEEN_CHECKS = 256;

    private final WaitingPlace host;
    private final HostCluster cluster;
    private final WaitLimit limit;
    private final Parking parking;
    private int spins;
    private int workRounds;

    /**
     * @param host    at which the thread waits.
     * @param cluster of the host.
     * @param limit   of the wait.
     * @param parking of the thread.
     */
    InvokerStep(final WaitingPlace host, final HostCluster cluster, final WaitLimit limit, final Parking parking)
    {
        this.host = host;
        this.cluster = cluster;
        this.limit = limit;
        this.parking = parking;
    }

    @Override
    public void begin()
    {
        spins = 0;
        workRounds = 0;
    }

    @Override
    public void take(final Object what)
    {
        if (0 < (spins < QUIET_SPINS ? host.workQuietly() : host.work()))
        {
            parking.worked();
            if (0 == ++workRounds % ROUNDS_BETWEEN_CHECKS)
            {
                limit.check(what, parking.looksForStalls());
            }
        }
        else if (spins < OWN_WORK_SPINS)
        {
            spins++;
            Thread.onSpinWait();
        }
        else
        {
            limit.check(what, parking.looksForStalls());
            if (0 < cluster.work())
            {
                parking.worked();
            }
            else if (!limit.isClosed())
            {
                parking.pause();
            }
        }
    }
}
