/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

/**
 * In {@code ThreadingMode.INVOKER} a waiting thread works: for its own host first, and if that does not help, for every
 * host of the cluster.
 * <p>
 * The thread that serves the condition may be working already; moving logical time as well would only take the cache
 * lines away from it. So a thread begins quietly, for as many spins as that has helped it in earlier waits: if no other
 * thread moves time, it does so at once.
 */
public final class InvokerStep implements WaitStep
{
    private static final int MAX_QUIET_SPINS = 64;
    private static final int ROUNDS_BETWEEN_CHECKS = 256;

    private final WaitingPlace host;
    private final WaitingCluster cluster;
    private final WaitLimit limit;
    private final Parking parking;
    private final SpinLimit spinLimit = new SpinLimit();
    private int quietSpins;
    private boolean hasMovedTime;
    private int spins;
    private int workRounds;

    /**
     * @param host    the host at which the thread waits.
     * @param cluster of the host.
     * @param limit   of the wait.
     * @param parking of the thread.
     */
    public InvokerStep(
        final WaitingPlace host, final WaitingCluster cluster, final WaitLimit limit, final Parking parking)
    {
        this.host = host;
        this.cluster = cluster;
        this.limit = limit;
        this.parking = parking;
    }

    @Override
    public void begin()
    {
        learn();
        spinLimit.learn(spins);
        hasMovedTime = false;
        spins = 0;
        workRounds = 0;
    }

    @Override
    public void take(final Object what)
    {
        if (0 < work())
        {
            parking.worked();
            if (0 == ++workRounds % ROUNDS_BETWEEN_CHECKS)
            {
                limit.check(what, parking.looksForStalls());
            }
        }
        else if (spins < spinLimit.get())
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

    private int work()
    {
        if (spins < quietSpins)
        {
            return host.workQuietly();
        }
        final int work = host.work();
        hasMovedTime |= work > 0;
        return work;
    }

    /**
     * Learns from the wait: the thread may be quiet for longer if others have done everything, and for half as long if
     * not.
     */
    private void learn()
    {
        if (hasMovedTime)
        {
            quietSpins /= 2;
        }
        else if (spins > 0)
        {
            quietSpins = Math.min(quietSpins + 1, MAX_QUIET_SPINS);
        }
    }
}
