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
 * Any host may crash in every step of a small program, and any other one expel it: the others go on, and agree about
 * everything.
 */
class CrashTest
{
    private static final int STUCK_RUNS = 500;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldSurviveACrashInEveryStepInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh crashes: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println(
            "crashed: " + Simulations.of(new CrashScenario()).firstSeed(seed).runs(CrashScenario.STEPS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldSurviveAHandlerThatIsStuck()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh stuck handlers: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println(
            "stuck: " + Simulations.of(new StuckScenario()).firstSeed(seed).runs(STUCK_RUNS).check());
    }
}
