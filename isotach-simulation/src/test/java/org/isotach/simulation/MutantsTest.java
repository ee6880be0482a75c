/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.isotach.niu.time.LeapScenario;
import org.isotach.simulation.actions.ActionsOfMembersScenario;
import org.isotach.simulation.actions.ActionsScenario;
import org.isotach.simulation.actions.ExpelScenario;
import org.isotach.simulation.actions.ReadersScenario;
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
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The simulation finds every mutant. What it prints is the table in docs/evidence.md. There are as many at the same
 * time as the machine has processors, each with classes of its own; the runs of one follow each other, and the one with
 * the smallest seed that fails is found.
 */
@Tag("mutants")
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "simulated without it in every build")
class MutantsTest
{
    private static final long MAX_RUNS = Long.getLong("simulation.mutant.runs", 20_000);
    private static final long CONTROL_RUNS = 500;

    // Part of the names of those that are simulated, or of the classes that they change.
    private static final String ONLY = System.getProperty("simulation.mutant", "");

    // These take minutes each: more than a thousand runs, or long ones. One build of four simulates them, drawn anew,
    // as does whoever selects some of them; the others compile them.
    private static final Set<String> SELDOM = Set.of(
        "word at the end of the ring used again before it is read",
        "barrier due without regard to the other participants",
        "UPDATE stays behind a SCHED that is cancelled",
        "copies read that do not know what other members have written",
        "variables used before their initial values are written",
        "initial values written by every thread that joins",
        "circle of members found and not ended",
        "question of a member that nobody answers");
    private static final boolean ARE_ALL_SIMULATED = Boolean.parseBoolean(System.getProperty(
        "simulation.mutant.all", Boolean.toString(!ONLY.isEmpty() || 0 == ThreadLocalRandom.current().nextInt(4))));

    // Of the only invariant in paranoid mode.
    private static final String PARANOID = "Paranoid";

    static Stream<Arguments> mutants()
    {
        return Stream.of(
            foundBy(SystemScenario.class, Mutants.ALL),
            foundBy(SystemScenario.class, LeapMutants.OF_CLUSTERS),
            foundBy(LeapScenario.class, LeapMutants.ALL),
            foundBy(CrashScenario.class, Mutants.CRASH),
            foundBy(TryScenario.class, Mutants.TRIES),
            foundBy(ComeAgainScenario.class, Mutants.COME_AGAIN),
            foundBy(SnapshotScenario.class, Mutants.SNAPSHOTS),
            foundBy(StuckScenario.class, Mutants.STUCK),
            foundBy(ActionsScenario.class, ActionMutants.ALL),
            foundBy(ReadersScenario.class, ActionMutants.READERS),
            foundBy(ExpelScenario.class, ActionMutants.EXPULSION),
            foundBy(ActionsOfMembersScenario.class, ActionMutants.MEMBERS),
            foundBy(ActiveMessagesScenario.class, ActiveMessageMutants.ALL),
            foundBy(GlobalMemoryScenario.class, GlobalMemoryMutants.ALL),
            foundBy(MyrinetScenario.class, MyrinetMutants.ALL),
            foundBy(McpScenario.class, McpMutants.ALL),
            foundBy(FuniScenario.class, FuniMutants.ALL),
            foundBy(DeviceScenario.class, DeviceMutants.ALL),
            foundBy(DeviceQueuePairsScenario.class, DeviceMutants.QUEUE_PAIRS),
            foundBy(MembersScenario.class, MemberMutants.ALL),
            foundBy(MessagesOfMembersScenario.class, MemberMutants.MESSAGES),
            foundBy(OpenMembersScenario.class, MemberMutants.OPEN),
            foundBy(LostMemberScenario.class, MemberMutants.LOST),
            // V44: these fail when the watch, the numbers or the acknowledgements are not wired into the cluster.
            foundBy(ParanoidScenario.class, Mutants.PARANOID)).flatMap(some -> some);
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
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldBeFound(
        final Class<? extends Scenario> scenario, final Mutant mutant, @TempDir final Path directory) throws Exception
    {
        if (!ARE_ALL_SIMULATED && SELDOM.contains(mutant.name()))
        {
            mutant.compile(directory);
            System.out.println("compiled only, -Dsimulation.mutant.all=true simulates it: " + mutant.name());
            return;
        }
        final String found = mutant.simulate(directory, scenario, MAX_RUNS);
        assertNotNull(found, () -> "not found in " + MAX_RUNS + " runs: " + mutant.name());
        assertTrue(ParanoidScenario.class != scenario || found.startsWith(PARANOID + " |"), found);
        System.out.println("| " + mutant.name() + " | " + mutant.rule() + " | " + found + " |");
    }

    /**
     * A scenario, or an audit, that fails by itself would find every mutant.
     */
    @ParameterizedTest
    @ValueSource(classes = {
        SystemScenario.class, LeapScenario.class, CrashScenario.class, TryScenario.class, StuckScenario.class,
        ParanoidScenario.class,
        ActionsScenario.class, ReadersScenario.class, ExpelScenario.class, ActiveMessagesScenario.class,
        GlobalMemoryScenario.class, MyrinetScenario.class, McpScenario.class, FuniScenario.class,
        DeviceScenario.class, DeviceQueuePairsScenario.class, MembersScenario.class, MessagesOfMembersScenario.class,
        OpenMembersScenario.class, LostMemberScenario.class, ActionsOfMembersScenario.class })
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void shouldFindNothingWhereThereIsNoMutant(
        final Class<? extends Scenario> scenario, @TempDir final Path directory) throws Exception
    {
        // Some take much longer than others.
        final long runs = ActionsOfMembersScenario.class == scenario ? CONTROL_RUNS / 5 : CONTROL_RUNS;
        assertNull(Mutant.NONE.simulate(directory, scenario, runs));
    }
}
