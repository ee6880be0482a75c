/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Waits for a moment for the values of the oldest run of a pipeline, unless that was in vain lately, or one call of the
 * pipeline has waited for a millisecond in all. Belongs to one thread at a time.
 */
final class MomentaryWait
{
    // How many calls do not wait after one that was in vain: what has reserved the variables may take long.
    private static final int SKIPS = 16;

    private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Engine engine;
    private final Predicate<Run> look = this::isReady;
    private int toSkip;
    private boolean hasWaited;
    private long startNs;

    MomentaryWait(final Engine engine)
    {
        this.engine = engine;
    }

    /**
     * Returns whether all values of a run at the only host are there within a moment.
     *
     * @param isFirst whether it is the first one that a call of the pipeline asks for.
     */
    boolean isReadySoon(final Run run, final boolean isFirst)
    {
        hasWaited &= !isFirst;
        // A handler must not go on with it.
        if (null == engine.taker().local() || engine.taker().sessions().isInHandler())
        {
            return false;
        }
        // A simulation has no moment to wait for.
        if (run.isReady() || engine.isSimulated())
        {
            return run.isReady();
        }
        if (toSkip > 0)
        {
            toSkip--;
            return false;
        }
        if (!hasWaited)
        {
            hasWaited = true;
            startNs = System.nanoTime();
        }
        else if (System.nanoTime() - startNs > MAX_NANOS)
        {
            return false;
        }
        final boolean isReady = Moment.await(look, run);
        toSkip = isReady ? 0 : SKIPS;
        return isReady;
    }

    private boolean isReady(final Run run)
    {
        engine.host().poll();
        return run.isReady();
    }

    @Override
    public String toString()
    {
        return "MomentaryWait{toSkip=" + toSkip + '}';
    }
}
