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
 * Gangs whose members send, put and get while they are resized, suspended, started anew and crash.
 */
class FuniSimulationTest
{
    private static final int RUNS = 400;
    private static final long SLEEPER = 614_374_280_511L;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build; new runs follow")
    void shouldHoldInTheRunsOfEveryBuild()
    {
        System.out.println("gangs: " + Simulations.of(new FuniScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldHoldInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh gangs: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println("gangs: " + Simulations.of(new FuniScenario()).firstSeed(seed).runs(RUNS / 2).check());
    }

    /**
     * The program of a member sleeps from its start anew to the end of the run, with a packet for the new one.
     */
    @Test
    void shouldTakeAtTheEndWhatCameWhileTheProgramOfAMemberSlept()
    {
        Simulations.of(new FuniScenario()).firstSeed(SLEEPER).runs(1).check();
    }
}
