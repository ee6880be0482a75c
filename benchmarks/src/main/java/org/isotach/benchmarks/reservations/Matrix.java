/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All cases in which subjects are compared, and the duration of each.
 *
 * @param bodies         durations of bodies.
 * @param variables      numbers of variables of an action.
 * @param contentions    choices of the variables.
 * @param threads        that act if bodies compute.
 * @param waitingThreads that act if bodies wait.
 * @param warmupMs       milliseconds of warm-up of each case.
 * @param measureMs      milliseconds of measurement of each case.
 */
record Matrix(
    List<BodyTime> bodies,
    List<Integer> variables,
    List<Contention> contentions,
    int threads,
    int waitingThreads,
    int warmupMs,
    int measureMs)
{
    /**
     * Actions with empty bodies for each look at the clock, which would take as long as the shortest of them.
     */
    static final int BATCH_OF_EMPTY_BODIES = 8;

    private static final double US_PER_SECOND = 1e6;
    private static final double NS_PER_US = 1e3;

    // Until the compiler knows a subject, before all cases.
    private static final int FIRST_WARMUPS = 6;

    int cases()
    {
        return bodies.size() * variables.size() * contentions.size();
    }

    /**
     * Measures a subject in all cases.
     *
     * @param subject     one of {@link ReservationSubject#NAMES}.
     * @param tokensPerUs see {@link Body#tokensPerUs()}.
     * @return the measurements.
     * @throws InterruptedException  when interrupted.
     * @throws IllegalStateException when an increment was lost, or a thread has failed.
     */
    List<Measured> measure(final String subject, final double tokensPerUs) throws InterruptedException
    {
        final List<Measured> measured = new ArrayList<>();
        for (int i = 0; i < FIRST_WARMUPS; i++)
        {
            measure(subject, bodies.get(0), variables.get(0), contentions.get(0), tokensPerUs);
        }
        for (final int variablesOfAction : variables)
        {
            for (final Contention contention : contentions)
            {
                for (final BodyTime time : bodies)
                {
                    measured.add(measure(subject, time, variablesOfAction, contention, tokensPerUs));
                }
            }
        }
        return measured;
    }

    private Measured measure(
        final String name,
        final BodyTime time,
        final int variablesOfAction,
        final Contention contention,
        final double tokensPerUs) throws InterruptedException
    {
        final int count = time.waits() ? waitingThreads : threads;
        final int batch = 0 == time.us() ? BATCH_OF_EMPTY_BODIES : 1;
        final Body[] own = new Body[count];
        try (Answers answers = new Answers();
            ReservationSubject subject =
                ReservationSubject.open(name, contention.total(count, variablesOfAction)))
        {
            Arrays.setAll(own, i -> new Body(time, tokensPerUs, answers));
            final Contest.Outcome outcome = new Contest().run(
                count,
                i -> subject.worker(contention.groups(i, count, variablesOfAction), own[i]),
                batch,
                warmupMs,
                measureMs);
            final long sum = Arrays.stream(subject.values()).sum();
            if (sum != outcome.actions() * variablesOfAction)
            {
                throw new IllegalStateException(name + ": sum of the variables: " + sum + " (expected: " +
                    outcome.actions() * variablesOfAction + ", 1 for each variable of each action)");
            }
            final long runs = Arrays.stream(own).mapToLong(Body::runs).sum();
            return new Measured(
                name,
                time.toString(),
                variablesOfAction,
                contention.toString(),
                count,
                outcome.actionsPerSecond(),
                outcome.longestNs() / NS_PER_US,
                outcome.cpuNs() / NS_PER_US,
                (double)(runs - outcome.actions()) / outcome.actions());
        }
    }

    /**
     * Returns the approximate duration of a subject.
     */
    double plannedSeconds()
    {
        return 1 + (FIRST_WARMUPS + cases()) * (warmupMs + measureMs) * NS_PER_US / US_PER_SECOND;
    }
}
