/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.isotach.benchmarks.TurnKind;
import org.isotach.benchmarks.TurnRun;

/**
 * The amount of measurement: a JVM per fork, and in each of them a number of iterations of a certain length.
 */
enum Profile
{
    /**
     * Runs everything once, in this JVM: shows whether it works, not how fast it is.
     */
    SMOKE(0, 0, 1, 20, 20, 1, 1, 2),

    /**
     * A quarter of an hour on two cores, with half of the warm-up: a first look. Several times as long if the
     * processors of a virtual machine are near to each other at some times and far at others: what was measured at
     * another distance is measured again.
     */
    QUICK(1, 0.5, 3, 400, 280, 5, 2, 60),

    /**
     * An hour and a third on two cores, and as much longer as {@link #QUICK}: the same benchmarks, and those that it
     * leaves out, in three JVMs each, because speeds differ between JVMs.
     */
    MEDIUM(3, 1, 3, 400, 280, 5, 5, 80),

    /**
     * Two hours and a half on two cores, and as much longer.
     */
    FULL(3, 1, 4, 500, 500, 30, 7, 100);

    /**
     * Milliseconds of a turn.
     */
    static final int TURN_MS = 5;

    private static final int TURN_WARMUP_ROUNDS = 260;
    private static final double SECONDS_TO_FORK = 0.7;

    private final int forks;
    private final double warmupShare;
    private final int iterations;
    private final int iterationMs;
    private final int baselineIterationMs;
    private final int idleSeconds;
    private final int turnJvms;
    private final int turnRounds;

    Profile(
        final int forks,
        final double warmupShare,
        final int iterations,
        final int iterationMs,
        final int baselineIterationMs,
        final int idleSeconds,
        final int turnJvms,
        final int turnRounds)
    {
        this.forks = forks;
        this.warmupShare = warmupShare;
        this.iterations = iterations;
        this.iterationMs = iterationMs;
        this.baselineIterationMs = baselineIterationMs;
        this.idleSeconds = idleSeconds;
        this.turnJvms = turnJvms;
        this.turnRounds = turnRounds;
    }

    /**
     * Finds a profile.
     *
     * @throws IllegalArgumentException that names the choices, if there is no profile of that name.
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
     * Returns how often a configuration is measured.
     */
    int rounds()
    {
        return Math.max(1, forks);
    }

    /**
     * Returns the number of warm-up iterations.
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
     * Lets all subjects of a section take turns, one per subject in each of many rounds.
     *
     * @param section {@link Section#isInTurns() in turns}.
     * @param x       value on the x axis.
     */
    TurnRun turns(final Section section, final String x)
    {
        final Map<String, String> params = section.configuration(section.subjects().get(0), x).params();
        return new TurnRun(
            TurnKind.of(params.get("kind")),
            Integer.parseInt(params.getOrDefault("payload", "0")),
            section.subjects().stream().map((subject) -> subject.configuration().params().get("subject")).toList(),
            TURN_MS,
            warmupIterations(TURN_WARMUP_ROUNDS),
            turnRounds);
    }

    /**
     * Returns how often subjects take turns: in more JVMs than other subjects have, since turns of one JVM agree with
     * each other and not with those of another one.
     */
    int turnJvms()
    {
        return turnJvms;
    }

    /**
     * Returns how often the subjects of a section take turns.
     */
    int turnJvms(final Section section)
    {
        return turnJvms * section.jvmFactor();
    }

    /**
     * In each JVM.
     */
    int turnRounds()
    {
        return turnRounds;
    }

    /**
     * Returns the expected time that is taken once.
     */
    double secondsPerTurns(final Section section)
    {
        return (0 == forks ? 0 : SECONDS_TO_FORK) + turns(section, section.xValues(this).get(0)).plannedSeconds();
    }

    /**
     * Returns the expected time of one round of one configuration.
     */
    double secondsPerRound(final Subject subject)
    {
        return (0 == forks ? 0 : SECONDS_TO_FORK) +
            (warmupIterations(subject.warmup()) + iterations) * iterationMs / 1e3;
    }

    /**
     * Returns the expected time of one measurement of the baseline.
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
