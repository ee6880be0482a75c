/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A host may crash in every step of a small program: the others go on, and agree about everything.
 */
class CrashTest
{
    private static final int STUCK_RUNS = 1000;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldSurviveACrashInEveryStep()
    {
        System.out.println("crashed: " + Simulations.of(new CrashScenario()).runs(CrashScenario.STEPS).check());
    }

    @Test
    void shouldSurviveAHandlerThatIsStuck()
    {
        System.out.println("stuck: " + Simulations.of(new StuckScenario()).runs(STUCK_RUNS).check());
    }
}
