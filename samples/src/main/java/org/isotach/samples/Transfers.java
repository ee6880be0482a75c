/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.Callable;

import org.isotach.simulation.SimulationFailure;
import org.isotach.simulation.SimulationResult;
import org.isotach.simulation.Simulations;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * How to test a program of one's own: the same scheduler that tests the library runs it step by step.
 */
@Command(
    name = "transfers",
    description = {
        "A program under simulation: transfers between accounts never change their sum.",
        "Tellers on some hosts move money between accounts, an auditor adds them up. Each run has another order of " +
            "steps, of the programs and of the units of the cluster, drawn from its seed." })
final class Transfers implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--runs", paramLabel = "R", defaultValue = "1000",
        description = "Runs, 1..10000000. Default: ${DEFAULT-VALUE}.")
    private long runs;

    @Option(names = "--mistake",
        description = "Let the tellers forget to reserve the accounts, to see what the simulation says about it.")
    private boolean isMistaken;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--runs", runs, 1, 10_000_000);
        final Simulations simulations =
            Simulations.of(new TransferScenario(isMistaken)).firstSeed(seed.value()).runs(runs);
        spec.commandLine().getOut().println("runs with the seeds from " + seed.value() + " on");
        try
        {
            final SimulationResult result = simulations.check();
            return Verdict.of(spec, "runs=" + result.runs() + " steps=" + result.steps() + " violations=0", null);
        }
        catch (final SimulationFailure ex)
        {
            return Verdict.of(spec, "runs=" + runs + " violations=1", ex.getMessage());
        }
    }
}
