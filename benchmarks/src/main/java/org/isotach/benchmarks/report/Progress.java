/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Reports what was measured and how long the rest will take: the planned time, times the ratio of past time to plan.
 */
final class Progress
{
    private final PrintWriter out;
    private final LongSupplier clockNs;
    private final double plannedSeconds;
    private final int steps;
    private final long startNs;
    private double doneSeconds;
    private int done;

    Progress(final PrintWriter out, final LongSupplier clockNs, final double plannedSeconds, final int steps)
    {
        this.out = out;
        this.clockNs = clockNs;
        this.plannedSeconds = plannedSeconds;
        this.steps = steps;
        startNs = clockNs.getAsLong();
    }

    void done(final double planned, final String what)
    {
        done++;
        doneSeconds += planned;
        out.printf(
            Locale.ROOT, "[%d/%d] %s (%s left)%n", done, steps, what, duration(remainingSeconds()));
        out.flush();
    }

    double elapsedSeconds()
    {
        return (clockNs.getAsLong() - startNs) / 1e9;
    }

    private double remainingSeconds()
    {
        return (plannedSeconds - doneSeconds) * elapsedSeconds() / doneSeconds;
    }

    static String duration(final double seconds)
    {
        final Duration duration = Duration.ofSeconds(Math.round(seconds));
        return 0 == duration.toHours() ?
            String.format(Locale.ROOT, "%d:%02d min", duration.toMinutes(), duration.toSecondsPart()) :
            String.format(Locale.ROOT, "%d:%02d h", duration.toHours(), duration.toMinutesPart());
    }
}
