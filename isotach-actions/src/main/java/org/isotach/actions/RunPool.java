/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A pool of unused runs, by capacity in powers of two. All methods are threadsafe.
 */
final class RunPool
{
    private final Post post;
    private final Supplier<Spares<Run>> newSpares;
    private final AtomicReferenceArray<Spares<Run>> runs = new AtomicReferenceArray<>(Integer.SIZE);
    private final Consumer<Run> home = this::give;

    /**
     * @param post      the post of all runs.
     * @param newSpares makes a pool of runs of one capacity.
     */
    RunPool(final Post post, final Supplier<Spares<Run>> newSpares)
    {
        this.post = post;
        this.newSpares = newSpares;
    }

    /**
     * @param words number of words that the run will take.
     */
    Run take(final int words)
    {
        final Run run = spares(words).take();
        return null == run ? new Run(Integer.highestOneBit(2 * Math.max(words, 1) - 1), post, home) : run;
    }

    /**
     * Takes back a run that holds nothing and is no longer needed. The pool keeps it unless a value may still arrive in
     * it.
     */
    private void give(final Run run)
    {
        if (run.isReusable())
        {
            spares(run.taken().capacity()).give(run.clean());
        }
    }

    private Spares<Run> spares(final int words)
    {
        final int index = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(words, 1) - 1);
        final Spares<Run> spares = runs.get(index);
        return null == spares ? addSpares(index) : spares;
    }

    private Spares<Run> addSpares(final int index)
    {
        final Spares<Run> made = newSpares.get();
        return runs.compareAndSet(index, null, made) ? made : runs.get(index);
    }
}
