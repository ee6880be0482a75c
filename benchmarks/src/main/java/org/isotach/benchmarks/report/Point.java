/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.isotach.benchmarks.report.Results.Result;

/**
 * Subjects of a section at one value on its x axis; the fastest of them counts.
 *
 * @param section  id of the section.
 * @param x        value on its x axis; empty if it has none.
 * @param subjects names of the subjects.
 */
record Point(String section, String x, List<String> subjects)
{
    Point
    {
        subjects = List.copyOf(subjects);
    }

    Point(final String section, final String x, final String... subjects)
    {
        this(section, x, List.of(subjects));
    }

    /**
     * Empty unless all of them were measured.
     */
    Optional<Result> find(final Results results)
    {
        final List<Result> found = new ArrayList<>();
        for (final String subject : subjects)
        {
            results.find(section, subject, x).ifPresent(found::add);
        }
        return found.size() == subjects.size() ?
            found.stream().min(Comparator.comparingDouble(Result::time)) : Optional.empty();
    }

    String text()
    {
        return (1 == subjects.size() ? subjects.get(0) : "the best of " + String.join(", ", subjects)) +
            (x.isEmpty() ? "" : " at " + x);
    }
}
