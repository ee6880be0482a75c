/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Runs everything at once, for any duration: memory, messages, signals, barriers, active messages, Myrinet channels and
 * queue pairs, links with faults, hosts that fail.
 */
@Command(
    name = "soak",
    description = {
        "Runs everything at once, with faults, until the time is over.",
        "Each round has a cluster of its own. Hosts, switches, sizes, faults of the links and the failure of a host " +
            "are drawn; the modes come in turn. The hosts write variables that are always equal, move money between " +
            "accounts, read both, send messages and signals, and meet at barriers. Meanwhile they send each other " +
            "active messages, buffers of a Myrinet and packets of a gang, each of which must arrive once; buffers " +
            "may be lost on links with faults. Everything that they read and receive must be consistent, with or " +
            "without the host that fails. At the end at most 16 MiB more may be in use than at the start, on the " +
            "heap and off it." })
final class Soak implements Callable<Integer>
{
    private static final BigDecimal MAX_MINUTES = BigDecimal.valueOf(100_000);
    private static final long PROGRESS_STEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

    @Spec
    private CommandSpec spec;

    @Option(names = "--minutes", paramLabel = "M", defaultValue = "0.2",
        description = "Minutes to run, more than 0, at most 100000, such as 0.5. Default: ${DEFAULT-VALUE}.")
    private BigDecimal minutes;

    @Option(names = "--round", paramLabel = "R",
        description = "Repeat this round of the seed instead of going on to the next ones, 0..1000000000.")
    private Long round;

    @Mixin
    private SeedOption seed;

    private final MemoryTable memory = new MemoryTable();
    private final SoakTotals totals = new SoakTotals();
    private long progressNs;

    @Override
    public Integer call()
    {
        if (minutes.signum() <= 0 || minutes.compareTo(MAX_MINUTES) > 0)
        {
            throw new ParameterException(spec.commandLine(), "--minutes: " + minutes +
                " (expected: more than 0, at most " + MAX_MINUTES + ')');
        }
        if (null != round)
        {
            Limits.check(spec, "--round", round, 0, 1_000_000_000);
        }

        final PrintWriter out = spec.commandLine().getOut();
        out.println("seed " + seed.value() +
            (null == round ? "" : ", " + SoakSettings.draw(seed.value(), round)));
        run((long)(minutes.doubleValue() * TimeUnit.MINUTES.toNanos(1)));
        out.println(Plural.of(totals.rounds(), "round"));
        memory.print(out);
        return report(totals, memory);
    }

    private void run(final long limitNs)
    {
        try (Progress progress = Progress.onTerminal("soak", limitNs / PROGRESS_STEP_NS))
        {
            // The first round loads and compiles the code that the others use.
            run(progress, 0);
            memory.add("start", MemoryUse.now());
            final long startNs = System.nanoTime();
            long elapsedNs = 0;
            boolean isHalf = false;
            do
            {
                run(progress, elapsedNs);
                elapsedNs = System.nanoTime() - startNs;
                if (!isHalf && elapsedNs >= limitNs / 2)
                {
                    isHalf = true;
                    memory.add("middle", MemoryUse.now());
                }
            }
            while (elapsedNs < limitNs);
            memory.add("end", MemoryUse.now());
        }
    }

    private void run(final Progress progress, final long elapsedNs)
    {
        while (progressNs + PROGRESS_STEP_NS <= elapsedNs)
        {
            progressNs += PROGRESS_STEP_NS;
            progress.step();
        }
        final SoakRound next =
            new SoakRound(SoakSettings.draw(seed.value(), null == round ? totals.rounds() : round));
        next.run();
        add(next);
    }

    /**
     * Adds the results of a round. Its violation is printed now, as the end may be weeks away.
     */
    void add(final SoakRound ended)
    {
        totals.add(ended);
        if (null != ended.first())
        {
            spec.commandLine().getErr().println(spec.name() + ": " + seed.appendTo(ended.first()));
        }
    }

    int report(final SoakTotals sums, final MemoryTable uses)
    {
        final Violations violations = sums.violations();
        return Verdict.of(
            spec,
            "minutes=" + minutes + " isochrons=" + sums.isochrons() + " faults=" + sums.faults() +
                " violations=" + violations.count(),
            seed.appendTo(null == violations.first() ? uses.growth() : violations.first()));
    }
}
