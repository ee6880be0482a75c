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
 * Gangs that have FUNi devices in turn, with their registers and as queue pairs: whatever is sent arrives once, whole,
 * in its gang, wherever a switch comes.
 */
class DeviceSimulationTest
{
    private static final int RUNS = 120;
    private static final int QUEUE_PAIRS_RUNS = 60;
    private static final int REQUESTS_RUNS = 30;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build; new runs follow")
    void shouldHoldInTheRunsOfEveryBuild()
    {
        System.out.println("FUNi devices: " + Simulations.of(new DeviceScenario()).runs(RUNS).check());
        System.out.println("requests: " + Simulations.of(new DeviceRequestsScenario()).runs(REQUESTS_RUNS).check());
        System.out.println("handed over: " + Simulations.of(new DeviceHandOverScenario()).runs(RUNS / 2).check());
        System.out.println(
            "queue pairs: " + Simulations.of(new DeviceQueuePairsScenario()).runs(QUEUE_PAIRS_RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldHoldInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh FUNi devices: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println(
            "FUNi devices: " + Simulations.of(new DeviceScenario()).firstSeed(seed).runs(RUNS / 2).check());
        System.out.println(
            "handed over: " + Simulations.of(new DeviceHandOverScenario()).firstSeed(seed).runs(RUNS / 4).check());
        System.out.println("requests: " +
            Simulations.of(new DeviceRequestsScenario()).firstSeed(seed).runs(REQUESTS_RUNS / 2).check());
        System.out.println("queue pairs: " +
            Simulations.of(new DeviceQueuePairsScenario()).firstSeed(seed).runs(QUEUE_PAIRS_RUNS / 2).check());
    }
}
