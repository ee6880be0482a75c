/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.isotach.benchmarks.Quartiles;

/**
 * All measurements of one run, and those of later runs that renewed some of its sections, in the form of the file.
 *
 * @param date            start of the run, ISO 8601.
 * @param command         command line.
 * @param profile         its profile.
 * @param commit          of the sources; empty if unknown.
 * @param durationSeconds duration, with that of later runs.
 * @param machine         machine of the run.
 * @param sections        measured sections.
 */
record Results(
    String date,
    String command,
    Profile profile,
    String commit,
    double durationSeconds,
    Machine machine,
    List<SectionResult> sections)
{
    Results
    {
        sections = List.copyOf(sections);
    }

    Optional<SectionResult> section(final String id)
    {
        return sections.stream().filter((section) -> section.id().equals(id)).findFirst();
    }

    Optional<Result> find(final String section, final String subject, final String x)
    {
        return section(section).flatMap((found) -> found.find(subject, x));
    }

    /**
     * Returns why a run cannot renew sections of these results, or nothing: numbers of two machines do not belong in
     * one report.
     */
    Optional<String> reasonAgainst(final Profile other, final Machine there)
    {
        if (other != profile)
        {
            return Optional.of("the report was measured with profile " + profile + ", this is " + other);
        }
        return machine.isLike(there) ? Optional.empty() :
            Optional.of("the report was measured on " + machine + ", this is " + there);
    }

    /**
     * Returns these results with the sections of a later run in place of their own.
     */
    Results renewedBy(final Results later)
    {
        final Map<String, SectionResult> all = new LinkedHashMap<>();
        sections.forEach((section) -> all.put(section.id(), section));
        final Origin origin = new Origin(later.date, later.commit);
        later.sections.forEach((section) -> all.put(section.id(), section.of(origin)));
        return new Results(date, command, profile, commit, durationSeconds + later.durationSeconds, machine,
            List.copyOf(all.values()));
    }

    /**
     * A later run.
     *
     * @param date   its start, ISO 8601.
     * @param commit of its sources; empty if unknown.
     */
    record Origin(String date, String commit)
    {
    }

    /**
     * Machine and software.
     *
     * @param cores          number of processors of the JVM.
     * @param cpu            model; empty if unknown.
     * @param memoryMegabytes of the machine.
     * @param os             operating system with its version.
     * @param jdk            Java virtual machine with its version.
     * @param jmh            version of JMH.
     */
    record Machine(int cores, String cpu, long memoryMegabytes, String os, String jdk, String jmh)
    {
        /**
         * Returns whether both have the same processors and the same software above the operating system, whose updates
         * and whose share of the memory of a virtual machine come and go.
         */
        boolean isLike(final Machine other)
        {
            return cores == other.cores && cpu.equals(other.cpu) && jdk.equals(other.jdk) && jmh.equals(other.jmh);
        }
    }

    /**
     * One section.
     *
     * @param id             of the section.
     * @param baselineBefore round trip over two words just before it.
     * @param baselineAfter  the same just after it.
     * @param results        measurements.
     * @param failures       failed configurations.
     * @param unusual        JVMs that were measured at an unusual distance of the processors.
     * @param origin         the later run that measured it; null if it is of the run of the whole.
     */
    record SectionResult(
        String id,
        Result baselineBefore,
        Result baselineAfter,
        List<Result> results,
        List<Failure> failures,
        int unusual,
        Origin origin)
    {
        SectionResult
        {
            results = List.copyOf(results);
            failures = List.copyOf(failures);
        }

        private SectionResult of(final Origin other)
        {
            return new SectionResult(id, baselineBefore, baselineAfter, results, failures, unusual, other);
        }

        Optional<Result> find(final String subject, final String x)
        {
            return results.stream()
                .filter((result) -> result.subject().equals(subject) && result.x().equals(x))
                .findFirst();
        }

        /**
         * Returns what was measured.
         */
        List<Point> points()
        {
            return results.stream().map((result) -> new Point(id, result.x(), result.subject())).toList();
        }
    }

    /**
     * One configuration that failed.
     *
     * @param subject of the section.
     * @param x       value on the x axis.
     * @param message reason.
     */
    record Failure(String subject, String x, String message)
    {
    }

    /**
     * One configuration.
     *
     * @param subject    of the section.
     * @param x          value on the x axis.
     * @param benchmark  full name.
     * @param params     all parameters.
     * @param threads    that ran it.
     * @param mode       {@code thrpt}, where more is better, or another one, where less is better.
     * @param unit       of the score.
     * @param score      mean of all iterations.
     * @param error      half of its 99.9 % confidence interval; null if there are too few iterations for one.
     * @param iterations score of each iteration, per fork.
     * @param secondary  other measurements, by name: bytes per operation, counters.
     */
    record Result(
        String subject,
        String x,
        String benchmark,
        Map<String, String> params,
        int threads,
        String mode,
        String unit,
        double score,
        Double error,
        List<List<Double>> iterations,
        Map<String, Secondary> secondary)
    {
        private static final String THROUGHPUT = "thrpt";

        Summary summary()
        {
            return summaryOf(iterations);
        }

        boolean isThroughput()
        {
            return THROUGHPUT.equals(mode);
        }

        /**
         * Returns the median as the time of one operation, inverted if necessary, in a unit that depends on that of the
         * score.
         */
        double time()
        {
            final double median = summary().median();
            return isThroughput() ? 1 / median : median;
        }

        /**
         * Median and quartiles of all iterations.
         */
        Quartiles quartiles()
        {
            return Quartiles.of(valuesOf(iterations));
        }

        /**
         * Median and quartiles of the ratios to another result of the same turns, round by round.
         */
        Quartiles ratiosTo(final Result other)
        {
            return Quartiles.ofRatios(valuesOf(iterations), valuesOf(other.iterations));
        }

        /**
         * Median and range of the ratios to another result of the same section, round by round: a machine that changes
         * does so for both. The ratio of the medians if they were not measured in the same rounds.
         */
        Summary ratiosOfRoundsTo(final Result other)
        {
            if (!x.equals(other.x) || iterations.size() != other.iterations.size())
            {
                return Summary.of(summary().median() / other.summary().median());
            }
            final double[] ratios = new double[iterations.size()];
            Arrays.setAll(ratios, (round) -> medianOf(iterations.get(round)) / medianOf(other.iterations.get(round)));
            return Summary.of(ratios);
        }

        private static double medianOf(final List<Double> values)
        {
            return Summary.of(valuesOf(List.of(values))).median();
        }

        Optional<Summary> secondary(final String name)
        {
            return Optional.ofNullable(secondary.get(name)).map((found) -> summaryOf(found.iterations()));
        }
    }

    /**
     * Another quantity that was measured at the same time.
     *
     * @param unit       of the values.
     * @param iterations value of each iteration, per fork.
     */
    record Secondary(String unit, List<List<Double>> iterations)
    {
    }

    private static Summary summaryOf(final List<List<Double>> iterations)
    {
        return Summary.of(valuesOf(iterations));
    }

    private static double[] valuesOf(final List<List<Double>> iterations)
    {
        return iterations.stream().flatMap(List::stream).mapToDouble(Double::doubleValue).toArray();
    }
}
