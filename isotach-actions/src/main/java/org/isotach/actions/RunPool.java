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
    private final AtomicReferenceArray<Shelf> shelves = new AtomicReferenceArray<>(Integer.SIZE);

    /**
     * The runs of one capacity.
     */
    private final class Shelf implements Consumer<Run>
    {
        private final int capacity;
        private final Spares<Run> spares = newSpares.get();

        Shelf(final int capacity)
        {
            this.capacity = capacity;
        }

        Run take()
        {
            final Run run = spares.take();
            return null == run ? new Run(capacity, post, this) : run;
        }

        /**
         * Takes back a run that holds nothing and is no longer needed. The pool keeps it unless a value may still
         * arrive in it.
         */
        @Override
        public void accept(final Run run)
        {
            if (run.isReusable())
            {
                spares.give(run.clean());
            }
        }
    }

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
        final int index = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(words, 1) - 1);
        final Shelf shelf = shelves.get(index);
        return (null == shelf ? addShelf(index) : shelf).take();
    }

    private Shelf addShelf(final int index)
    {
        final Shelf made = new Shelf(1 << index);
        return shelves.compareAndSet(index, null, made) ? made : shelves.get(index);
    }
}
