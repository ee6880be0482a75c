/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.isotach.simulation.system.SystemScenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random clusters with random programs hold all invariants.
 */
class SystemSimulationTest
{
    private static final long RUNS = 100_000;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldHoldAllInvariants()
    {
        System.out.println("simulated: " + Simulations.of(new SystemScenario()).runs(RUNS).check());
    }
}
