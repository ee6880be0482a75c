/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.openjdk.jmh.runner.RunnerException;

/**
 * Ensures that measurements are made at the usual distance of the processors. On a virtual machine the distance
 * changes, and measurements at different distances cannot be compared. The usual distance is the lower quartile of all
 * observed ones.
 */
final class UsualDistance
{
    private static final int FIRST_LOOKS = 8;
    private static final int MAX_LOOKS = 10;
    private static final int MAX_TRIES = 4;
    private static final double TOLERANCE = 1.6;
    private static final int ONE_OF = 4;

    /**
     * Measures the distance.
     */
    interface Probe
    {
        double distance() throws InterruptedException;
    }

    /**
     * Is repeated if the distance is not the usual one.
     *
     * @param <T> type of its result.
     * @param <E> type of its exception.
     */
    interface Measurement<T, E extends Exception>
    {
        T measure() throws E, RunnerException, InterruptedException;
    }

    private final Probe probe;
    private final int pauseMs;

    // Ascending.
    private final List<Double> seen = new ArrayList<>();
    private int repetitions;
    private int unusual;

    /**
     * Determines the usual distance at the start.
     *
     * @param probe       measures the distance.
     * @param pauseMs     between two looks at it.
     * @param repetitions maximum number of repeated measurements.
     */
    UsualDistance(final Probe probe, final int pauseMs, final int repetitions) throws InterruptedException
    {
        this.probe = probe;
        this.pauseMs = pauseMs;
        this.repetitions = repetitions;
        for (int i = 0; i < FIRST_LOOKS; i++)
        {
            isUsual();
            Thread.sleep(pauseMs);
        }
    }

    /**
     * Measures, and repeats that if the distance was not the usual one before or after it, unless that has happened too
     * often.
     */
    <T, E extends Exception> T measure(final Measurement<T, E> measurement)
        throws E, RunnerException, InterruptedException
    {
        for (int tries = 1;; tries++)
        {
            final boolean wasUsual = await();
            final T result = measurement.measure();
            final boolean isUsual = isUsual();
            if (wasUsual && isUsual)
            {
                return result;
            }
            if (MAX_TRIES == tries || 0 == repetitions)
            {
                unusual++;
                return result;
            }
            repetitions--;
        }
    }

    /**
     * Returns how many measurements have been returned, since the last call, that were made at another distance.
     */
    int takeUnusual()
    {
        final int taken = unusual;
        unusual = 0;
        return taken;
    }

    private boolean await() throws InterruptedException
    {
        int looks = 1;
        while (!isUsual())
        {
            if (MAX_LOOKS == looks || 0 == repetitions)
            {
                return false;
            }
            looks++;
            Thread.sleep(pauseMs);
        }
        return true;
    }

    private boolean isUsual() throws InterruptedException
    {
        final double distance = probe.distance();
        final int place = Collections.binarySearch(seen, distance);
        seen.add(place < 0 ? ~place : place, distance);
        final double usual = seen.get(seen.size() / ONE_OF);
        return distance <= usual * TOLERANCE && distance >= usual / TOLERANCE;
    }
}
