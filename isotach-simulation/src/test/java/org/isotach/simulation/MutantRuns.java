/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * Simulates a mutant, inside the class loader of the mutant, one run after the other: other mutants are simulated at
 * the same time.
 */
public final class MutantRuns implements BiFunction<String, long[], String>
{
    /**
     * @param scenario name of the class of what is simulated.
     * @param seeds    the first one, and how many runs at most, with successive seeds.
     * @return invariant, seed and step of the first failure, separated by " | "; null if there was none.
     */
    @Override
    public String apply(final String scenario, final long[] seeds)
    {
        final FailedRun failure = Simulations.of(create(scenario)).threads(1).firstSeed(seeds[0])
            .findFailure(seeds[1], new AtomicLong());
        return null == failure ? null :
            failure.invariant() + " | " + failure.seed() + " | " + failure.step();
    }

    private static Scenario create(final String scenario)
    {
        try
        {
            final var constructor = Class.forName(scenario).getDeclaredConstructor();
            constructor.setAccessible(true);
            return (Scenario)constructor.newInstance();
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
