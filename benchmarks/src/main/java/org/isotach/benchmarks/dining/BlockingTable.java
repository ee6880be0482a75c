/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

/**
 * A table where a philosopher without a fork blocks its thread.
 */
abstract class BlockingTable implements Table
{
    private final Dinner dinner;
    private final int threads;

    BlockingTable(final Dinner dinner, final int threads)
    {
        this.dinner = dinner;
        this.threads = threads;
    }

    @Override
    public final Diners diners(final int thread)
    {
        return new TurnTaking(this::dine, dinner.seats(), thread, threads);
    }

    final Dinner dinner()
    {
        return dinner;
    }

    /**
     * Takes the forks of a philosopher, lets it eat, and puts them back.
     */
    abstract void dine(int philosopher);
}
