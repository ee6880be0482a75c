/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * A run violated an invariant. The message names the invariant and the seed, says what is wrong, and lists the last
 * steps of the smallest run that was found to violate the same invariant.
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
     * Name of the invariant that was violated.
     *
     * @return the name.
     */
    public String invariant()
    {
        return invariant;
    }

    /**
     * Seed of the run.
     *
     * @return the seed, with which {@link Simulations#repeat} does the same again.
     */
    public long seed()
    {
        return seed;
    }

    /**
     * The limit to what {@link Simulation#upTo} returned.
     *
     * @return the limit, {@link Integer#MAX_VALUE} for none.
     */
    public int limit()
    {
        return limit;
    }

    /**
     * Number of the step in which the violation was found.
     *
     * @return 0 when the run was prepared, 1 in the first step.
     */
    public long step()
    {
        return step;
    }
}
