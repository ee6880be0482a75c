/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.isotach.niu.time.LeapScenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Pins and leaps cross in all ways: no frame comes when its pulse has ended, and no timestamp is later than it has to
 * be.
 */
class LeapSimulationTest
{
    private static final int RUNS = 1000;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldNotLeapOverAFrame()
    {
        System.out.println("leaps: " + Simulations.of(new LeapScenario()).runs(RUNS).check());
    }
}
