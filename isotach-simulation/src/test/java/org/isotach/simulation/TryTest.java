/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Row I1: programs that only try come to an end, and so does all that they have issued.
 */
class TryTest
{
    private static final long RUNS = 2_000;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldMakeProgressWhenAllProgramsOnlyTry()
    {
        System.out.println("tried: " + Simulations.of(new TryScenario()).runs(RUNS).check());
    }
}
