/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.isotach.simulation.actions.ActionsScenario;
import org.isotach.simulation.actions.AsyncCallsScenario;
import org.isotach.simulation.actions.ExpelScenario;
import org.isotach.simulation.actions.PreparedScenario;
import org.isotach.simulation.actions.ReadersScenario;
import org.isotach.simulation.actions.ReferenceChangesScenario;
import org.isotach.simulation.actions.ReferencesScenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Random programs of actions, with all that the library promises of them.
 */
class ActionsTest
{
    private static final long RUNS = 400;
    private static final long READERS_RUNS = 1_500;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldExplainAllActionsByOneOrder()
    {
        System.out.println("actions: " + Simulations.of(new ActionsScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldNeverReadBackwards()
    {
        System.out.println("readers: " + Simulations.of(new ReadersScenario()).runs(READERS_RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldFindTheObjectsOfReferences()
    {
        System.out.println("references: " + Simulations.of(new ReferencesScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldReplaceEachObjectOnce()
    {
        System.out.println("changes of references: " +
            Simulations.of(new ReferenceChangesScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldEndAllFutures()
    {
        System.out.println("calls with futures: " + Simulations.of(new AsyncCallsScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldExplainPreparedChangesAndSnapshotsByOneOrder()
    {
        System.out.println("prepared: " + Simulations.of(new PreparedScenario()).runs(RUNS).check());
    }

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldGoOnWithoutAHostThatIsExpelled()
    {
        System.out.println("actions without a host: " + Simulations.of(new ExpelScenario()).runs(RUNS).check());
    }
}
