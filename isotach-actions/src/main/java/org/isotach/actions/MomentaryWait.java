/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * Waits for the values of runs for some microseconds each, unless that was in vain lately. Belongs to one thread at a
 * time.
 */
final class MomentaryWait
{
    private static final int MAX_PAUSES = 128;

    // How many calls do not wait after one that was in vain: what has reserved the variables may take long.
    private static final int SKIPS = 16;

    private final Engine engine;
    private int toSkip;

    MomentaryWait(final Engine engine)
    {
        this.engine = engine;
    }

    /**
     * Returns whether all values of a run at the only host are there within a moment.
     */
    boolean isReadySoon(final Run run)
    {
        // A handler must not go on with it.
        if (null == engine.taker().local() || engine.taker().sessions().isInHandler())
        {
            return false;
        }
        boolean isReady = run.isReady();
        // A simulation has no moment to wait for.
        if (isReady || engine.isSimulated())
        {
            return isReady;
        }
        if (toSkip > 0)
        {
            toSkip--;
            return false;
        }
        for (int pauses = 1; !isReady && pauses <= MAX_PAUSES; pauses *= 2)
        {
            for (int i = 0; i < pauses; i++)
            {
                Thread.onSpinWait();
            }
            engine.host().poll();
            isReady = run.isReady();
        }
        toSkip = isReady ? 0 : SKIPS;
        return isReady;
    }

    @Override
    public String toString()
    {
        return "MomentaryWait{toSkip=" + toSkip + '}';
    }
}
