/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.RandomMatrices_DDRM;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * LU decomposition with partial pivoting of a matrix in isotach shared memory, a thread per host (V1 section B.6.3
 * names the program).
 */
@Command(
    name = "lu",
    description = {
        "LU decomposition of a random matrix, one thread per host.",
        "Uses partial pivoting, and checks the result with EJML. The residual is ||PA - LU|| / (||A|| N eps), in the " +
            "Frobenius norm; it may be up to " + LuDecomposition.MAX_RESIDUAL + '.' })
final class LuDecomposition implements Callable<Integer>
{
    static final int MAX_RESIDUAL = 10;

    private static final int MAX_SIZE = 1024;
    private static final long MAX_BYTES = 1L << 31;

    @Spec
    private CommandSpec spec;

    @Option(names = "--size", paramLabel = "N", defaultValue = "256",
        description = "Rows and columns, 1..1024. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(names = "--hosts", paramLabel = "H", defaultValue = "4",
        description = "Hosts, 1..256. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Mixin
    private ModeOption mode;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--size", size, 1, MAX_SIZE);
        Limits.check(spec, "--hosts", hosts, 1, Limits.MAX_HOSTS);
        final LuLayout layout = new LuLayout(size, hosts);
        if (layout.bytes() > MAX_BYTES)
        {
            throw new ParameterException(spec.commandLine(), "--size: " + size + " with " + Plural.of(hosts, "host") +
                " takes " + (layout.bytes() >> 20) + " MiB (expected: at most " + (MAX_BYTES >> 20) +
                " MiB): every host has a copy of the matrix");
        }

        final PrintWriter out = spec.commandLine().getOut();
        final DMatrixRMaj matrix =
            RandomMatrices_DDRM.rectangle(size, size, -1, 1, new Random(seed.value()));
        final LuFactors factors;
        final ClusterContext context = mode.context(Topology.singleSwitch(hosts)).readCap(layout.readCap());
        try (Cluster cluster = Cluster.launch(context))
        {
            out.println("matrix of " + size + " x " + size + ", " + Plural.of(hosts, "host") + ", " +
                cluster.threadingMode() + ", seed " + seed.value());
            final LuCoordinator coordinator = new LuCoordinator(cluster, layout);
            coordinator.distribute(matrix);
            try (Progress progress = Progress.onTerminal("lu", size))
            {
                HostThreads.run(cluster, host -> new LuWorker(host, coordinator.memory(), layout).run(progress));
            }
            factors = coordinator.collect();
        }
        return report(new LuCheck(matrix, factors));
    }

    int report(final LuCheck check)
    {
        spec.commandLine().getOut().println(format(
            "solution of a random system: error %.2g / (N eps cond(A)) against EJML's", check.solutionError()));
        return Verdict.of(
            spec,
            "size=" + size + " hosts=" + hosts + " residual=" + format("%.3f", check.residual()),
            check.isGood() ? null : seed.appendTo(check + ", expected at most " + MAX_RESIDUAL + " each"));
    }

    private static String format(final String format, final double value)
    {
        return String.format(Locale.ROOT, format, value);
    }
}
