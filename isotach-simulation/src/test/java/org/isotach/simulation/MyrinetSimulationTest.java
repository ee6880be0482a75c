/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Buffers that change their owner, with faults and crashes: conserved, received once, and in order by Rpp.
 */
class MyrinetSimulationTest
{
    private static final long RUNS = 600;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldConserveBuffersInTheRunsOfEveryBuild()
    {
        System.out.println("Myrinet: " + Simulations.of(new MyrinetScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldConserveBuffersInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh Myrinet: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println(
            "Myrinet: " + Simulations.of(new MyrinetScenario()).firstSeed(seed).runs(RUNS / 2).check());
    }
}
