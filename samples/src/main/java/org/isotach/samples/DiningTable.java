/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Watches the philosophers, without isotach: neighbours never eat at the same time, a fork in use has one holder, and
 * the value of a fork is the number of its uses.
 */
final class DiningTable
{
    /**
     * The amount that each use adds to the value of a fork.
     */
    static final int USE = 10;

    private static final int NOBODY = -1;

    private final int seats;
    private final AtomicIntegerArray eating;
    private final AtomicIntegerArray holders;
    private final AtomicIntegerArray uses;
    private final AtomicInteger meals = new AtomicInteger();
    private final Violations violations = new Violations();

    DiningTable(final int seats)
    {
        this.seats = seats;
        eating = new AtomicIntegerArray(seats);
        holders = new AtomicIntegerArray(seats);
        uses = new AtomicIntegerArray(seats);
        for (int fork = 0; fork < seats; fork++)
        {
            holders.set(fork, NOBODY);
        }
    }

    static long startValue(final int fork)
    {
        return fork;
    }

    int leftFork(final int philosopher)
    {
        return philosopher;
    }

    int rightFork(final int philosopher)
    {
        return (philosopher + 1) % seats;
    }

    /**
     * A philosopher begins to eat.
     *
     * @param leftValue  value of the left fork, as read.
     * @param rightValue value of the right fork, as read.
     */
    void pickUp(final int philosopher, final long leftValue, final long rightValue)
    {
        eating.set(philosopher, 1);
        checkNotEating(philosopher, (philosopher + seats - 1) % seats);
        checkNotEating(philosopher, (philosopher + 1) % seats);
        take(philosopher, leftFork(philosopher), leftValue);
        take(philosopher, rightFork(philosopher), rightValue);
    }

    /**
     * A philosopher has eaten.
     */
    void putDown(final int philosopher)
    {
        release(philosopher, leftFork(philosopher));
        release(philosopher, rightFork(philosopher));
        eating.set(philosopher, 0);
        meals.getAndIncrement();
    }

    /**
     * Checks the values of all forks, after all philosophers have left.
     */
    void checkForks(final long[] values)
    {
        for (int fork = 0; fork < seats; fork++)
        {
            checkValue(fork, values[fork]);
        }
    }

    int meals()
    {
        return meals.get();
    }

    Violations violations()
    {
        return violations;
    }

    private void checkNotEating(final int philosopher, final int neighbour)
    {
        if (0 != eating.get(neighbour))
        {
            violations.add("philosopher " + philosopher + " eats while its neighbour " + neighbour + " does");
        }
    }

    private void take(final int philosopher, final int fork, final long value)
    {
        if (!holders.compareAndSet(fork, NOBODY, philosopher))
        {
            violations.add("philosopher " + philosopher + " takes fork " + fork + ", which philosopher " +
                holders.get(fork) + " has");
        }
        checkValue(fork, value);
        uses.getAndIncrement(fork);
    }

    private void release(final int philosopher, final int fork)
    {
        if (!holders.compareAndSet(fork, philosopher, NOBODY))
        {
            violations.add("philosopher " + philosopher + " returns fork " + fork + ", which philosopher " +
                holders.get(fork) + " has");
        }
    }

    private void checkValue(final int fork, final long value)
    {
        final long expected = startValue(fork) + (long)USE * uses.get(fork);
        if (value != expected)
        {
            violations.add("fork " + fork + " has value " + value + " after " + uses.get(fork) + " uses (expected: " +
                expected + ')');
        }
    }
}
