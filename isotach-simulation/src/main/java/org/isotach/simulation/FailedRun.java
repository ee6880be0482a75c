/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * A run that has violated an invariant.
 */
record FailedRun(Simulation simulation, Violation violation)
{
    /**
     * No limit to the sizes of a run.
     */
    static final int NO_LIMIT = Integer.MAX_VALUE;

    /**
     * Runs a scenario.
     *
     * @return the failed run, null if all invariants held.
     */
    static FailedRun of(final Scenario scenario, final Simulation simulation)
    {
        try
        {
            simulation.run(scenario::prepare);
            return null;
        }
        catch (final Violation ex)
        {
            return new FailedRun(simulation, ex);
        }
        catch (final Throwable ex)
        {
            // Clusters that do not close, and texts that throw when a violation is described.
            return new FailedRun(
                simulation, new Violation(Violation.NO_ERRORS, "the run ended with " + Thrown.of(ex).text(), ex));
        }
    }

    long seed()
    {
        return simulation.seed();
    }

    int limit()
    {
        return simulation.limit();
    }

    long step()
    {
        return simulation.step();
    }

    String invariant()
    {
        return violation.invariant;
    }

    String message()
    {
        return violation.getMessage();
    }

    /**
     * Returns whether another run violates the same invariant in the same step.
     *
     * @param other null if it violates none.
     */
    boolean failsLike(final FailedRun other)
    {
        return null != other && step() == other.step() && invariant().equals(other.invariant());
    }

    /**
     * Returns the unique name of the run.
     */
    String name()
    {
        return name(seed(), limit());
    }

    /**
     * Returns the unique name of a run.
     */
    static String name(final long seed, final int limit)
    {
        return NO_LIMIT == limit ? Long.toString(seed) : seed + ":" + limit;
    }
}
