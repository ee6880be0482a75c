/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.isotach.niu.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members that end, or are not heard, leave all others with one order.
 */
class LostMemberSimulationTest
{
    private static long runs()
    {
        return Simulations.runs("simulation.lost.runs", 150);
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldAgreeInTheRunsOfEveryBuild()
    {
        System.out.println("lost members: " + Simulations.of(new LostMemberScenario()).runs(runs()).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldAgreeWhenOneHasHeardNobody()
    {
        System.out.println("deaf members: " + Simulations.of(new DeafMemberScenario()).runs(runs() / 2).check());
        final long seed = Simulations.freshSeed();
        System.out.println("fresh deaf members: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println(
            "deaf members: " + Simulations.of(new DeafMemberScenario()).firstSeed(seed).runs(runs() / 2).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldAgreeOnObjectsInTheRunsOfEveryBuild()
    {
        System.out.println("objects of lost members: " +
            Simulations.of(new LostReferencesScenario()).runs(runs()).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldAgreeOnObjectsInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println(
            "fresh objects of lost members: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println("objects of lost members: " +
            Simulations.of(new LostReferencesScenario()).firstSeed(seed).runs(runs()).check());
    }

    @Test
    void shouldEndWithWhatAMemberReports()
    {
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
        {
            final Host host = new LostMemberScenario().start(simulation)[0].localHosts().get(0);
            simulation.program("reporter", host, () ->
            {
                host.models().report(new IllegalStateException());
                return true;
            });
        }).repeat(1));
        assertEquals(Simulation.NO_ERRORS, failure.invariant());
        assertTrue(failure.getMessage().contains("java.lang.IllegalStateException"), failure.getMessage());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldAgreeInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh lost members: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println(
            "lost members: " + Simulations.of(new LostMemberScenario()).firstSeed(seed).runs(runs()).check());
    }
}
