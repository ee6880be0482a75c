/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * A run violated an invariant. The message names the invariant and the seed, describes the violation, and lists the
 * last steps of the smallest run that was found to violate the same invariant.
 */
public final class SimulationFailure extends AssertionError
{
    private static final long serialVersionUID = 1L;

    private final String invariant;
    private final long seed;
    private final int limit;
    private final long step;

    SimulationFailure(
        final String message,
        final String invariant,
        final long seed,
        final int limit,
        final long step,
        final Throwable cause)
    {
        super(message, cause);
        this.invariant = invariant;
        this.seed = seed;
        this.limit = limit;
        this.step = step;
    }

    /**
     * Returns the name of the invariant that was violated.
     *
     * @return the name.
     */
    public String invariant()
    {
        return invariant;
    }

    /**
     * Returns the seed of the run.
     *
     * @return the seed, with which {@link Simulations#repeat} repeats the run.
     */
    public long seed()
    {
        return seed;
    }

    /**
     * Returns the limit of {@link Simulation#upTo} in the run.
     *
     * @return the limit, {@link Integer#MAX_VALUE} for none.
     */
    public int limit()
    {
        return limit;
    }

    /**
     * Returns the number of the step in which the violation was found.
     *
     * @return 0 if the run was being prepared, 1 in the first step.
     */
    public long step()
    {
        return step;
    }
}
