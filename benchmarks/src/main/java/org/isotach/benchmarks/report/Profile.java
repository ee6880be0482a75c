/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How long everything is measured: a JVM per fork, and in each of them so many iterations of such a length.
 */
enum Profile
{
    /**
     * Runs everything once, in this JVM: says whether it works, not how fast it is.
     */
    SMOKE(0, 0, 1, 20, 20, 1),

    /**
     * About ten minutes on two cores, with half of the warm-up: a first look.
     */
    QUICK(1, 0.5, 3, 400, 280, 5),

    /**
     * About three quarters of an hour on two cores: what {@link #QUICK} measures, and what it leaves out, in three JVMs
     * each, because speeds differ between JVMs. Up to half as long again where the processors of a virtual machine are
     * now near to each other and now far.
     */
    MEDIUM(3, 1, 3, 400, 280, 5),

    /**
     * An hour and forty minutes on two cores, up to half as long again as {@link #MEDIUM}.
     */
    FULL(3, 1, 4, 500, 500, 30);

    private static final double SECONDS_TO_FORK = 0.7;

    private final int forks;
    private final double warmupShare;
    private final int iterations;
    private final int iterationMs;
    private final int baselineIterationMs;
    private final int idleSeconds;

    Profile(
        final int forks,
        final double warmupShare,
        final int iterations,
        final int iterationMs,
        final int baselineIterationMs,
        final int idleSeconds)
    {
        this.forks = forks;
        this.warmupShare = warmupShare;
        this.iterations = iterations;
        this.iterationMs = iterationMs;
        this.baselineIterationMs = baselineIterationMs;
        this.idleSeconds = idleSeconds;
    }

    /**
     * Finds a profile.
     *
     * @throws IllegalArgumentException that names the choices, if there is none of that name.
     */
    static Profile of(final String name)
    {
        return Stream.of(values()).filter((profile) -> profile.toString().equals(name)).findFirst().orElseThrow(() ->
            new IllegalArgumentException(name + " (expected: one of " + List.of(values()) + ')'));
    }

    /**
     * JVMs per configuration; 0 means that this JVM measures.
     */
    int forks()
    {
        return forks;
    }

    /**
     * How often a configuration is measured.
     */
    int rounds()
    {
        return Math.max(1, forks);
    }

    /**
     * Iterations that are not counted.
     *
     * @param wanted number of them until a subject is compiled.
     */
    int warmupIterations(final int wanted)
    {
        return (int)Math.ceil(warmupShare * wanted);
    }

    int iterations()
    {
        return iterations;
    }

    int iterationMs()
    {
        return iterationMs;
    }

    int baselineIterationMs()
    {
        return baselineIterationMs;
    }

    int idleSeconds()
    {
        return idleSeconds;
    }

    /**
     * What one round of one configuration is expected to take.
     */
    double secondsPerRound(final Subject subject)
    {
        return (0 == forks ? 0 : SECONDS_TO_FORK) +
            (warmupIterations(subject.warmup()) + iterations) * iterationMs / 1e3;
    }

    /**
     * What one measurement of the baseline is expected to take.
     */
    double secondsPerBaseline()
    {
        return (0 == forks ? 0 : SECONDS_TO_FORK) + (1 + iterations) * baselineIterationMs / 1e3;
    }

    @Override
    public String toString()
    {
        return name().toLowerCase(Locale.ROOT);
    }
}
