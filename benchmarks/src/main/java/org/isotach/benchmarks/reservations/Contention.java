/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * The variables that the actions of a thread touch.
 */
enum Contention
{
    /**
     * Each thread has variables of its own.
     */
    NONE,

    /**
     * Random variables out of so many that about one pair of actions in eight has a variable in common, whatever the
     * number of variables of an action.
     */
    SOME,

    /**
     * All actions touch the same variables.
     */
    ALL;

    /**
     * Maximum number of variables of an action.
     */
    static final int MAX_VARIABLES = 64;

    private static final int RANDOM_GROUPS = 256;
    private static final int PAIRS_TO_MEET = 8;
    private static final long SEED = 0x5EED;

    /**
     * @param threads   that act.
     * @param variables of each action.
     * @return number of variables.
     */
    int total(final int threads, final int variables)
    {
        switch (this)
        {
            case NONE:
                // So far apart that threads share no cache line if values lie side by side.
                return threads * MAX_VARIABLES;
            case SOME:
                return PAIRS_TO_MEET * variables * variables;
            default:
                return variables;
        }
    }

    /**
     * @param thread    number of the thread.
     * @param threads   that act.
     * @param variables of each action.
     * @return the variables of each action of the thread, one action after the other, repeated; each in ascending
     *     order.
     */
    int[][] groups(final int thread, final int threads, final int variables)
    {
        final int total = total(threads, variables);
        if (SOME == this)
        {
            final Random random = new Random(SEED + thread);
            final int[][] groups = new int[RANDOM_GROUPS][];
            Arrays.setAll(groups, i -> random.ints(0, total).distinct().limit(variables).sorted().toArray());
            return groups;
        }
        final int first = NONE == this ? thread * MAX_VARIABLES : 0;
        final int[] group = new int[variables];
        Arrays.setAll(group, i -> first + i);
        return new int[][] { group };
    }

    @Override
    public String toString()
    {
        return name().toLowerCase(Locale.ROOT);
    }
}
