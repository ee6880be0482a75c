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
 * Active messages, and crashes of hosts that send them.
 */
class ActiveMessagesSimulationTest
{
    private static final int RUNS = 2000;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build; new runs follow")
    void shouldHoldInTheRunsOfEveryBuild()
    {
        System.out.println("active messages: " + Simulations.of(new ActiveMessagesScenario()).runs(RUNS / 2).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldHoldInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println(
            "fresh active messages: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println(
            "active messages: " + Simulations.of(new ActiveMessagesScenario()).firstSeed(seed).runs(RUNS).check());
    }
}
