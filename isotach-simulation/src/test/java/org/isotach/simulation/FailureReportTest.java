/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FailureReportTest
{
    private static final int MEMORY_OPERATIONS = 0;

    private static final String DIFFERS = "no space-time diagram: the run differs when it is recorded";

    private static SimulationFailure fail(final Scenario scenario)
    {
        return assertThrows(SimulationFailure.class, () -> Simulations.of(scenario).repeat(3));
    }

    private static void assertContains(final String expected, final SimulationFailure failure)
    {
        assertTrue(failure.getMessage().contains(expected), failure.getMessage());
    }

    /**
     * A cluster with a program that ends at once.
     */
    private static Cluster launch(final Simulation simulation)
    {
        final Cluster cluster = simulation.launch(new ClusterContext());
        simulation.program("program", cluster.host(0), () -> true);
        return cluster;
    }

    @Test
    void shouldTellThatTheSecondRunViolatesNothing()
    {
        final AtomicLong calls = new AtomicLong();
        final SimulationFailure failure = fail(simulation ->
        {
            launch(simulation);
            final boolean isFirst = 1 == calls.incrementAndGet();
            simulation.atEnd("First", () -> isFirst ? "the first call" : null);
        });
        assertContains("which cannot be repeated: the second run violated no invariant", failure);
    }

    @Test
    void shouldTellThatTheSecondRunViolatesAnotherInvariant()
    {
        final AtomicLong calls = new AtomicLong();
        final SimulationFailure failure = fail(simulation ->
        {
            launch(simulation);
            simulation.atEnd(1 == calls.incrementAndGet() ? "First" : "Second", () -> "always");
        });
        assertEquals("First", failure.invariant());
        assertContains("which cannot be repeated: the second run failed in step " + failure.step() +
            ", Second: always", failure);
        assertFalse(failure.getMessage().contains("smallest run"), failure.getMessage());
    }

    /**
     * A text may have an address in it, so the rest is reported, too.
     */
    @Test
    void shouldTellThatTheSecondRunSaysSomethingElse()
    {
        final AtomicLong calls = new AtomicLong();
        final SimulationFailure failure = fail(simulation ->
        {
            launch(simulation);
            final long call = calls.incrementAndGet();
            simulation.atEnd("Call", () -> "call " + call);
        });
        assertTrue(failure.getMessage().startsWith("Call: call 1\n"), failure.getMessage());
        assertContains(
            "of which the second run said something else: call 2; let the scenario draw everything", failure);
        assertContains("smallest run that was found: ", failure);
    }

    @Test
    void shouldNotDrawARunThatPassesWhenItIsRecorded()
    {
        assertContains(DIFFERS, fail(simulation ->
        {
            final Cluster cluster = launch(simulation);
            simulation.atEnd("Unrecorded", () -> 0 == cluster.context().trace() ? "not recorded" : null);
        }));
    }

    @Test
    void shouldNotDrawARunThatViolatesAnotherInvariantWhenItIsRecorded()
    {
        assertContains(DIFFERS, fail(simulation ->
        {
            final Cluster cluster = launch(simulation);
            simulation.atEnd(0 == cluster.context().trace() ? "Unrecorded" : "Recorded", () -> "always");
        }));
    }

    @Test
    void shouldNotDrawARunThatFailsInAnotherStepWhenItIsRecorded()
    {
        assertContains(DIFFERS, fail(simulation ->
        {
            final Cluster cluster = launch(simulation);
            final long last = 0 == cluster.context().trace() ? 1 : 2;
            simulation.always("Step", () -> simulation.step() < last ? null : "always");
            simulation.program("endless", cluster.host(0), () -> false);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = { "a\0b", "x < 3", "/absolute", "../parent", "a/b\\c:d" })
    void shouldDrawAnInvariantOfAnyName(final String name, @TempDir final Path directory) throws IOException
    {
        final String text = SimulationTest.withProperty(Simulations.TRACES_PROPERTY, directory.toString(), () ->
            fail(simulation ->
            {
                launch(simulation);
                simulation.atEnd(name, () -> "always");
            }).getMessage());
        assertTrue(text.contains("its space-time diagram: " + directory), text);
        try (var files = Files.list(directory))
        {
            assertEquals(1, files.count());
        }
    }

    @Test
    void shouldReportTheRunIfTheDirectoryIsNone()
    {
        final String text = SimulationTest.withProperty(Simulations.TRACES_PROPERTY, "a\0b", () ->
            fail(simulation -> launchAndFail(simulation)).getMessage());
        assertTrue(text.startsWith("Always: always\n  in step "), text);
        assertTrue(text.contains("no space-time diagram: java.nio.file.InvalidPathException: "), text);
        assertTrue(text.endsWith("set -Dsimulation.traces to another directory, or to nothing"), text);
    }

    @Test
    void shouldDrawNothingIfThereIsToBeNoDiagram()
    {
        final String text = SimulationTest.withProperty(Simulations.TRACES_PROPERTY, "", () ->
            fail(simulation -> launchAndFail(simulation)).getMessage());
        assertFalse(text.contains("diagram"), text);
    }

    private static Cluster launchAndFail(final Simulation simulation)
    {
        final Cluster cluster = launch(simulation);
        simulation.atEnd("Always", () -> "always");
        return cluster;
    }

    @Test
    void shouldReportTheRunIfAnOperationCannotBeDrawn()
    {
        assertContains("no space-time diagram: java.lang.IllegalStateException: no reader",
            failWithoutReader(new IllegalStateException("no reader")));
        assertContains("no space-time diagram: " + UnprintableException.class.getName() + ", which cannot be printed",
            failWithoutReader(new UnprintableException()));
    }

    private static SimulationFailure failWithoutReader(final RuntimeException thrown)
    {
        return fail(simulation ->
        {
            final Cluster cluster = launchAndFail(simulation);
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            cluster.host(0).models().readOperationsWith(
                MEMORY_OPERATIONS, (frame, offset, available, host, listener) ->
                {
                    throw thrown;
                });
            final MemoryPort port = memory.port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();
            simulation.thread("writer", cluster.host(0), () ->
            {
                port.write(isochron.begin(), 7, 1);
                isochron.issue();
            });
        });
    }
}
