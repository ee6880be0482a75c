/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.simulation.system.SystemScenario;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SimulationTest
{
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    @Test
    void shouldDoTheSameAgainWithTheSameSeed()
    {
        for (long seed = 1; seed <= 20; seed++)
        {
            final Simulation first = new Simulation(seed, NO_LIMIT, true);
            first.run(new SystemScenario()::prepare);
            final Simulation second = new Simulation(seed, NO_LIMIT, true);
            second.run(new SystemScenario()::prepare);
            assertEquals(first.step(), second.step());
            assertEquals(first.trace(), second.trace());
        }
    }

    @Test
    void shouldDoSomethingElseWithAnotherSeed()
    {
        final Simulation first = new Simulation(1, NO_LIMIT, true);
        first.run(new SystemScenario()::prepare);
        final Simulation second = new Simulation(2, NO_LIMIT, true);
        second.run(new SystemScenario()::prepare);
        assertNotEquals(first.trace(), second.trace());
    }

    @Test
    void shouldDrawAllThreadingModes()
    {
        final Set<ThreadingMode> modes = EnumSet.noneOf(ThreadingMode.class);
        for (long seed = 1; seed <= 100; seed++)
        {
            modes.add(
                new Simulation(seed, NO_LIMIT, false).launch(new ClusterContext().hosts(2)).threadingMode());
        }
        assertEquals(EnumSet.allOf(ThreadingMode.class), modes);
    }

    /**
     * Somebody else may come in between the read and the write.
     */
    @Test
    void shouldFindAnIncrementThatIsNotAtomic()
    {
        final SimulationFailure failure = assertThrows(
            SimulationFailure.class, () -> Simulations.of(simulation -> count(simulation, false)).runs(1000).check());
        assertEquals("Count", failure.invariant());
        assertTrue(failure.getMessage().startsWith("Count: "), failure.getMessage());
        assertTrue(failure.getMessage().contains(
            "in step " + failure.step() + " of the run with -Dsimulation.seed=" + failure.seed()),
            failure.getMessage());
        assertTrue(failure.getMessage().contains("smallest run that was found: -Dsimulation.seed="),
            failure.getMessage());
        assertTrue(failure.getMessage().contains("host-0/counter"), failure.getMessage());
        final String diagram = diagram(failure);
        assertTrue(diagram.contains("<h1>Count, -Dsimulation.seed="), diagram);
        assertTrue(diagram.contains("<title>isochron of host-"), diagram);

        final SimulationFailure again = assertThrows(SimulationFailure.class,
            () -> Simulations.of(simulation -> count(simulation, false)).repeat(failure.seed(), failure.limit()));
        assertEquals(failure.getMessage(), again.getMessage());
    }

    private static String diagram(final SimulationFailure failure)
    {
        final String label = "its space-time diagram: ";
        final String message = failure.getMessage();
        try
        {
            return Files.readString(Path.of(message.substring(message.indexOf(label) + label.length())));
        }
        catch (final IOException ex)
        {
            throw new AssertionError(message, ex);
        }
    }

    @Test
    void shouldFindNothingWrongWithAnAtomicIncrement()
    {
        // The command line may ask for another number of runs in all simulations.
        final long runs = Long.getLong(Simulations.RUNS_PROPERTY, 300);
        final SimulationResult result = Simulations.of(simulation -> count(simulation, true)).runs(300).check();
        assertEquals(runs, result.runs());
        assertTrue(result.steps() > runs, result::toString);
    }

    @Test
    void shouldFindAWaitWithoutEnd()
    {
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
        {
            final Cluster cluster = simulation.launch(new ClusterContext().hosts(2));
            final Host host = cluster.host(0);
            final MemoryPort port = SharedMemory.on(cluster, PageMap.replicated(1)).port(host);
            final Isochron isochron = host.isochron();
            simulation.thread("reader", host, () ->
            {
                final IsoValue value = new IsoValue();
                isochron.begin();
                port.sched(isochron, 7);
                port.read(isochron, 7, value);
                isochron.issue();
                value.await();
            });
        }).runs(1).check());
        assertEquals(Simulation.PROGRESS, failure.invariant());
        assertTrue(failure.getMessage().contains("reader waits for "), failure.getMessage());
    }

    /**
     * As the caller of a handler does, which tells the error handler of the cluster, and goes on.
     */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldEndAThreadThatCatchesWhatEndsIt()
    {
        final AtomicInteger caught = new AtomicInteger();
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
        {
            final AtomicBoolean isThere = new AtomicBoolean();
            final Host host = simulation.launch(new ClusterContext()).host(0);
            simulation.thread("patient", host, () ->
            {
                isThere.set(true);
                try
                {
                    pauseForEver(simulation);
                }
                catch (final Error ex)
                {
                    caught.incrementAndGet();
                    pauseForEver(simulation);
                }
            });
            simulation.program("thrower", host, () ->
            {
                if (!isThere.get())
                {
                    return false;
                }
                throw new IllegalStateException("ends the run");
            });
        }).repeat(5));
        assertEquals(Simulation.NO_ERRORS, failure.invariant());
        assertTrue(0 < caught.get());
    }

    private static void pauseForEver(final Simulation simulation)
    {
        while (true)
        {
            simulation.pause();
        }
    }

    @Test
    void shouldFindAProgramOfStepsThatHasNoEnd()
    {
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
            simulation.program("endless", simulation.launch(new ClusterContext()).host(1), () -> false))
            .repeat(5));
        assertEquals(Simulation.PROGRESS, failure.invariant());
        assertEquals(5, failure.seed());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldServeAStepThatWaits(final ThreadingMode mode)
    {
        Simulations.of(simulation ->
        {
            final Cluster cluster = simulation.launch(new ClusterContext().threadingMode(mode));
            final Host host = cluster.host(0);
            final MemoryPort port = SharedMemory.on(cluster, PageMap.replicated(1)).port(host);
            final Isochron isochron = host.isochron();
            simulation.program("writer", host, () ->
            {
                port.write(isochron.begin(), 1, 11);
                isochron.issue();
                isochron.awaitExecuted();
                final IsoValue value = new IsoValue();
                port.read(isochron.begin(), 1, value);
                isochron.issue();
                assertEquals(11, value.await());
                host.close();
                return true;
            });
        }).runs(50).check();
    }

    @Test
    void shouldEndWithWhatAProgramThrows()
    {
        final Exception thrown = new Exception("thrown by a program");
        for (final boolean isThread : new boolean[]{ false, true })
        {
            final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
            {
                final Host host = simulation.launch(new ClusterContext()).host(0);
                if (isThread)
                {
                    simulation.thread("thrower", host, () ->
                    {
                        throw thrown;
                    });
                }
                else
                {
                    simulation.program("thrower", host, () ->
                    {
                        throw thrown;
                    });
                }
            }).runs(10).check());
            assertEquals(Simulation.NO_ERRORS, failure.invariant());
            assertSame(thrown, failure.getCause());
            assertTrue(failure.getMessage().contains("thrower"), failure.getMessage());
        }
    }

    static Stream<Scenario> thatThrowWhenAViolationIsDescribed()
    {
        return Stream.of(
            simulation ->
            {
                throw new UnprintableException();
            },
            simulation -> simulation.program("thrower", simulation.launch(new ClusterContext()).host(0), () ->
            {
                throw new UnprintableException();
            }),
            simulation ->
            {
                final Host host = simulation.launch(new ClusterContext()).host(0);
                simulation.thread("reporter", host, () -> host.models().report(new UnprintableException()));
            },
            simulation ->
            {
                simulation.program("program", simulation.launch(new ClusterContext()).host(0), () -> true);
                simulation.atEnd("Thrower", () ->
                {
                    throw new UnprintableException();
                });
            },
            simulation ->
            {
                final Cluster cluster = simulation.launch(new ClusterContext());
                simulation.thread("patient", cluster.host(0), () -> waitForEver(cluster));
            });
    }

    /**
     * For something that cannot be printed.
     */
    private static void waitForEver(final Cluster cluster)
    {
        final Object what = new Object()
        {
            @Override
            public String toString()
            {
                throw new UnprintableException();
            }
        };
        while (true)
        {
            cluster.context().scheduler().idle(what);
        }
    }

    @ParameterizedTest
    @MethodSource("thatThrowWhenAViolationIsDescribed")
    void shouldFailThoughAViolationCannotBeDescribed(final Scenario scenario)
    {
        final SimulationFailure failure = assertThrows(
            SimulationFailure.class, () -> Simulations.of(scenario).threads(1).runs(10).check());
        assertEquals(Simulation.NO_ERRORS, failure.invariant());
        assertEquals(1, failure.seed());
        // Whoever prints it finds out what has happened.
        final StringWriter printed = new StringWriter();
        failure.printStackTrace(new PrintWriter(printed));
        assertTrue(printed.toString().contains(UnprintableException.class.getName()), printed::toString);
    }

    @Test
    void shouldLeaveOutACauseThatCannotBePrinted()
    {
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
            simulation.program("thrower", simulation.launch(new ClusterContext()).host(0), () ->
            {
                throw new IllegalStateException("thrown by a program", new UnprintableException());
            })).repeat(1));
        assertTrue(failure.getMessage().contains("thrown by a program"), failure.getMessage());
        assertNull(failure.getCause());
    }

    @Test
    void shouldEndWithWhatTheClusterReports()
    {
        final IllegalStateException reported = new IllegalStateException("reported");
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            simulation.program("reporter", host, () ->
            {
                host.models().report(reported);
                return false;
            });
        }).runs(10).check());
        assertEquals(Simulation.NO_ERRORS, failure.invariant());
        assertSame(reported, failure.getCause());
    }

    @Test
    void shouldEndInTheStepInWhichAnInvariantIsViolated()
    {
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
        {
            final AtomicInteger steps = new AtomicInteger();
            simulation.program("counter", simulation.launch(new ClusterContext()).host(0), () ->
            {
                simulation.note("count " + steps.incrementAndGet());
                return false;
            });
            simulation.always("Few", () -> steps.get() < 3 ? null : "three steps");
        }).runs(10).check());
        assertEquals("Few", failure.invariant());
        assertTrue(failure.getMessage().contains("count 1"), failure.getMessage());
        assertTrue(failure.getMessage().contains("count 3"), failure.getMessage());
        assertNull(failure.getCause());
    }

    /**
     * Whatever the number of threads, the smallest seed that fails is reported.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 5 })
    void shouldReportTheSmallestSeed(final int threads)
    {
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
        {
            simulation.program("program", simulation.launch(new ClusterContext()).host(0), () -> true);
            simulation.atEnd("Seed", () -> simulation.seed() < 1017 ? null : "seed " + simulation.seed());
        }).firstSeed(1000).threads(threads).runs(100).check());
        assertEquals(1017, failure.seed());
    }

    /**
     * Nobody has to know how many runs it takes.
     */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldEndWithTheFirstFailureHoweverManyRunsThereMayBe()
    {
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
        {
            if (simulation.seed() > 9)
            {
                throw new IllegalStateException("ends the run");
            }
        }).threads(2).runs(Long.MAX_VALUE).check());
        assertEquals(10, failure.seed());
    }

    @Test
    void shouldLookForASmallerRun()
    {
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
        {
            final int size = simulation.upTo(100);
            simulation.program("program", simulation.launch(new ClusterContext()).host(0), () -> true);
            simulation.atEnd("Size", () -> size < 5 ? null : "size " + size);
        }).runs(100).check());
        assertTrue(failure.getMessage().matches("(?s).*smallest run that was found: -Dsimulation.seed=\\d+:\\d.*"),
            failure.getMessage());
    }

    @Test
    void shouldRefuseAHostOfAnotherCluster()
    {
        try (Cluster other = Cluster.launch())
        {
            final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
            {
                simulation.launch(new ClusterContext());
                simulation.program("stranger", other.host(0), () -> true);
            }).repeat(1));
            assertTrue(failure.getMessage().contains("host 0 is in no cluster of this simulation"),
                failure.getMessage());
        }
    }

    @Test
    void shouldRefuseSettingsThatMakeNoSense()
    {
        final Simulations simulations = Simulations.of(new SystemScenario());
        assertEquals("runs: 0 (expected: at least 1)",
            assertThrows(IllegalArgumentException.class, () -> simulations.runs(0)).getMessage());
        assertEquals("threads: 0 (expected: at least 1)",
            assertThrows(IllegalArgumentException.class, () -> simulations.threads(0)).getMessage());
        assertEquals("limit: 0 (expected: at least 1)",
            assertThrows(IllegalArgumentException.class, () -> simulations.repeat(1, 0)).getMessage());
    }

    @Test
    void shouldObeyTheSystemProperties()
    {
        final AtomicLong runs = new AtomicLong();
        final Simulations simulations = Simulations.of(simulation ->
        {
            runs.incrementAndGet();
            simulation.program("program", simulation.launch(new ClusterContext()).host(0), () -> true);
            simulation.atEnd("Seed", () -> 42 == simulation.seed() ? "seed 42" : null);
        }).runs(10);
        assertEquals(30, withProperty(Simulations.RUNS_PROPERTY, "30", simulations::check).runs());
        assertEquals(30, runs.get());
        assertEquals(1, withProperty(Simulations.SEED_PROPERTY, "41:7", simulations::check).runs());
        assertEquals(42, assertThrows(SimulationFailure.class,
            () -> withProperty(Simulations.SEED_PROPERTY, "42", simulations::check)).seed());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "simulation.seed | x | a number, or a number, a colon and a limit",
        "simulation.seed | 1:x | a number, or a number, a colon and a limit",
        "simulation.runs | 0 | a number, at least 1",
        "simulation.runs | -5 | a number, at least 1",
        "simulation.runs | 1e6 | a number, at least 1",
        "simulation.runs | '' | a number, at least 1",
        "simulation.fresh.seed | 1e6 | a number" })
    void shouldRefuseSystemPropertiesThatMakeNoSense(final String name, final String value, final String expected)
    {
        final Simulations simulations = Simulations.of(simulation ->
        {
        });
        assertEquals("-D" + name + '=' + value + " (expected: " + expected + ')',
            assertThrows(IllegalArgumentException.class, () -> withProperty(name, value,
                () -> simulations.firstSeed(Simulations.freshSeed()).check())).getMessage());
    }

    @ParameterizedTest
    @CsvSource({ "simulation.lost.runs, 300x", "simulation.lost.runs, 0", "simulation.mutant.runs, 20_000",
        "simulation.mutant.runs, -1", "simulation.mutant.runs, ''" })
    void shouldRefuseNumbersOfRunsThatMakeNoSense(final String name, final String value)
    {
        assertEquals("-D" + name + '=' + value + " (expected: a number, at least 1)",
            assertThrows(IllegalArgumentException.class, () -> withProperty(name, value,
                () -> Simulations.runs(name, 5))).getMessage());
        assertEquals(7, withProperty(name, "7", () -> Simulations.runs(name, 5)));
    }

    static <T> T withProperty(final String name, final String value, final Supplier<T> action)
    {
        final String before = System.setProperty(name, value);
        try
        {
            return action.get();
        }
        finally
        {
            if (null == before)
            {
                System.clearProperty(name);
            }
            else
            {
                System.setProperty(name, before);
            }
        }
    }

    /**
     * Threads that increment one variable.
     */
    private static void count(final Simulation simulation, final boolean isAtomic)
    {
        final Cluster cluster = simulation.launch(new ClusterContext().hosts(2));
        final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
        final int increments = simulation.upTo(3);
        for (int i = 0; i < 2; i++)
        {
            final Host host = cluster.host(i);
            final MemoryPort port = memory.port(host);
            final Isochron isochron = host.isochron();
            simulation.thread("host-" + i + "/counter", host, () ->
            {
                for (int k = 0; k < increments; k++)
                {
                    increment(isochron, port, isAtomic);
                    simulation.pause();
                }
            });
        }
        simulation.atEnd("Count", () ->
        {
            final IsoValue value = new IsoValue();
            final Isochron isochron = cluster.host(0).isochron();
            memory.port(cluster.host(0)).read(isochron.begin(), 0, value);
            isochron.issue();
            return 2 * increments == value.await() ? null : value.get() + " instead of " + 2 * increments;
        });
    }

    private static void increment(final Isochron isochron, final MemoryPort port, final boolean isAtomic)
    {
        final IsoValue value = new IsoValue();
        port.read(isochron.begin(), 0, value);
        if (isAtomic)
        {
            port.sched(isochron, 0);
        }
        isochron.issue();
        final long next = value.await() + 1;
        isochron.begin();
        if (isAtomic)
        {
            port.assign(isochron, 0, next);
        }
        else
        {
            port.write(isochron, 0, next);
        }
        isochron.issue();
    }

    @Test
    void shouldBeginFreshRunsAnywhereUnlessItIsToldWhere()
    {
        final String given = System.getProperty(Simulations.FRESH_SEED_PROPERTY);
        try
        {
            System.clearProperty(Simulations.FRESH_SEED_PROPERTY);
            assertNotEquals(Simulations.freshSeed(), Simulations.freshSeed());
            System.setProperty(Simulations.FRESH_SEED_PROPERTY, "77");
            assertEquals(77, Simulations.freshSeed());
        }
        finally
        {
            System.clearProperty(Simulations.FRESH_SEED_PROPERTY);
            if (null != given)
            {
                System.setProperty(Simulations.FRESH_SEED_PROPERTY, given);
            }
        }
    }
}
