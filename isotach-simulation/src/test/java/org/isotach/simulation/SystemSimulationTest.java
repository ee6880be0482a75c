/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.simulation.system.SystemScenario;

import org.junit.jupiter.api.Test;

/**
 * Random clusters with random programs hold all invariants.
 */
class SystemSimulationTest
{
    @Test
    void shouldHoldAllInvariants()
    {
        Simulations.of(new SystemScenario()).runs(2_000).check();
    }
}
