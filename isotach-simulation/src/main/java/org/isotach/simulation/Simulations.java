/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
 * one. The same runs every time are a regression test; those from a {@link #freshSeed()} on are new ones each time.
 * Runs are spread over all processors; which of them fail does not depend on that, nor on the machine.
 */
public final class Simulations
{
    /**
     * Number of runs, instead of what the test says.
     */
    public static final String RUNS_PROPERTY = "simulation.runs";

    /**
     * Seed of the only run, as a failure names it.
     */
    public static final String SEED_PROPERTY = "simulation.seed";

    /**
     * First seed of the runs that are new each time, instead of a random one: repeats them.
     */
    public static final String FRESH_SEED_PROPERTY = "simulation.fresh.seed";

    /**
     * Number of runs unless something else is said.
     */
    public static final long RUNS_DEFAULT = 1000;

    private static final int NO_LIMIT = FailedRun.NO_LIMIT;

    // Far from those that regression tests begin with, and short enough to be copied by hand.
    private static final long MIN_FRESH_SEED = 1_000_000_000L;
    private static final long MAX_FRESH_SEED = 1_000_000_000_000L;

    /**
     * Directory for the space-time diagram of a run that has failed, which the message names. By default it is
     * {@code target/simulation}, or {@code build/simulation}, where there is a {@code target} or {@code build} already,
     * else {@code isotach-simulation} in the directory for temporary files. Empty for no diagrams.
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
     * @param scenario to be simulated.
     * @return what does it.
     */
    public static Simulations of(final Scenario scenario)
    {
        return new Simulations(scenario);
    }

    /**
     * Number of runs.
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
     * Seed of the first run; those that follow have the following ones.
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
     * A seed for {@link #firstSeed}, from which on nobody has simulated runs before. To be printed, because only the
     * system property {@value #FRESH_SEED_PROPERTY} with this seed repeats all of them; one that fails names its own.
     *
     * @return a random one, or what the system property says.
     */
    public static long freshSeed()
    {
        final Long given = Long.getLong(FRESH_SEED_PROPERTY);
        return null == given ? ThreadLocalRandom.current().nextLong(MIN_FRESH_SEED, MAX_FRESH_SEED) : given;
    }

    /**
     * Number of threads that simulate runs.
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
     * Simulates the runs, or what the system properties say instead.
     *
     * @return what was done.
     * @throws SimulationFailure when a run violates an invariant; the one with the smallest seed.
     */
    public SimulationResult check()
    {
        final String seed = System.getProperty(SEED_PROPERTY);
        if (null == seed)
        {
            return checkAll(Long.getLong(RUNS_PROPERTY, runs));
        }
        final int colon = seed.indexOf(':');
        try
        {
            return colon < 0 ? repeat(Long.parseLong(seed)) :
                repeat(Long.parseLong(seed.substring(0, colon)), Integer.parseInt(seed.substring(colon + 1)));
        }
        catch (final NumberFormatException ex)
        {
            throw new IllegalArgumentException("-D" + SEED_PROPERTY + '=' + seed +
                " (expected: a number, or a number, a colon and a limit)", ex);
        }
    }

    /**
     * Simulates one run.
     *
     * @param seed of the run.
     * @return what was done.
     * @throws SimulationFailure when it violates an invariant.
     */
    public SimulationResult repeat(final long seed)
    {
        return repeat(seed, NO_LIMIT);
    }

    /**
     * Simulates one run.
     *
     * @param seed  of the run.
     * @param limit to the sizes that {@link Simulation#upTo} returns, at least 1.
     * @return what was done.
     * @throws SimulationFailure when it violates an invariant.
     */
    public SimulationResult repeat(final long seed, final int limit)
    {
        if (limit < 1)
        {
            throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
        }
        final Simulation simulation = new Simulation(seed, limit, false);
        final FailedRun failure = FailedRun.of(scenario, simulation);
        if (null != failure)
        {
            throw new FailureReport(scenario).explain(failure);
        }
        return new SimulationResult(1, simulation.step());
    }

    private SimulationResult checkAll(final long count)
    {
        final AtomicLong steps = new AtomicLong();
        final FailedRun failure = findFailure(count, steps);
        if (null != failure)
        {
            throw new FailureReport(scenario).explain(failure);
        }
        return new SimulationResult(count, steps.get());
    }

    /**
     * @return what is wrong with the run with the smallest seed that fails, null if none does.
     */
    FailedRun findFailure(final long count, final AtomicLong steps)
    {
        final AtomicLong next = new AtomicLong();
        final List<FailedRun> failures = new ArrayList<>();
        final Runnable work = () ->
        {
            long run = next.getAndIncrement();
            while (run < count)
            {
                final Simulation simulation = new Simulation(firstSeed + run, NO_LIMIT, false);
                final FailedRun failure = FailedRun.of(scenario, simulation);
                steps.addAndGet(simulation.step());
                if (null != failure)
                {
                    // Whoever has a smaller seed finishes it.
                    next.addAndGet(count);
                    synchronized (failures)
                    {
                        failures.add(failure);
                    }
                }
                run = next.getAndIncrement();
            }
        };
        runOnThreads(work);
        return failures.stream().min(Comparator.comparingLong(failure -> failure.seed() - firstSeed)).orElse(null);
    }

    private void runOnThreads(final Runnable work)
    {
        final List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++)
        {
            final Thread worker = new Thread(work, "simulation-" + i);
            worker.setDaemon(true);
            worker.start();
            workers.add(worker);
        }
        try
        {
            for (final Thread worker : workers)
            {
                worker.join();
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while runs were simulated", ex);
        }
    }

    /**
     * Draws what the clusters of the first run do, if no run fails. One that fails is drawn anyway.
     *
     * @param file a picture if its name ends with {@code .svg}, and the run has one cluster, else a page for a browser.
     * @throws IOException           when it cannot be written.
     * @throws IllegalStateException when the run fails, or has no cluster.
     */
    public void draw(final Path file) throws IOException
    {
        final Simulation recording = new Simulation(firstSeed, NO_LIMIT, false, true);
        final FailedRun failure = FailedRun.of(scenario, recording);
        if (null != failure || recording.recorded().isEmpty())
        {
            throw new IllegalStateException("no diagram of the run with seed " + firstSeed + ": " +
                (null == failure ? "it has no cluster" : failure.violation().getMessage()));
        }
        SpaceTimeDiagram.write(file, "Run with seed " + firstSeed, "", recording.recorded());
    }
}
