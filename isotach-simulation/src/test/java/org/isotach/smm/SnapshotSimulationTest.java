/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.TimeUnit;

import org.isotach.simulation.Simulations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Optimistic reads, word by word.
 */
class SnapshotSimulationTest
{
    private static final long RUNS = 4_000;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldReadOneRevision()
    {
        System.out.println("snapshots: " + Simulations.of(new SnapshotScenario()).runs(RUNS).check());
    }
}
