/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.isotach.simulation.system.ManyHostsScenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * More hosts than a word has bits agree, in one JVM and at two members.
 */
class ManyHostsSimulationTest
{
    // With so many hosts a run takes long.
    private static final long RUNS = 8;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldAgreeInTheRunsOfEveryBuild()
    {
        System.out.println("many hosts: " + Simulations.of(new ManyHostsScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldAgreeInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh many hosts: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println(
            "many hosts: " + Simulations.of(new ManyHostsScenario()).firstSeed(seed).runs(RUNS / 2).check());
    }
}
