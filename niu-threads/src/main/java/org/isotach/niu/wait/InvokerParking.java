/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import java.util.function.BooleanSupplier;

import org.isotach.niu.thread.Doorbell;

/**
 * Parking in {@code ThreadingMode.INVOKER}, where the waiting threads do all the work: the one on duty hears the
 * doorbell, which is rung for every change, and the others look for work from time to time, each in its turn.
 */
public final class InvokerParking extends Parking
{
    // If others do all the work: how long the thread on duty stops listening after it was woken in vain.
    private static final long DEAF_NS = 1_000_000;

    // Number of vain wake-ups in a row before that.
    private static final int MAX_VAIN_WAKES = 8;

    // On average, one of the threads off duty looks for work in this time.
    private static final long DEPUTY_PARK_NS = 40_000_000;

    private final Duty duty;
    private final Doorbell doorbell;
    private final boolean hasProbe;
    private int vainWakes;

    /**
     * @param host    the host at which the thread waits.
     * @param cluster of the host.
     * @param limit   of the wait.
     * @param probe   called by units before they wake the thread; null for none.
     */
    public InvokerParking(
        final WaitingPlace host, final WaitingCluster cluster, final WaitLimit limit, final BooleanSupplier probe)
    {
        super(host, cluster, limit, probe);
        duty = cluster.duty();
        doorbell = cluster.invokerDoorbell();
        hasProbe = null != probe;
    }

    @Override
    void worked()
    {
        super.worked();
        vainWakes = 0;
    }

    @Override
    void register()
    {
        vainWakes = 0;
        super.register();
    }

    @Override
    void beginDuty()
    {
        // One more look for work after the bell can be heard.
        doorbell.listen();
    }

    @Override
    void endDuty()
    {
        doorbell.ignore();
    }

    /**
     * There may be room although another owner was working when this thread looked.
     */
    @Override
    boolean looksItself()
    {
        return super.looksItself() || !hasProbe && Kind.BY_CHANGE == kind();
    }

    /**
     * The thread on duty may be inside a handler for long: others do its work, one after the other.
     */
    @Override
    long longestParkNs()
    {
        return duty.parked().get() * DEPUTY_PARK_NS;
    }

    @Override
    boolean parkOnDuty()
    {
        if (vainWakes >= MAX_VAIN_WAKES)
        {
            // Others do the work, and would wake this thread for everything they do.
            doorbell.ignore();
            parkFor(DEAF_NS);
            doorbell.listen();
            vainWakes--;
            return false;
        }
        final boolean isWoken = super.parkOnDuty();
        if (isWoken)
        {
            vainWakes++;
        }
        return isWoken;
    }
}
