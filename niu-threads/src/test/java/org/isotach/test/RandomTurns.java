/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Who goes next, on one thread, as a seed decides. Some are slow: they do something only in one turn of many.
 */
public final class RandomTurns
{
    private static final int STEADY_LIMIT = 100_000;
    private static final int CHANGING_LIMIT = 2_000_000;
    private static final int CHANGE_AFTER = 256;
    private static final int SLOWEST_STEADY = 64;
    private static final int SLOWEST_CHANGING = 100;
    private static final int FAST_OF_ONE_SLOW = 8;

    private final Random random;
    private final int[] slowness;
    private final boolean isChanging;

    private RandomTurns(final Random random, final int count, final boolean isChanging)
    {
        this.random = random;
        this.isChanging = isChanging;
        slowness = new int[count];
    }

    /**
     * Everybody is as slow as it is from the beginning; most are rather fast.
     *
     * @param random decides.
     * @param count  of those who have turns.
     * @return the turns.
     */
    public static RandomTurns steady(final Random random, final int count)
    {
        final RandomTurns turns = new RandomTurns(random, count, false);
        for (int i = 0; i < count; i++)
        {
            turns.slowness[i] = 1 + random.nextInt(1 + random.nextInt(SLOWEST_STEADY));
        }
        return turns;
    }

    /**
     * Now and then somebody is slow, for a while.
     *
     * @param random decides.
     * @param count  of those who have turns.
     * @return the turns.
     */
    public static RandomTurns changing(final Random random, final int count)
    {
        return new RandomTurns(random, count, true);
    }

    /**
     * Gives turns until all is done.
     *
     * @param isDone asked before each turn.
     * @param turn   what is to be done by the one with that number, counted from 0.
     * @param state  told when there is no end.
     */
    public void run(final BooleanSupplier isDone, final IntConsumer turn, final Supplier<String> state)
    {
        final int limit = isChanging ? CHANGING_LIMIT : STEADY_LIMIT;
        for (int turns = 0; !isDone.getAsBoolean(); turns++)
        {
            if (turns == limit)
            {
                throw new AssertionError("no end after " + limit + " turns: " + state.get());
            }
            if (isChanging && 0 == turns % CHANGE_AFTER)
            {
                change();
            }
            final int next = random.nextInt(slowness.length);
            if (0 == random.nextInt(slowness[next]))
            {
                turn.accept(next);
            }
        }
    }

    private void change()
    {
        for (int i = 0; i < slowness.length; i++)
        {
            slowness[i] = 1 + random.nextInt(FAST_OF_ONE_SLOW) / (FAST_OF_ONE_SLOW - 1) *
                random.nextInt(SLOWEST_CHANGING);
        }
    }
}
