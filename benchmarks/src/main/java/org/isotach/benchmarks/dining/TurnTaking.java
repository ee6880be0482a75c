/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import java.util.function.IntConsumer;

import org.isotach.memory.Padded;

/**
 * Philosophers of one thread where taking forks blocks the thread: each completes its meal before the next one begins.
 */
final class TurnTaking extends Padded implements Diners
{
    private final IntConsumer meals;
    private final int seats;
    private final int first;
    private final int step;
    private int current;

    /**
     * Seats the philosophers {@code thread}, {@code thread + threads}, and so on.
     *
     * @param meals   takes the forks of a philosopher, lets it eat, and puts them back.
     * @param seats   number of all philosophers.
     * @param thread  number of the thread.
     * @param threads number of threads.
     */
    TurnTaking(final IntConsumer meals, final int seats, final int thread, final int threads)
    {
        this.meals = meals;
        this.seats = seats;
        first = thread;
        step = threads;
        current = thread;
    }

    @Override
    public void meal()
    {
        meals.accept(current);
        current += step;
        if (current >= seats)
        {
            current = first;
        }
    }
}
