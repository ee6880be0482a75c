/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.isotach.niu.time.LeapScenario;
import org.isotach.simulation.actions.ActionsOfMembersScenario;
import org.isotach.simulation.actions.ActionsScenario;
import org.isotach.simulation.actions.AsyncCallsScenario;
import org.isotach.simulation.actions.CirclesOfMembersScenario;
import org.isotach.simulation.actions.ExpelScenario;
import org.isotach.simulation.actions.PreparedScenario;
import org.isotach.simulation.actions.ReadersScenario;
import org.isotach.simulation.actions.ReferenceChangesScenario;
import org.isotach.simulation.actions.ReferencesScenario;
import org.isotach.simulation.system.CreditsOfMembersScenario;
import org.isotach.simulation.system.ManyHostsScenario;
import org.isotach.simulation.system.MembersScenario;
import org.isotach.simulation.system.MessagesOfMembersScenario;
import org.isotach.simulation.system.ParanoidScenario;
import org.isotach.simulation.system.SystemScenario;
import org.isotach.smm.SnapshotScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The simulation finds every mutant. What it prints is the table in docs/evidence.md. The seed that the table has is
 * tried first: a mutant that takes a thousand runs to find is found in one, until a change of the library, or of the
 * scenario, leads that seed elsewhere. There are as many mutants at the same time as the machine has processors, each
 * with classes of its own; the runs of one follow each other.
 */
@Tag("mutants")
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "simulated without it in every build")
class MutantsTest
{
    private static final long MAX_RUNS = 20_000;
    private static final long CONTROL_RUNS = 100;

    // Of more hosts than a word has bits.
    private static final long LONG_CONTROL_RUNS = 10;

    // Some need thousands of runs when their seeds are out of date.
    private static final long MINUTES = 20;

    // Part of the names of those that are simulated, or of the classes that they change.
    private static final String ONLY = System.getProperty("simulation.mutant", "");

    // A row of the table in docs/evidence.md: name, rule, invariant, seed, step.
    private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| [^|]+ \\| \\w+ \\| (\\d+) \\| \\d+ \\|");
    private static final Map<String, Long> SEEDS = seeds();

    // Scenarios with one invariant, which must be what finds their mutants. The last one has no steps.
    private static final Map<Class<?>, String> ONLY_INVARIANTS = Map.of(
        ParanoidScenario.class, "Paranoid",
        CreditsOfMembersScenario.class, "Credits",
        SnapshotScenario.class, "Snapshots");

    static Stream<Arguments> mutants()
    {
        return Stream.of(
            foundBy(SystemScenario.class, Mutants.ALL),
            foundBy(SystemScenario.class, LeapMutants.OF_CLUSTERS),
            foundBy(LeapScenario.class, LeapMutants.ALL),
            foundBy(CrashScenario.class, Mutants.CRASH),
            foundBy(TryScenario.class, Mutants.TRIES),
            foundBy(ComeAgainScenario.class, Mutants.COME_AGAIN),
            foundBy(ThrowingUpdatesScenario.class, UpdateMutants.THROWING),
            foundBy(SnapshotScenario.class, Mutants.SNAPSHOTS),
            foundBy(StuckScenario.class, Mutants.STUCK),
            foundBy(ActionsScenario.class, ActionMutants.ALL),
            foundBy(ReadersScenario.class, ActionMutants.READERS),
            foundBy(ReferencesScenario.class, ActionMutants.REFERENCES),
            foundBy(ReferenceChangesScenario.class, ActionMutants.REFERENCE_CHANGES),
            foundBy(AsyncCallsScenario.class, ActionMutants.ASYNC_CALLS),
            foundBy(PreparedScenario.class, ActionMutants.PREPARED),
            foundBy(ExpelScenario.class, ActionMutants.EXPULSION),
            foundBy(ActionsOfMembersScenario.class, ActionMutants.MEMBERS),
            foundBy(CirclesOfMembersScenario.class, ActionMutants.CIRCLES),
            foundBy(ActiveMessagesScenario.class, ActiveMessageMutants.ALL),
            foundBy(ProgramsScenario.class, ActiveMessageMutants.PROGRAMS),
            foundBy(GlobalMemoryScenario.class, GlobalMemoryMutants.ALL),
            foundBy(MyrinetScenario.class, MyrinetMutants.ALL),
            foundBy(McpScenario.class, McpMutants.ALL),
            foundBy(FuniScenario.class, FuniMutants.ALL),
            foundBy(CmamScenario.class, CmamMutants.ALL),
            foundBy(DeviceScenario.class, DeviceMutants.ALL),
            foundBy(DeviceRequestsScenario.class, DeviceMutants.REQUESTS),
            foundBy(DeviceHandOverScenario.class, DeviceMutants.HAND_OVER),
            foundBy(DeviceQueuePairsScenario.class, DeviceMutants.QUEUE_PAIRS),
            foundBy(MembersScenario.class, MemberMutants.ALL),
            foundBy(MessagesOfMembersScenario.class, MemberMutants.MESSAGES),
            foundBy(CreditsOfMembersScenario.class, MemberMutants.CREDITS),
            foundBy(OpenMembersScenario.class, MemberMutants.OPEN),
            foundBy(ManyHostsScenario.class, ManyHostsMutants.ALL),
            foundBy(LaunchesScenario.class, MemberMutants.LAUNCHES),
            foundBy(LostMemberScenario.class, MemberMutants.LOST),
            foundBy(DeafMemberScenario.class, MemberMutants.DEAF),
            foundBy(LostReferencesScenario.class, MemberMutants.LOST_REFERENCES),
            // V44: these fail when the watch, the numbers or the acknowledgements are not wired into the cluster.
            foundBy(ParanoidScenario.class, Mutants.PARANOID)).flatMap(some -> some);
    }

    static Stream<Class<?>> scenarios()
    {
        return mutants().<Class<?>>map(found -> (Class<?>)found.get()[0]).distinct();
    }

    private static Map<String, Long> seeds()
    {
        try
        {
            return Files.readAllLines(Path.of("..", "docs", "evidence.md")).stream()
                .map(ROW::matcher).filter(Matcher::matches)
                .collect(Collectors.toMap(row -> row.group(1), row -> Long.valueOf(row.group(2))));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static Stream<Arguments> foundBy(final Class<? extends Scenario> scenario, final List<Mutant> mutants)
    {
        return mutants.stream()
            .filter(mutant -> mutant.name().contains(ONLY) || mutant.className().contains(ONLY))
            .map(mutant -> arguments(scenario, mutant));
    }

    @ParameterizedTest(name = "{1}, {0}")
    @MethodSource("mutants")
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(value = MINUTES, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldBeFound(
        final Class<? extends Scenario> scenario, final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        final long runs = Simulations.runs("simulation.mutant.runs", MAX_RUNS);
        final String found = mutant.simulate(directory, scenario, SEEDS.getOrDefault(mutant.name(), 1L), runs);
        assertNotNull(found, () -> "not found in " + runs + " runs: " + mutant.name());
        assertTrue(found.startsWith(ONLY_INVARIANTS.getOrDefault(scenario, "")), found);
        assertTrue(SnapshotScenario.class == scenario || !found.endsWith(" | 0"),
            () -> "failed before its first step, so the mutant breaks what prepares the scenario: " + found);
        System.out.println("| " + mutant.name() + " | " + mutant.rule() + " | " + found + " |");
    }

    /**
     * A scenario, or an audit, that fails by itself would find every mutant.
     */
    @ParameterizedTest
    @MethodSource("scenarios")
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(value = MINUTES, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldFindNothingWhereThereIsNoMutant(
        final Class<? extends Scenario> scenario, @TempDir final Path directory) throws Exception
    {
        assertNull(Mutant.NONE.simulate(
            directory, scenario, 1, ManyHostsScenario.class == scenario ? LONG_CONTROL_RUNS : CONTROL_RUNS));
    }
}
