/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Watches drinking philosophers, without isotach: a bottle is in one hand at a time, and its value is the number of its
 * uses. Each pair of neighbours shares one bottle.
 */
final class BottleRack
{
    private static final int NOBODY = -1;

    private final int[][] bottlesOf;
    private final int[][] sharersOf;
    private final AtomicIntegerArray holders;
    private final AtomicIntegerArray uses;
    private final AtomicInteger sessions = new AtomicInteger();
    private final Violations violations = new Violations();

    /**
     * @param philosophers number of philosophers.
     * @param isComplete   true if all are neighbours of each other, false if they sit in a ring.
     */
    BottleRack(final int philosophers, final boolean isComplete)
    {
        final int count = isComplete ? philosophers * (philosophers - 1) / 2 : philosophers;
        sharersOf = new int[count][];
        int bottle = 0;
        for (int first = 0; first < philosophers; first++)
        {
            if (isComplete)
            {
                for (int second = first + 1; second < philosophers; second++)
                {
                    sharersOf[bottle++] = new int[]{ first, second };
                }
            }
            else
            {
                sharersOf[bottle++] = new int[]{ first, (first + 1) % philosophers };
            }
        }
        bottlesOf = new int[philosophers][];
        for (int philosopher = 0; philosopher < philosophers; philosopher++)
        {
            bottlesOf[philosopher] = bottlesOf(philosopher);
        }
        holders = new AtomicIntegerArray(count);
        uses = new AtomicIntegerArray(count);
        for (int i = 0; i < count; i++)
        {
            holders.set(i, NOBODY);
        }
    }

    int bottles()
    {
        return sharersOf.length;
    }

    /**
     * The two philosophers that share a bottle.
     */
    int[] sharers(final int bottle)
    {
        return sharersOf[bottle].clone();
    }

    /**
     * The bottles that a philosopher shares with neighbours.
     */
    int[] bottles(final int philosopher)
    {
        return bottlesOf[philosopher].clone();
    }

    int sessions()
    {
        return sessions.get();
    }

    Violations violations()
    {
        return violations;
    }

    /**
     * @param value of the bottle, as read.
     */
    void take(final int philosopher, final int bottle, final long value)
    {
        if (!holders.compareAndSet(bottle, NOBODY, philosopher))
        {
            violations.add("philosopher " + philosopher + " takes bottle " + bottle + ", which philosopher " +
                holders.get(bottle) + " has");
        }
        checkValue(bottle, value);
        uses.getAndIncrement(bottle);
    }

    void putDown(final int philosopher, final int bottle)
    {
        if (!holders.compareAndSet(bottle, philosopher, NOBODY))
        {
            violations.add("philosopher " + philosopher + " returns bottle " + bottle + ", which philosopher " +
                holders.get(bottle) + " has");
        }
    }

    void sessionIsOver()
    {
        sessions.getAndIncrement();
    }

    void checkValue(final int bottle, final long value)
    {
        if (value != uses.get(bottle))
        {
            violations.add("bottle " + bottle + " has value " + value + " after " + uses.get(bottle) + " uses");
        }
    }

    private int[] bottlesOf(final int philosopher)
    {
        final int[] bottles = new int[sharersOf.length];
        int count = 0;
        for (int bottle = 0; bottle < sharersOf.length; bottle++)
        {
            if (sharersOf[bottle][0] == philosopher || sharersOf[bottle][1] == philosopher)
            {
                bottles[count++] = bottle;
            }
        }
        return Arrays.copyOf(bottles, count);
    }
}
