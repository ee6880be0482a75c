/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.isotach.simulation.actions.ActionsOfMembersScenario;
import org.isotach.simulation.actions.CirclesOfMembersScenario;
import org.isotach.simulation.actions.WaitingMemberScenario;
import org.isotach.simulation.system.MembersScenario;
import org.isotach.simulation.system.MessagesOfMembersScenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Random clusters of several members hold all invariants.
 */
class MembersSimulationTest
{
    private static final long RUNS = 200;
    private static final long ACTIONS_RUNS = 40;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldHoldAllInvariantsInTheRunsOfEveryBuild()
    {
        System.out.println("members: " + Simulations.of(new MembersScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldHoldAllInvariantsOfMessagesInTheRunsOfEveryBuild()
    {
        System.out.println(
            "messages of members: " + Simulations.of(new MessagesOfMembersScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldExplainAllActionsOfMembersByOneOrder()
    {
        System.out.println(
            "actions of members: " + Simulations.of(new ActionsOfMembersScenario()).runs(ACTIONS_RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldEndAllCirclesInTheRunsOfEveryBuild()
    {
        System.out.println(
            "circles of members: " + Simulations.of(new CirclesOfMembersScenario()).runs(ACTIONS_RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldLookAgainWhenAnotherMemberHasWritten()
    {
        System.out.println(
            "waiting members: " + Simulations.of(new WaitingMemberScenario()).runs(ACTIONS_RUNS / 2).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldOpenTogetherAndComeAgainInTheRunsOfEveryBuild()
    {
        System.out.println("open members: " + Simulations.of(new OpenMembersScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldHoldAllInvariantsInRunsThatNobodyHasSeen()
    {
        final long seed = Simulations.freshSeed();
        System.out.println("fresh members: -D" + Simulations.FRESH_SEED_PROPERTY + '=' + seed + " repeats them");
        System.out.println("members: " + Simulations.of(new MembersScenario()).firstSeed(seed).runs(RUNS / 2).check());
        System.out.println("messages of members: " +
            Simulations.of(new MessagesOfMembersScenario()).firstSeed(seed).runs(RUNS / 2).check());
        System.out.println(
            "open members: " + Simulations.of(new OpenMembersScenario()).firstSeed(seed).runs(RUNS / 2).check());
        System.out.println("circles of members: " +
            Simulations.of(new CirclesOfMembersScenario()).firstSeed(seed).runs(ACTIONS_RUNS / 2).check());
        System.out.println("actions of members: " +
            Simulations.of(new ActionsOfMembersScenario()).firstSeed(seed).runs(ACTIONS_RUNS / 2).check());
    }
}
