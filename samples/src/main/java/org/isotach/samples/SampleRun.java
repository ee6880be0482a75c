/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import org.isotach.actions.IsotachContext;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * What the samples of applications share, as it is not what they show: the option for the mode, limits of numbers,
 * threads, progress, and the last line.
 */
class SampleRun
{
    private static final int MAX_ROUNDS = 1_000_000;

    /**
     * What a thread does again and again.
     */
    @FunctionalInterface
    interface Round
    {
        /**
         * @param number counted from 0, by each thread.
         * @param random of this thread, the same in every run.
         */
        void run(int number, Random random);
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private ModeOption mode;

    CommandSpec spec()
    {
        return spec;
    }

    ModeOption mode()
    {
        return mode;
    }

    /**
     * @throws ParameterException when the option is not in 1..1000000.
     */
    void check(final String option, final int value)
    {
        Limits.check(spec, option, value, 1, MAX_ROUNDS);
    }

    /**
     * Settings of an Isotach, with those that were given as options.
     */
    IsotachContext settings()
    {
        return mode.isotach();
    }

    /**
     * Runs all rounds in this thread, and shows the progress.
     */
    void repeat(final int rounds, final IntConsumer round)
    {
        try (Progress progress = Progress.onTerminal(spec.name(), rounds))
        {
            repeat(0, rounds, (number, random) -> round.accept(number), progress::step);
        }
    }

    /**
     * Runs all rounds in each of several threads, and shows the progress.
     *
     * @throws SampleFailedException when one of them has failed.
     */
    void inThreads(final int threads, final int rounds, final Round round)
    {
        try (Progress progress = Progress.onTerminal(spec.name(), (long)threads * rounds))
        {
            final int[] numbers = IntStream.range(0, threads).toArray();
            SampleThreads.run("application thread ", numbers, thread -> repeat(thread, rounds, round, progress::step));
        }
    }

    /**
     * @param thread number of this thread, from which its random numbers come.
     */
    static void repeat(final int thread, final int rounds, final Round round, final Runnable progress)
    {
        final Random random = new Random(thread);
        for (int number = 0; number < rounds; number++)
        {
            round.run(number, random);
            progress.run();
        }
    }

    void print(final String line)
    {
        spec.commandLine().getOut().println(line);
    }

    /**
     * Ends with a result, which is good if nothing was wrong.
     *
     * @param result in front of the number of those that were wrong.
     * @param wrong  how many were wrong.
     * @param what   was wrong with them, behind their number.
     * @return the exit status.
     */
    int end(final String result, final int wrong, final String what)
    {
        return end(result + " wrong=" + wrong, 0 == wrong ? null : wrong + " " + what);
    }

    /**
     * Ends with a result, which is good if it is the expected one.
     *
     * @return the exit status.
     */
    int endExpecting(final String expected, final String result)
    {
        return end(result, expected.equals(result) ? null : result + " (expected: " + expected + ')');
    }

    /**
     * Ends with a result, and the reason for a failure.
     *
     * @param failure null if there is none.
     * @return the exit status.
     */
    int end(final String result, final String failure)
    {
        return Verdict.of(spec, result, failure);
    }
}
