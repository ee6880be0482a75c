/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * CMAM, the shared memory above it, and crashes of hosts that others call, read and write.
 */
class CmamSimulationTest
{
    private static final int RUNS = 300;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build; new runs follow")
    void shouldHoldInTheRunsOfEveryBuild()
    {
        System.out.println("CMAM: " + Simulations.of(new CmamScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldHoldInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh CMAM: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println("CMAM: " + Simulations.of(new CmamScenario()).firstSeed(seed).runs(RUNS).check());
    }
}
