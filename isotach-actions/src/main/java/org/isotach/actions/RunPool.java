/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;

/**
 * A pool of unused runs, by capacity in powers of two. All methods are threadsafe.
 */
final class RunPool
{
    private final Post post;
    private final Slots<Run>[] runs;

    /**
     * @param post the post of all runs.
     */
    @SuppressWarnings({ "unchecked", "rawtypes" })
    RunPool(final Post post)
    {
        this.post = post;
        runs = new Slots[Integer.SIZE];
        Arrays.setAll(runs, capacity -> new Slots());
    }

    /**
     * @param words number of words that the run will take.
     */
    Run take(final int words)
    {
        final Run run = slots(words).take();
        return null == run ? new Run(Integer.highestOneBit(2 * Math.max(words, 1) - 1), post) : run;
    }

    /**
     * Gives back a run that holds nothing and is no longer needed. The pool keeps it unless a value may still arrive
     * in it.
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
