/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.TakenVariables;

/**
 * A drinking philosopher, on one host: each session needs a different choice of the bottles that are shared with
 * neighbours.
 */
final class Drinker
{
    private static final int MAX_PAUSE_SPINS = 64;

    private final int id;
    private final BottleRack rack;
    private final int[] bottles;
    private final TakenVariables taken;
    private final MemoryPort port;
    private final Isochron isochron;
    private final SplittableRandom random;

    Drinker(final Host host, final SharedMemory memory, final BottleRack rack, final long seed)
    {
        this.rack = rack;
        id = host.id();
        bottles = rack.bottles(id);
        taken = new TakenVariables(bottles.length);
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
     * A random choice of bottles, at least one.
     */
    private int[] choose()
    {
        final int count = 1 + random.nextInt(bottles.length);
        for (int i = 0; i < count; i++)
        {
            final int other = i + random.nextInt(bottles.length - i);
            final int bottle = bottles[i];
            bottles[i] = bottles[other];
            bottles[other] = bottle;
        }
        return Arrays.copyOf(bottles, count);
    }

    private void drink(final int[] chosen)
    {
        // All bottles of the session, at one point of logical time: no philosopher has one of them and waits for
        // another.
        port.take(isochron.begin(), chosen, taken);
        isochron.issue();
        taken.await();
        for (int i = 0; i < chosen.length; i++)
        {
            rack.take(id, chosen[i], taken.value(i));
        }
        for (int spins = random.nextInt(MAX_PAUSE_SPINS); spins > 0; spins--)
        {
            Thread.onSpinWait();
        }
        final long[] uses = new long[chosen.length];
        for (int i = 0; i < chosen.length; i++)
        {
            rack.putDown(id, chosen[i]);
            uses[i] = taken.value(i) + 1;
        }
        port.assign(isochron.begin(), taken, uses);
        isochron.issue();
        rack.sessionIsOver();
    }
}
