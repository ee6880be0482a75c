/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.niu.trace.SpaceTimeDiagram;

/**
 * Simulates many runs of a {@link Scenario}, each with a seed of its own.
 * <pre>{@code
 * Simulations.of(simulation ->
 * {
 *     Cluster cluster = simulation.launch(new ClusterContext().hosts(simulation.upTo(4)));
 *     // ... programs and invariants
 * }).runs(10_000).check();
 * }</pre>
 * The system property {@value #RUNS_PROPERTY} changes the number of runs, and {@value #SEED_PROPERTY} repeats a single
 * one. The same seeds every time make a regression test; seeds from {@link #freshSeed()} on are new each time. Runs are
 * spread over all processors; their results do not depend on that, nor on the machine.
 */
public final class Simulations
{
    /**
     * System property with the number of runs, at least 1, which overrides the number in the test.
     */
    public static final String RUNS_PROPERTY = "simulation.runs";

    /**
     * System property with the seed of the only run, as a failure names it.
     */
    public static final String SEED_PROPERTY = "simulation.seed";

    /**
     * System property with the first seed of fresh runs, instead of a random one: repeats them.
     */
    public static final String FRESH_SEED_PROPERTY = "simulation.fresh.seed";

    /**
     * Default number of runs.
     */
    public static final long RUNS_DEFAULT = 1000;

    private static final int NO_LIMIT = FailedRun.NO_LIMIT;

    // Far from the first seeds of regression tests, and short enough to copy by hand.
    private static final long MIN_FRESH_SEED = 1_000_000_000L;
    private static final long MAX_FRESH_SEED = 1_000_000_000_000L;

    /**
     * System property with the directory for the space-time diagram of a failed run; the message of the failure names
     * the file, or says why there is none. The default is {@code target/simulation} or {@code build/simulation} if
     * there is a {@code target} or {@code build} directory, else {@code isotach-simulation} in the directory for
     * temporary files. Empty for no diagrams.
     */
    public static final String TRACES_PROPERTY = "simulation.traces";

    private final Scenario scenario;
    private long runs = RUNS_DEFAULT;
    private long firstSeed = 1;
    private int threads = Runtime.getRuntime().availableProcessors();

    private Simulations(final Scenario scenario)
    {
        this.scenario = scenario;
    }

    /**
     * Prepares to simulate runs of a scenario.
     *
     * @param scenario the scenario.
     * @return the settings of the simulation.
     */
    public static Simulations of(final Scenario scenario)
    {
        return new Simulations(scenario);
    }

    /**
     * Sets the number of runs.
     *
     * @param value at least 1; the default is {@value #RUNS_DEFAULT}.
     * @return this.
     */
    public Simulations runs(final long value)
    {
        if (value < 1)
        {
            throw new IllegalArgumentException("runs: " + value + " (expected: at least 1)");
        }
        runs = value;
        return this;
    }

    /**
     * Sets the seed of the first run; each later run has the next seed.
     *
     * @param value any number; the default is 1.
     * @return this.
     */
    public Simulations firstSeed(final long value)
    {
        firstSeed = value;
        return this;
    }

    /**
     * Returns a seed for {@link #firstSeed} that starts a series of new runs. Print it, because only the system
     * property {@value #FRESH_SEED_PROPERTY} with this seed repeats all of them; a failed run names its own seed.
     *
     * @return a random seed, or the value of the system property.
     * @throws IllegalArgumentException when the system property is no number.
     */
    public static long freshSeed()
    {
        final Long given = number(FRESH_SEED_PROPERTY, Long.MIN_VALUE, "a number");
        return null == given ? ThreadLocalRandom.current().nextLong(MIN_FRESH_SEED, MAX_FRESH_SEED) : given;
    }

    /**
     * Sets the number of threads that simulate runs.
     *
     * @param value at least 1; the default is the number of processors.
     * @return this.
     */
    public Simulations threads(final int value)
    {
        if (value < 1)
        {
            throw new IllegalArgumentException("threads: " + value + " (expected: at least 1)");
        }
        threads = value;
        return this;
    }

    /**
     * Simulates the runs, or those that the system properties ask for.
     *
     * @return the numbers of runs and steps.
     * @throws SimulationFailure        when a run violates an invariant; the one with the smallest seed. If not all
     *                                  runs could be simulated, a suppressed exception names others that have failed.
     * @throws IllegalArgumentException when a system property has a value that it may not have.
     * @throws IllegalStateException    when the thread is interrupted, or not all runs could be simulated.
     */
    public SimulationResult check()
    {
        final String seed = System.getProperty(SEED_PROPERTY);
        if (null == seed)
        {
            return checkAll(runs(RUNS_PROPERTY, runs));
        }
        final int colon = seed.indexOf(':');
        try
        {
            return colon < 0 ? repeat(Long.parseLong(seed)) :
                repeat(Long.parseLong(seed.substring(0, colon)), Integer.parseInt(seed.substring(colon + 1)));
        }
        catch (final NumberFormatException ex)
        {
            throw unexpected(SEED_PROPERTY, "a number, or a number, a colon and a limit");
        }
    }

    /**
     * Returns the number of runs that a system property asks for.
     *
     * @param otherwise the number if the property is not set.
     * @throws IllegalArgumentException if it is no number, or less than 1.
     */
    static long runs(final String property, final long otherwise)
    {
        final Long given = number(property, 1, "a number, at least 1");
        return null == given ? otherwise : given;
    }

    /**
     * @return the value of a system property, null if it has none.
     */
    private static Long number(final String property, final long min, final String expected)
    {
        final String given = System.getProperty(property);
        final Long number;
        try
        {
            number = null == given ? null : Long.valueOf(given);
        }
        catch (final NumberFormatException ex)
        {
            throw unexpected(property, expected);
        }
        if (null != number && number < min)
        {
            throw unexpected(property, expected);
        }
        return number;
    }

    private static IllegalArgumentException unexpected(final String property, final String expected)
    {
        return new IllegalArgumentException(
            "-D" + property + '=' + System.getProperty(property) + " (expected: " + expected + ')');
    }

    /**
     * Simulates one run.
     *
     * @param seed seed of the run.
     * @return the numbers of runs and steps.
     * @throws SimulationFailure when it violates an invariant.
     */
    public SimulationResult repeat(final long seed)
    {
        return repeat(seed, NO_LIMIT);
    }

    /**
     * Simulates one run.
     *
     * @param seed  seed of the run.
     * @param limit limit of {@link Simulation#upTo}, at least 1.
     * @return the numbers of runs and steps.
     * @throws SimulationFailure when it violates an invariant.
     */
    public SimulationResult repeat(final long seed, final int limit)
    {
        checkLimit(limit);
        final Simulation simulation = new Simulation(seed, limit, false);
        final FailedRun failure = FailedRun.of(scenario, simulation);
        if (null != failure)
        {
            throw new FailureReport(scenario).explain(failure);
        }
        return new SimulationResult(1, simulation.step());
    }

    private static void checkLimit(final int limit)
    {
        if (limit < 1)
        {
            throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
        }
    }

    private SimulationResult checkAll(final long count)
    {
        final AtomicLong steps = new AtomicLong();
        final ParallelRuns all = simulate(count, steps);
        final FailedRun failure = all.first();
        if (null != failure)
        {
            throw all.complete(new FailureReport(scenario).explain(failure));
        }
        return new SimulationResult(count, steps.get());
    }

    /**
     * @return the failed run with the smallest seed, null if none fails.
     */
    FailedRun findFailure(final long count, final AtomicLong steps)
    {
        return simulate(count, steps).first();
    }

    private ParallelRuns simulate(final long count, final AtomicLong steps)
    {
        final ParallelRuns all = new ParallelRuns(firstSeed, count, seed ->
        {
            final Simulation simulation = new Simulation(seed, NO_LIMIT, false);
            final FailedRun failure = FailedRun.of(scenario, simulation);
            steps.addAndGet(simulation.step());
            return failure;
        });
        all.simulate(threads);
        return all;
    }

    /**
     * Draws the clusters of the first run; up to the violation if it violates an invariant.
     *
     * @param file the file to write: a picture if its name ends with {@code .svg} and the run has one cluster, else a
     *             page for a browser.
     * @throws IOException           when it cannot be written.
     * @throws IllegalStateException when the run has no cluster.
     */
    public void draw(final Path file) throws IOException
    {
        draw(firstSeed, NO_LIMIT, file);
    }

    /**
     * Draws the clusters of a run; up to the violation if it violates an invariant.
     *
     * @param seed  seed of the run.
     * @param limit limit of {@link Simulation#upTo}, at least 1; {@link Integer#MAX_VALUE} for none.
     * @param file  the file to write: a picture if its name ends with {@code .svg} and the run has one cluster, else a
     *              page for a browser.
     * @throws IOException           when it cannot be written.
     * @throws IllegalStateException when the run has no cluster.
     */
    public void draw(final long seed, final int limit, final Path file) throws IOException
    {
        checkLimit(limit);
        final Simulation recording = new Simulation(seed, limit, false, true);
        final FailedRun failure = FailedRun.of(scenario, recording);
        final String title = "Run with seed " + FailedRun.name(seed, limit);
        if (recording.recorded().isEmpty())
        {
            throw new IllegalStateException(title + ": no diagram, as it has no cluster");
        }
        SpaceTimeDiagram.write(file, title, null == failure ? "" : failure.message(), recording.recorded());
    }
}
