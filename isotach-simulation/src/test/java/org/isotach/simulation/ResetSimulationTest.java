/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Row I8, in all orders of steps: hosts are open when all are ready, or, without host 0, none; a reset ends all of them
 * at one place of the order.
 */
class ResetSimulationTest
{
    private static final int RUNS = 1500;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldOpenAndShutDownTogether()
    {
        System.out.println("reset: " + Simulations.of(new ResetScenario()).runs(RUNS).check());
    }
}
