/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What is prepared allocates nothing, nor do single variables.
 */
class AllocationTest
{
    private static final int TIMES = 5_000;

    private final TestIsotach test = TestIsotach.launch(new IsotachContext().threadingMode(ThreadingMode.INVOKER)
        .sessions(2).cluster(context -> context.paranoid(false).linkFaults(LinkFaults.NONE)));
    private final Isotach isotach = test.get();
    private final IsoLong[] x = isotach.longs("x", 4, 0);
    private final IsoDouble d = isotach.doubleVariable("d");
    private final Allocations allocations = new Allocations();
    private long sum;

    @AfterEach
    void close()
    {
        test.close();
    }

    @Test
    void shouldNotAllocateForPreparedActions()
    {
        final PreparedAction<Void> action = isotach.update(x).reading(d).prepare(run ->
        {
            for (final IsoLong variable : x)
            {
                run.set(variable, run.get(variable) + 1 + (long)run.get(d));
            }
            return null;
        });
        final int times = allocations.assertNone(TIMES, action::run);
        assertEquals(times, x[3].get());
    }

    @Test
    void shouldNotAllocateForPreparedChanges()
    {
        final PreparedChanges changes = isotach.prepare(x[0].add(1), x[1].max(3), d.add(1));
        final int times = allocations.assertNone(TIMES, changes::apply);
        assertEquals(times, x[0].get());
        assertEquals(times, d.get());
    }

    @Test
    void shouldNotAllocateForPreparedSnapshots()
    {
        x[2].set(2);
        final PreparedSnapshot<Void> snapshot = isotach.prepare(now ->
        {
            sum += TestIsotach.sum(now, x);
            return null;
        }, x);
        final int times = allocations.assertNone(TIMES, snapshot::take);
        assertEquals(2L * times, sum);
    }

    @Test
    void shouldNotAllocateForSingleVariables()
    {
        final int times = allocations.assertNone(TIMES, () ->
        {
            x[0].set(x[0].get() + 1);
            x[1].addAndGet(2);
            d.getAndSet(0.5);
        });
        assertEquals(times, x[0].get());
        assertEquals(2L * times, x[1].get());
    }
}
