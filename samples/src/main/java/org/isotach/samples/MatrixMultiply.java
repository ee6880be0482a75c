/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.RandomMatrices_DDRM;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A matrix multiply in the manner of Split-C, and the operations that it stands on (Hoe, FUNet, section 6.2): time of
 * each operation, utilisation with blocks of 1 to 32 columns, and speed-up of three sizes, for each {@link FetchWay}.
 */
@Command(
    name = "matmul",
    description = {
        "Multiplies matrices on several hosts, in the manner of Split-C.",
        "Each host has blocks of columns, and fetches the columns of others while it computes: by bulk gets of a " +
            "global memory of active messages, by CMAM with replies of four words, or by extended CMAM with " +
            "transfers. All products are compared with those of EJML. The tables have what the paper on FUNet says " +
            "beside them: its figures are those of up to 64 simulated nodes, one processor each. More hosts than " +
            "this machine has processors share these, and do not go faster." })
final class MatrixMultiply implements Callable<Integer>
{
    private static final int MAX_SIZE = 512;
    private static final int MIN_SIZE = 16;
    private static final int MAX_HOSTS = 64;
    private static final int MAX_BLOCK = 32;
    private static final int INNER_FACTOR = 16;
    private static final String FIRST_COLUMNS = "%-12s%8s%16s";

    @Spec
    private CommandSpec spec;

    @Option(names = "--size", paramLabel = "N", defaultValue = "128",
        description = "Size of the matrices, a power of two, 16..512; also half and twice of it. Default: " +
            "${DEFAULT-VALUE}, as in the paper.")
    private int size;

    @Option(names = "--hosts", paramLabel = "P[,P...]", split = ",", defaultValue = "1,2,4",
        description = "Numbers of hosts, powers of two, each 1..64 and at most half of the size. Default: " +
            "${DEFAULT-VALUE}.")
    private List<Integer> hostCounts;

    @Option(names = "--way", paramLabel = "WAY[,WAY...]", split = ",", defaultValue = "GLOBAL,CMAM,EXTENDED",
        description = "Ways in which hosts fetch columns: ${COMPLETION-CANDIDATES}, in any case. Default: all.")
    private Set<FetchWay> ways;

    @Option(names = "--rounds", paramLabel = "R", defaultValue = "5",
        description = "How often each product is computed, after as many times for the compilers; the fastest one " +
            "counts; 1..1000. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--calls", paramLabel = "C", defaultValue = "5000",
        description = "Calls of each operation of the memory, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int calls;

    @Mixin
    private ModeOption mode;

    @Mixin
    private SeedOption seed;

    private final Violations violations = new Violations();
    private final int processors = Runtime.getRuntime().availableProcessors();
    private int products;

    @Override
    public Integer call()
    {
        checkPowerOfTwo("--size", size, MIN_SIZE, MAX_SIZE);
        hostCounts.forEach(hosts -> checkPowerOfTwo("--hosts", hosts, 1, Math.min(MAX_HOSTS, size / 2)));
        Limits.check(spec, "--rounds", rounds, 1, 1000);
        Limits.check(spec, "--calls", calls, 1, 1_000_000);

        final PrintWriter out = spec.commandLine().getOut();
        seed.print(out);
        final GlobalPrimitives primitives = new GlobalPrimitives(calls, violations);
        primitives.measure(mode);
        primitives.print(out);
        final int most = hostCounts.stream().mapToInt(Integer::intValue).max().orElseThrow();
        // The first time for the compilers.
        print(new PrintWriter(Writer.nullWriter()), most);
        print(out, most);
        out.println("This machine has " + Plural.of(processors, "processor") + (most <= processors ? "." :
            ", so the utilisation of " + Plural.of(most, "host") + " is at most " + percent(
                (double)processors / most) + ", and more hosts do not go faster than " + processors + '.'));
        return Verdict.of(
            spec,
            "hosts=" + hostCounts.stream().map(String::valueOf).collect(Collectors.joining(",")) + " products=" +
                products + " wrong=" + violations.count(),
            seed.appendTo(violations.first()));
    }

    private void print(final PrintWriter out, final int most)
    {
        printUtilisation(out, most, alone(random(size, size, 0), random(size, size, 1)));
        printSpeedUp(out);
    }

    private void checkPowerOfTwo(final String option, final int value, final int min, final int max)
    {
        if (value < min || value > max || 1 != Integer.bitCount(value))
        {
            throw new ParameterException(spec.commandLine(),
                option + ": " + value + " (expected: a power of two in " + min + ".." + max + ')');
        }
    }

    /**
     * The same number of operations of each host, with blocks of more and more columns: the larger they are the more is
     * computed with each column that is fetched.
     *
     * @param peak the rate of one host that has everything.
     */
    private void printUtilisation(final PrintWriter out, final int hosts, final double peak)
    {
        out.printf(Locale.ROOT, "Utilisation; 100 %% is one host without messages, %.0f MFLOPS:%n", peak);
        out.println(row("columns of each of " + Plural.of(hosts, "host"), MatrixMultiply::name,
            "FUNet, 32 nodes: above 80 % with"));
        for (int block = 1; block <= MAX_BLOCK; block *= 2)
        {
            // With 32 hosts and the default size, 2NMR is 16 million.
            final int inner = INNER_FACTOR * size / block;
            final DMatrixRMaj a = random(size, inner, 0);
            final DMatrixRMaj b = random(inner, block * hosts, 1);
            final String then = 4 == block ? "extended CMAM" : 16 == block ? "CMAM" : "";
            out.println(row(block + " (M = " + block * hosts + ", R = " + inner + ')',
                way -> percent(together(a, b, hosts, way) / peak / hosts), then));
        }
        out.println();
    }

    /**
     * Speed-up over one host without messages, so that all ways are compared with the same rate.
     */
    private void printSpeedUp(final PrintWriter out)
    {
        final String[] then = { "64: linear to 16 nodes", "128: better than 64", "256: scales to 64 nodes" };
        out.println("Speed-up over one host without messages:");
        out.println(row(String.format(FIRST_COLUMNS, "size", "hosts", "one: MFLOPS"), MatrixMultiply::name, "FUNet"));
        for (int i = 0; i < then.length; i++)
        {
            final int length = size / 2 << i;
            final DMatrixRMaj a = random(length, length, 0);
            final DMatrixRMaj b = random(length, length, 1);
            final double one = alone(a, b);
            for (final int hosts : hostCounts)
            {
                out.println(row(
                    String.format(Locale.ROOT, FIRST_COLUMNS, length + " x " + length, hosts, Math.round(one)),
                    way -> ComparisonTable.format(together(a, b, hosts, way) / one), then[i]));
            }
        }
        out.println();
    }

    /**
     * Returns a row with a cell for each way.
     */
    private String row(final String first, final Function<FetchWay, String> cell, final String last)
    {
        final StringBuilder line = new StringBuilder(String.format("%-36s", first));
        for (final FetchWay way : ways)
        {
            line.append(String.format("%12s", cell.apply(way)));
        }
        return line.append("  ").append(last).toString().stripTrailing();
    }

    private static String name(final FetchWay way)
    {
        return way.name().toLowerCase(Locale.ROOT);
    }

    private DMatrixRMaj random(final int rows, final int columns, final int which)
    {
        return RandomMatrices_DDRM.rectangle(rows, columns, -1, 1, new Random(2L * seed.value() + which));
    }

    /**
     * Returns the million operations per second of one host without messages.
     */
    private double alone(final DMatrixRMaj a, final DMatrixRMaj b)
    {
        return checked(new BlockedProduct(a, b, 1).multiplyAlone(rounds), "without messages");
    }

    private double together(final DMatrixRMaj a, final DMatrixRMaj b, final int hosts, final FetchWay way)
    {
        return checked(new BlockedProduct(a, b, hosts).multiply(mode, way, rounds), name(way));
    }

    private double checked(final BlockedProduct product, final String how)
    {
        products++;
        final String wrong = product.check();
        if (null != wrong)
        {
            violations.add(how + ": " + wrong);
        }
        return product.megaflops();
    }

    private static String percent(final double part)
    {
        return String.format(Locale.ROOT, "%.0f %%", 100 * part);
    }
}
