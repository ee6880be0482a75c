/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.TakenVariables;

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
    private final TakenVariables forks = new TakenVariables(2);
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
        final int[] addresses = { table.leftFork(id), table.rightFork(id) };
        final long[] uses = new long[2];
        for (int meal = 0; meal < meals; meal++)
        {
            isochron.begin();
            if (0 == meal)
            {
                // Behind the isochron that laid the table, which was seen to be executed.
                isochron.fresh();
            }
            port.take(isochron, addresses, forks);
            isochron.issue();

            forks.await();
            table.pickUp(id, forks.value(0), forks.value(1));
            pause();
            table.putDown(id);

            uses[0] = forks.value(0) + DiningTable.USE;
            uses[1] = forks.value(1) + DiningTable.USE;
            port.assign(isochron.begin(), forks, uses);
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
