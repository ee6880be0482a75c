/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;

/**
 * Runs that wait for their next action, by capacity: powers of two. All methods are threadsafe.
 */
final class RunPool
{
    private final Slots<Run>[] runs;

    @SuppressWarnings({ "unchecked", "rawtypes" })
    RunPool()
    {
        runs = new Slots[Integer.SIZE];
        Arrays.setAll(runs, capacity -> new Slots());
    }

    /**
     * @param words that it is to take.
     */
    Run take(final int words)
    {
        final Run run = slots(words).take();
        return null == run ? new Run(Integer.highestOneBit(2 * Math.max(words, 1) - 1)) : run;
    }

    /**
     * A run holds nothing, and nobody needs it. It is kept unless something may still arrive there.
     */
    void give(final Run run)
    {
        if (run.isReusable())
        {
            slots(run.taken().capacity()).give(run.clean());
        }
    }

    private Slots<Run> slots(final int words)
    {
        return runs[Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(words, 1) - 1)];
    }
}
