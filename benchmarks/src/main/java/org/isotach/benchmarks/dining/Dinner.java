/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The common part of all tables: the seats, the work of a meal, and the watch over the forks.
 * <p>
 * Fork {@code f} lies between the philosophers {@code f - 1} and {@code f}. It bears a mark, which is even while the
 * fork lies on the table and odd while it is in use. Marks are read and written in opaque mode, without fences and
 * without atomic instructions: the table has to make one philosopher's marks visible to the next one.
 */
class Dinner
{
    // In longs: two cache lines, as the hardware fetches them in pairs.
    private static final int STRIDE = 16;

    private final int seats;
    private final long workNs;
    private final AtomicLongArray marks;
    private final long[] meals;

    Dinner(final int seats, final long workNs)
    {
        this.seats = seats;
        this.workNs = workNs;
        marks = new AtomicLongArray(seats * STRIDE);
        meals = new long[seats * STRIDE];
    }

    int seats()
    {
        return seats;
    }

    int leftFork(final int philosopher)
    {
        return philosopher;
    }

    int rightFork(final int philosopher)
    {
        return philosopher + 1 == seats ? 0 : philosopher + 1;
    }

    /**
     * A meal, during which no other philosopher may use either fork.
     *
     * @param philosopher that eats, having both of its forks.
     * @throws IllegalStateException if a neighbour eats, too.
     */
    void eat(final int philosopher)
    {
        final int left = leftFork(philosopher);
        final int right = rightFork(philosopher);
        final long leftMark = pickUp(philosopher, left);
        final long rightMark = pickUp(philosopher, right);
        work();
        putDown(philosopher, left, leftMark);
        putDown(philosopher, right, rightMark);
        meals[philosopher * STRIDE]++;
    }

    /**
     * Returns the number of uses of a fork.
     *
     * @param fork number of the fork.
     * @return number of meals.
     */
    long uses(final int fork)
    {
        return marks.get(fork * STRIDE) / 2;
    }

    /**
     * Compares the meals of all philosophers, the uses of all forks, and the counters of the threads, when all threads
     * have left.
     *
     * @param expectedMeals number of meals that were counted elsewhere.
     * @throws IllegalStateException if they differ.
     */
    void check(final long expectedMeals)
    {
        long sum = 0;
        for (int fork = 0; fork < seats; fork++)
        {
            final int otherUser = 0 == fork ? seats - 1 : fork - 1;
            final long expectedUses = meals[fork * STRIDE] + meals[otherUser * STRIDE];
            if (expectedUses != uses(fork))
            {
                throw new IllegalStateException("fork " + fork + " was used " + uses(fork) + " times (expected: " +
                    expectedUses + ", the meals of philosophers " + otherUser + " and " + fork + ')');
            }
            sum += meals[fork * STRIDE];
        }
        if (expectedMeals != sum)
        {
            throw new IllegalStateException("meals: " + sum + " (expected: " + expectedMeals + ')');
        }
    }

    private long pickUp(final int philosopher, final int fork)
    {
        final long mark = marks.getOpaque(fork * STRIDE);
        if (0 != (mark & 1))
        {
            throw new IllegalStateException("philosopher " + philosopher + " eats with fork " + fork +
                ", which is in use for the " + (mark / 2 + 1) + "th time");
        }
        marks.setOpaque(fork * STRIDE, mark + 1);
        return mark + 1;
    }

    private void putDown(final int philosopher, final int fork, final long expectedMark)
    {
        final long mark = marks.getOpaque(fork * STRIDE);
        if (expectedMark != mark)
        {
            throw new IllegalStateException("mark " + mark + " on fork " + fork + " after philosopher " + philosopher +
                " has eaten (expected: " + expectedMark + ')');
        }
        marks.setOpaque(fork * STRIDE, mark + 1);
    }

    /**
     * What a philosopher does with both forks.
     */
    void work()
    {
        if (workNs > 0)
        {
            final long startNs = System.nanoTime();
            long elapsedNs;
            do
            {
                elapsedNs = System.nanoTime() - startNs;
            }
            while (elapsedNs < workNs);
        }
    }
}
