/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import org.isotach.simulation.Scenario;
import org.isotach.simulation.SimulationFailure;
import org.isotach.simulation.SimulationResult;
import org.isotach.simulation.Simulations;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * Shows how to test your own program: the scheduler that tests the library runs it step by step.
 */
@Command(
    name = "transfers",
    description = {
        "A program under simulation: transfers between accounts never change their sum.",
        "Tellers on some hosts move money between accounts, and an auditor adds them up. The seed of a run " +
            "determines the order of the steps of the programs and of the units of the cluster." })
final class Transfers implements Callable<Integer>
{
    private static final long MAX_RUNS = 10_000_000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--runs", paramLabel = "R", defaultValue = "1000",
        description = "Runs, 1..10000000. Default: ${DEFAULT-VALUE}.")
    private long runs;

    @Option(names = "--mistake",
        description = "Let the tellers forget to reserve the accounts, to see what the simulation reports.")
    private boolean isMistaken;

    @Option(names = "--seed", paramLabel = "SEED[:SIZE]", converter = SimulationSeed.Converter.class,
        description = "Seed of the first run; later runs use the seeds after it. Default: a new one each time; it is " +
            "printed. With a SIZE, as in the report of a failure, only that run.")
    private SimulationSeed seed;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--runs", runs, 1, MAX_RUNS);
        if (null != seed && seed.isOneRun() && Limits.isGiven(spec, "--runs"))
        {
            throw new ParameterException(spec.commandLine(),
                "--runs: " + runs + " with --seed " + seed + ", which is one run (omit one of the two)");
        }
        final SimulationSeed first = first();
        final long count = first.isOneRun() ? 1 : count();
        final Progress progress = Progress.onTerminal("transfers", count);
        final Scenario scenario = new TransferScenario(isMistaken);
        final Simulations simulations = Simulations.of(simulation ->
        {
            progress.step();
            scenario.prepare(simulation);
        }).firstSeed(first.seed()).runs(count);
        spec.commandLine().getOut().println(
            1 == count ? "1 run, seed " + first : count + " runs, seeds from " + first + " on");
        try
        {
            final SimulationResult result;
            try (progress)
            {
                result =
                    first.isOneRun() ? simulations.repeat(first.seed(), first.limitOrNone()) : simulations.check();
            }
            draw(simulations, first.seed(), first.limitOrNone());
            return Verdict.of(spec, "runs=" + result.runs() + " steps=" + result.steps() + " violations=0", null);
        }
        catch (final SimulationFailure ex)
        {
            // Runs with smaller seeds were made, and found nothing.
            final int status = Verdict.of(
                spec, "runs=" + (ex.seed() - first.seed() + 1) + " violations=1", inOptionsOfSample(ex.getMessage()));
            draw(simulations, ex.seed(), ex.limit());
            return status;
        }
    }

    /**
     * The system properties of the simulation come before the options, as they come before what a test asks for.
     */
    private SimulationSeed first()
    {
        final String repeated = System.getProperty(Simulations.SEED_PROPERTY);
        if (null == repeated)
        {
            return null == seed ? new SimulationSeed(new SplittableRandom().nextLong(1_000_000_000), null, false) :
                seed;
        }
        return inProperty(Simulations.SEED_PROPERTY, () -> new SimulationSeed.Converter().convert(repeated)).alone();
    }

    private long count()
    {
        final String given = System.getProperty(Simulations.RUNS_PROPERTY);
        if (null == given)
        {
            return runs;
        }
        final long count = inProperty(
            Simulations.RUNS_PROPERTY, () -> WholeNumbers.parse(given, Long.MIN_VALUE, Long.MAX_VALUE));
        Limits.check(spec, "-D" + Simulations.RUNS_PROPERTY, count, 1, MAX_RUNS);
        return count;
    }

    private <T> T inProperty(final String property, final Supplier<T> parsed)
    {
        try
        {
            return parsed.get();
        }
        catch (final TypeConversionException ex)
        {
            throw new ParameterException(spec.commandLine(), "-D" + property + ": " + ex.getMessage(), ex);
        }
    }

    private void draw(final Simulations simulations, final long drawn, final int limit)
    {
        final Path file = Samples.trace(spec);
        if (null == file)
        {
            return;
        }
        try
        {
            simulations.draw(drawn, limit, file);
        }
        catch (final IOException ex)
        {
            throw new SampleFailedException("no diagram in " + file, ex);
        }
    }

    /**
     * The simulation says how a test repeats a run; with the sample, options repeat it.
     */
    private String inOptionsOfSample(final String failure)
    {
        return failure.replace(
            "-D" + Simulations.SEED_PROPERTY + '=', (isMistaken ? "--mistake " : "") + "--seed ");
    }
}
