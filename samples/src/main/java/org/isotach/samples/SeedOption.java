/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.SplittableRandom;

import picocli.CommandLine.Option;

/**
 * The option that makes a run repeatable, as far as threads are.
 */
final class SeedOption
{
    @Option(
        names = "--seed",
        paramLabel = "SEED",
        description = "Seed of all random numbers. Default: a new one for each run; it is printed.")
    private Long seed;

    long value()
    {
        if (null == seed)
        {
            seed = new SplittableRandom().nextLong(1_000_000_000);
        }
        return seed;
    }

    /**
     * Prints the seed, for samples whose first line does not say it.
     */
    void print(final PrintWriter out)
    {
        out.println("seed " + value());
    }

    /**
     * Appends the seed that may repeat the failure; null if there was none.
     */
    String appendTo(final String failure)
    {
        return null == failure ? null : failure + " (seed " + value() + ')';
    }
}
