/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All measurements of one run, in the form of the file.
 *
 * @param date            start of the run, ISO 8601.
 * @param command         command line.
 * @param commit          of the sources; empty if unknown.
 * @param durationSeconds duration.
 * @param cores           number of processors of the JVM.
 * @param cpu             model; empty if unknown.
 * @param jdk             Java virtual machine with its version.
 * @param rounds          JVMs for each subject.
 * @param measured        medians of all rounds; of the longest actions, the longest.
 */
record ReservationResults(
    String date,
    String command,
    String commit,
    long durationSeconds,
    int cores,
    String cpu,
    String jdk,
    int rounds,
    List<Measured> measured)
{
    ReservationResults
    {
        measured = List.copyOf(measured);
    }

    /**
     * Combines the measurements of several JVMs.
     *
     * @return one for each subject and case, in the order of the first JVMs.
     */
    static List<Measured> combine(final List<Measured> all)
    {
        final Map<String, List<Measured>> same = new LinkedHashMap<>();
        for (final Measured one : all)
        {
            same.computeIfAbsent(one.subject() + ": " + one.caseName(), key -> new ArrayList<>()).add(one);
        }
        final List<Measured> combined = new ArrayList<>();
        for (final List<Measured> rounds : same.values())
        {
            final Measured first = rounds.get(0);
            combined.add(new Measured(
                first.subject(),
                first.body(),
                first.variables(),
                first.contention(),
                first.threads(),
                median(rounds.stream().map(Measured::actionsPerSecond).toList()),
                rounds.stream().mapToDouble(Measured::longestUs).max().orElseThrow(),
                median(rounds.stream().map(Measured::cpuUs).toList()),
                median(rounds.stream().map(Measured::repetitions).toList())));
        }
        return combined;
    }

    private static double median(final List<Double> values)
    {
        final List<Double> sorted = values.stream().sorted(Comparator.naturalOrder()).toList();
        final int middle = sorted.size() / 2;
        return 1 == sorted.size() % 2 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /**
     * Returns the measurement of a subject in a case.
     */
    Optional<Measured> find(final String subject, final String caseName)
    {
        return measured.stream().filter(
            one -> one.subject().equals(subject) && one.caseName().equals(caseName)).findFirst();
    }

    /**
     * Returns the throughput of a subject relative to that of the first one in the same case; empty if the first one
     * was not measured, or has done nothing.
     */
    Optional<Double> relative(final Measured one)
    {
        return find(subjects().get(0), one.caseName()).filter(first -> first.actionsPerSecond() > 0)
            .map(first -> one.actionsPerSecond() / first.actionsPerSecond());
    }

    /**
     * Subjects, in the order in which they were measured.
     */
    List<String> subjects()
    {
        return measured.stream().map(Measured::subject).distinct().toList();
    }
}
