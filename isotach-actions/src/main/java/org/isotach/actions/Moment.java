/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * How long a thread waits before it issues an isochron in place of work that it could do itself on the only host.
 * <p>
 * An action with a short body gives its variables back sooner than another could wait for them in a queue. So a thread
 * waits for a moment, each time twice as long, since each look takes cache lines away; then it yields, as what it waits
 * for may need its processor: another thread that has reserved the variables, or that of the host.
 */
final class Moment
{
    private static final int MAX_PAUSES = 128;

    // An isochron that waits for variables keeps its place in the order. But as long as one waits, all come to wait,
    // and each action has to wake the thread of the next one. So a thread yields often: with many threads the one that
    // has what all want runs only after many yields. But not when a millisecond is over, since others may overtake it.
    private static final int MAX_YIELDS = 64;
    private static final long MAX_NANOS_OF_YIELDS = TimeUnit.MILLISECONDS.toNanos(1);

    private Moment()
    {
    }

    /**
     * Waits until an attempt succeeds. Call it after one that did not.
     *
     * @return false if none has succeeded.
     */
    static boolean await(final Predicate<Run> attempt, final Run run)
    {
        boolean isOver = false;
        for (int pauses = 1; !isOver && pauses <= MAX_PAUSES; pauses *= 2)
        {
            for (int i = 0; i < pauses; i++)
            {
                Thread.onSpinWait();
            }
            isOver = attempt.test(run);
        }
        return isOver || awaitYielding(attempt, run);
    }

    private static boolean awaitYielding(final Predicate<Run> attempt, final Run run)
    {
        final long start = System.nanoTime();
        boolean isOver;
        int yields = 0;
        do
        {
            Thread.yield();
            isOver = attempt.test(run);
            yields++;
        }
        while (!isOver && yields < MAX_YIELDS && System.nanoTime() - start < MAX_NANOS_OF_YIELDS);
        return isOver;
    }
}
