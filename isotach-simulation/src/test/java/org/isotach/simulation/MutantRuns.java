/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

import org.isotach.simulation.system.SystemScenario;

/**
 * Simulates a mutant, inside the class loader of the mutant.
 */
public final class MutantRuns implements BiFunction<Boolean, Long, String>
{
    /**
     * @param isCrash does it take the crash of a host to find the mutant?
     * @param runs    how many at most.
     * @return invariant, seed and step of the first failure, separated by " | "; null if there was none.
     */
    @Override
    public String apply(final Boolean isCrash, final Long runs)
    {
        final Simulations.Failure failure =
            Simulations.of(isCrash ? new CrashScenario() : new SystemScenario()).findFailure(runs, new AtomicLong());
        return null == failure ? null :
            failure.violation().invariant + " | " + failure.seed() + " | " + failure.simulation().step();
    }
}
