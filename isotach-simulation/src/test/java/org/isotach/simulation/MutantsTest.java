/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.isotach.simulation.actions.ActionsScenario;
import org.isotach.simulation.system.ParanoidScenario;
import org.isotach.simulation.system.SystemScenario;
import org.isotach.smm.SnapshotScenario;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The simulation finds every mutant. What it prints is the table in docs/evidence.md.
 */
class MutantsTest
{
    private static final long MAX_RUNS = Long.getLong("simulation.mutant.runs", 20_000);
    private static final long CONTROL_RUNS = 500;

    static List<Mutant> mutants()
    {
        return Mutants.ALL;
    }

    static List<Mutant> crashMutants()
    {
        return Mutants.CRASH;
    }

    static List<Mutant> snapshotMutants()
    {
        return Mutants.SNAPSHOTS;
    }

    static List<Mutant> stuckMutants()
    {
        return Mutants.STUCK;
    }

    static List<Mutant> comeAgainMutants()
    {
        return Mutants.COME_AGAIN;
    }

    static List<Mutant> tryMutants()
    {
        return Mutants.TRIES;
    }

    static List<Mutant> paranoidMutants()
    {
        return Mutants.PARANOID;
    }

    static List<Mutant> actionMutants()
    {
        return ActionMutants.ALL;
    }

    @ParameterizedTest
    @MethodSource("mutants")
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldBeFound(final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        assertFound(mutant, directory, SystemScenario.class);
    }

    @ParameterizedTest
    @MethodSource("crashMutants")
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldBeFoundWhenAHostCrashes(final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        assertFound(mutant, directory, CrashScenario.class);
    }

    @ParameterizedTest
    @MethodSource("tryMutants")
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldBeFoundWhenAllProgramsOnlyTry(final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        assertFound(mutant, directory, TryScenario.class);
    }

    @ParameterizedTest
    @MethodSource("comeAgainMutants")
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldBeFoundWhenAHostComesAgain(final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        assertFound(mutant, directory, ComeAgainScenario.class);
    }

    @ParameterizedTest
    @MethodSource("snapshotMutants")
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldBeFoundByOptimisticReads(final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        assertFound(mutant, directory, SnapshotScenario.class);
    }

    @ParameterizedTest
    @MethodSource("actionMutants")
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldBeFoundByActions(final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        assertFound(mutant, directory, ActionsScenario.class);
    }

    @ParameterizedTest
    @MethodSource("stuckMutants")
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldBeFoundWhenAHandlerIsStuck(final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        assertFound(mutant, directory, StuckScenario.class);
    }

    /**
     * V44: fails when the watch, the numbers or the acknowledgements are not wired into the cluster.
     */
    @ParameterizedTest
    @MethodSource("paranoidMutants")
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldBeFoundByTheLibraryInParanoidMode(final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        final String found = assertFound(mutant, directory, ParanoidScenario.class);
        assertTrue(found.startsWith("Paranoid |"), found);
    }

    /**
     * A scenario, or an audit, that fails by itself would find every mutant.
     */
    @ParameterizedTest
    @ValueSource(classes = {
        SystemScenario.class, CrashScenario.class, TryScenario.class, StuckScenario.class, ParanoidScenario.class,
        ActionsScenario.class })
    void shouldFindNothingWhereThereIsNoMutant(
        final Class<? extends Scenario> scenario, @TempDir final Path directory) throws Exception
    {
        assertNull(Mutant.NONE.simulate(directory, scenario, CONTROL_RUNS));
    }

    private static String assertFound(
        final Mutant mutant, final Path directory, final Class<? extends Scenario> scenario) throws Exception
    {
        final String found = mutant.simulate(directory, scenario, MAX_RUNS);
        assertNotNull(found, () -> "not found in " + MAX_RUNS + " runs: " + mutant.name());
        System.out.println("| " + mutant.name() + " | " + mutant.rule() + " | " + found + " |");
        return found;
    }
}
