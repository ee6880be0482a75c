/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.isotach.simulation.system.SystemScenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Random clusters with random programs hold all invariants.
 */
class SystemSimulationTest
{
    // The same runs each time only find what has come back: there are more that are new.
    private static final long RUNS = 2_000;
    private static final long FRESH_RUNS = Boolean.getBoolean("isotach.paranoid") ? 2_000 : 4_000;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build; new runs follow")
    void shouldHoldAllInvariantsInTheRunsOfEveryBuild()
    {
        System.out.println("simulated: " + Simulations.of(new SystemScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldHoldAllInvariantsInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh runs: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        final SimulationResult result = Simulations.of(new SystemScenario()).firstSeed(seed).runs(FRESH_RUNS).check();
        System.out.println("simulated: " + result);
    }
}
