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
    // The program takes some 2000 to 3000 steps, with another order of steps in each run.
    private static final int STEPS = 3000;
    private static final long RUNS_PER_STEP = Long.getLong("simulation.crash.runs", 1);

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldSurviveACrashInEveryStep()
    {
        for (int step = 1; step <= STEPS; step++)
        {
            Simulations.of(new CrashScenario(step)).firstSeed(step).runs(RUNS_PER_STEP).check();
        }
    }
}
