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
 * A drinking philosopher, on one host: each session needs some of the bottles that are shared with neighbours, another
 * choice each time.
 */
final class Drinker
{
    private static final int MAX_PAUSE_SPINS = 64;

    private final int id;
    private final BottleRack rack;
    private final int[] bottles;
    private final IsoValue[] values;
    private final MemoryPort port;
    private final Isochron isochron;
    private final SplittableRandom random;

    Drinker(final Host host, final SharedMemory memory, final BottleRack rack, final long seed)
    {
        this.rack = rack;
        id = host.id();
        bottles = rack.bottles(id);
        values = new IsoValue[bottles.length];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = new IsoValue();
        }
        port = memory.port(host);
        isochron = host.isochron();
        random = new SplittableRandom(seed + id);
    }

    void drink(final int sessions, final Progress progress)
    {
        for (int session = 0; session < sessions; session++)
        {
            drink(choose());
            progress.step();
        }
        isochron.awaitExecuted();
    }

    /**
     * Puts a random choice of bottles first.
     *
     * @return how many were chosen, at least one.
     */
    private int choose()
    {
        final int count = 1 + random.nextInt(bottles.length);
        for (int i = 0; i < count; i++)
        {
            final int other = i + random.nextInt(bottles.length - i);
            final int bottle = bottles[i];
            bottles[i] = bottles[other];
            bottles[other] = bottle;
        }
        return count;
    }

    private void drink(final int count)
    {
        // All bottles of the session, at one point of logical time: nobody can have one of them and wait for another.
        isochron.begin();
        for (int i = 0; i < count; i++)
        {
            port.read(isochron, bottles[i], values[i]);
            port.sched(isochron, bottles[i]);
        }
        isochron.issue();
        for (int i = 0; i < count; i++)
        {
            values[i].await();
        }
        for (int i = 0; i < count; i++)
        {
            rack.take(id, bottles[i], values[i].get());
        }
        for (int spins = random.nextInt(MAX_PAUSE_SPINS); spins > 0; spins--)
        {
            Thread.onSpinWait();
        }
        isochron.begin();
        for (int i = 0; i < count; i++)
        {
            rack.putDown(id, bottles[i]);
            port.assign(isochron, bottles[i], values[i].get() + 1);
        }
        isochron.issue();
        rack.sessionIsOver();
    }
}
