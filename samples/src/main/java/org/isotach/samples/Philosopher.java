/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * One philosopher, on one host.
 */
final class Philosopher
{
    private static final int MAX_PAUSE_SPINS = 64;

    private final int id;
    private final DiningTable table;
    private final MemoryPort port;
    private final Isochron isochron;
    private final IsoValue left = new IsoValue();
    private final IsoValue right = new IsoValue();
    private final SplittableRandom random;

    Philosopher(final Host host, final SharedMemory memory, final DiningTable table, final long seed)
    {
        this.table = table;
        id = host.id();
        port = memory.port(host);
        isochron = host.isochron();
        random = new SplittableRandom(seed + id);
    }

    void dine(final int meals, final Progress progress)
    {
        final int leftFork = table.leftFork(id);
        final int rightFork = table.rightFork(id);
        for (int meal = 0; meal < meals; meal++)
        {
            isochron.begin();
            if (0 == meal)
            {
                // Behind the isochron that laid the table, which was seen to be executed.
                isochron.fresh();
            }
            port.read(isochron, leftFork, left);
            port.read(isochron, rightFork, right);
            port.sched(isochron, leftFork);
            port.sched(isochron, rightFork);
            isochron.issue();

            final long leftValue = left.await();
            final long rightValue = right.await();
            table.pickUp(id, leftValue, rightValue);
            pause();
            table.putDown(id);

            isochron.begin();
            port.assign(isochron, leftFork, leftValue + DiningTable.USE);
            port.assign(isochron, rightFork, rightValue + DiningTable.USE);
            isochron.issue();
            pause();
            progress.step();
        }
        isochron.awaitExecuted();
    }

    private void pause()
    {
        for (int spins = random.nextInt(MAX_PAUSE_SPINS); spins > 0; spins--)
        {
            Thread.onSpinWait();
        }
    }
}
