/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Results.SectionResult;
import org.isotach.benchmarks.report.Target.Measured;

import static org.isotach.benchmarks.report.Target.Bound.AT_MOST;

/**
 * The targets for the memory that an operation allocates on the heap.
 */
final class AllocationTargets
{
    /**
     * Bytes per operation that count as none.
     */
    static final double NO_ALLOCATION = 0.1;

    private static final String ALLOCATION = "gc.alloc.rate.norm";
    private static final String ALLOCATION_RATE = "gc.alloc.rate";
    private static final int KILOBYTES_PER_MEGABYTE = 1024;
    private static final String BUILT_ANEW = "actions-on-the-spot";
    private static final String SNAPSHOTS = "snapshot-on-the-spot";
    private static final double ON_THE_SPOT = 200;

    // Part of the allocation of JMH itself per second, which varies.
    private static final double RATE_TOLERANCE = 2;

    private AllocationTargets()
    {
    }

    static void addTo(final List<Target> targets)
    {
        targets.add(new Target(
            "allocation per operation in steady state",
            "the largest median of all measurements of this library; JMH itself allocates a little, so less than " +
                NO_ALLOCATION + " B, or twice as many bytes per second and thread as in the baseline, counts as 0",
            AT_MOST, 0, 0, " B", List.of(), (results) -> largest(results, (section) -> !section.isAllocating())));
        targets.add(new Target(
            "allocation per action built anew",
            "the largest median of " + BUILT_ANEW, AT_MOST, ON_THE_SPOT, 0, " B",
            List.of(new Point(BUILT_ANEW, "HOST", "action", "action in a pipeline", "changes", "snapshot")),
            (results) -> largest(results, (section) -> section.id().equals(BUILT_ANEW))));
        targets.add(new Target(
            "allocation per snapshot of 16 variables built anew",
            "the largest median of " + SNAPSHOTS, AT_MOST, ON_THE_SPOT, 0, " B",
            List.of(new Point(SNAPSHOTS, "none", "isotach-on-the-spot")),
            (results) -> largest(results, (section) -> section.id().equals(SNAPSHOTS))));
    }

    private static Optional<Measured> largest(final Results results, final Predicate<Section> isMeant)
    {
        Measured largest = null;
        int counted = 0;
        int none = 0;
        for (final Section section : Sections.all())
        {
            final Optional<SectionResult> found =
                results.section(section.id()).filter((each) -> isMeant.test(section));
            for (final Result result : found.map(SectionResult::results).orElse(List.of()))
            {
                final Optional<Summary> allocated = result.secondary(ALLOCATION);
                if (allocated.isPresent() && section.subject(result.subject()).filter(Subject::isOwn).isPresent())
                {
                    final Result baseline = found.get().baselineAfter();
                    final double bytes = isNone(result, baseline) ? 0 : allocated.get().median();
                    counted++;
                    none += 0 == bytes ? 1 : 0;
                    if (null == largest || bytes > largest.value())
                    {
                        largest = new Measured(bytes, section + ", " + result.subject() +
                            (result.x().isEmpty() ? "" : " at " + result.x()) + ": " +
                            Numbers.format(allocated.get().median()) + " B, " + rate(result) + "; baseline: " +
                            rate(baseline));
                    }
                }
            }
        }
        if (counted > 0 && counted == none)
        {
            // Each of them is the largest.
            return Optional.of(new Measured(0, "all of " + counted + " count as 0"));
        }
        final String rest = "; " + none + " of " + counted + " count as 0";
        return Optional.ofNullable(largest).map((found) -> new Measured(found.value(), found.source() + rest));
    }

    private static boolean isNone(final Result result, final Result baseline)
    {
        final Optional<Summary> rate = result.secondary(ALLOCATION_RATE);
        final Optional<Summary> rateOfJmh = baseline.secondary(ALLOCATION_RATE);
        return result.secondary(ALLOCATION).orElseThrow().median() < NO_ALLOCATION ||
            rate.isPresent() && rateOfJmh.isPresent() &&
            rate.get().median() <= RATE_TOLERANCE * result.threads() * rateOfJmh.get().median();
    }

    /**
     * Per second: the baseline itself allocates nothing, so its rate is that of JMH.
     */
    private static String rate(final Result result)
    {
        return result.secondary(ALLOCATION_RATE)
            .map((rate) -> Numbers.format(rate.median() * KILOBYTES_PER_MEGABYTE) + " KB/s")
            .orElse("? KB/s");
    }
}
