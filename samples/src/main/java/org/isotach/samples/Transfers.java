/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

import org.isotach.simulation.SimulationFailure;
import org.isotach.simulation.SimulationResult;
import org.isotach.simulation.Simulations;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
        Limits.check(spec, "--runs", runs, 1, 10_000_000);
        final SimulationSeed first =
            null == seed ? new SimulationSeed(new SplittableRandom().nextLong(1_000_000_000), null) : seed;
        if (first.isOneRun() && Limits.isGiven(spec, "--runs"))
        {
            throw new ParameterException(spec.commandLine(),
                "--runs: " + runs + " with --seed " + first + ", which is one run (omit one of the two)");
        }
        final Simulations simulations =
            Simulations.of(new TransferScenario(isMistaken)).firstSeed(first.seed()).runs(runs);
        spec.commandLine().getOut().println(
            first.isOneRun() || 1 == runs ? "1 run, seed " + first : runs + " runs, seeds from " + first + " on");
        try
        {
            final SimulationResult result =
                first.isOneRun() ? simulations.repeat(first.seed(), first.limit()) : simulations.check();
            draw(simulations, first.seed(), first.isOneRun() ? first.limit() : Integer.MAX_VALUE);
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
            throw new SampleFailedException("no diagram in " + file + ": " + ex, ex);
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
