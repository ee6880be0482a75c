/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * Simulates a mutant, inside the class loader of the mutant.
 */
public final class MutantRuns implements BiFunction<String, Long, String>
{
    /**
     * @param scenario name of the class that is to find the mutant.
     * @param runs     how many at most.
     * @return invariant, seed and step of the first failure, separated by " | "; null if there was none.
     */
    @Override
    public String apply(final String scenario, final Long runs)
    {
        final Simulations.Failure failure =
            Simulations.of(scenario(scenario)).findFailure(runs, new AtomicLong());
        return null == failure ? null :
            failure.violation().invariant + " | " + failure.seed() + " | " + failure.simulation().step();
    }

    private static Scenario scenario(final String className)
    {
        try
        {
            return (Scenario)MutantRuns.class.getClassLoader().loadClass(className)
                .getDeclaredConstructor().newInstance();
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
