/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * The wait of an application thread that owes something to others in the meantime: it works, by receiving, say, and
 * gives up after the time limit of the cluster.
 */
final class WorkingWait
{
    private final Waiter waiter;
    private final IntSupplier work;
    private long isochrons;

    /**
     * @param work returns the amount of work, 0 if there was none.
     */
    WorkingWait(final Host host, final IntSupplier work)
    {
        waiter = host.waiter();
        this.work = work;
    }

    void until(final BooleanSupplier condition, final String what)
    {
        if (!condition.getAsBoolean())
        {
            waiter.await(() -> hasWorkedUntil(condition), what);
        }
    }

    private boolean hasWorkedUntil(final BooleanSupplier condition)
    {
        boolean isOver = condition.getAsBoolean();
        while (!isOver && 0 != work.getAsInt())
        {
            isOver = condition.getAsBoolean();
        }
        return isOver;
    }

    void issue(final Isochron isochron)
    {
        until(isochron::tryIssue, "room for an isochron");
        isochrons++;
    }

    /**
     * Isochrons that were issued.
     */
    long isochrons()
    {
        return isochrons;
    }
}
