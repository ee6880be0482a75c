/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Boards and switches of Myrinet: whatever is sent arrives once, whole and in order, or is counted as dropped.
 */
class McpSimulationTest
{
    private static final long RUNS = 240;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldLoseNothingThatIsNotCountedInTheRunsOfEveryBuild()
    {
        System.out.println("Myrinet boards: " + Simulations.of(new McpScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldLoseNothingThatIsNotCountedInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh Myrinet boards: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println(
            "Myrinet boards: " + Simulations.of(new McpScenario()).firstSeed(seed).runs(RUNS / 3).check());
    }
}
