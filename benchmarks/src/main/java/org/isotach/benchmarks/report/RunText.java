/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.isotach.benchmarks.report.Results.Origin;
import org.isotach.benchmarks.report.Results.SectionResult;

/**
 * What the report says of the run itself: when, where, of which sources, with which profile, at which distance of the
 * processors.
 */
final class RunText
{
    private static final int DAY = 10;

    private final Results results;

    RunText(final Results results)
    {
        this.results = results;
    }

    /**
     * One sentence.
     */
    String where()
    {
        final Results.Machine machine = results.machine();
        return "Measured on " + day(results.date()) + " with `" + results.command() + "` at " +
            sources(results.commit()) + ": " + machine.cores() +
            " processors" + (machine.cpu().isEmpty() ? "" : ", " + machine.cpu()) + "; " + machine.jdk() + ".";
    }

    /**
     * A table.
     */
    String machine()
    {
        final Results.Machine machine = results.machine();
        final Profile profile = results.profile();
        return String.join("\n", List.of(
            "| | |",
            "|---|---|",
            "| date | " + results.date() + renewed() + " |",
            "| sources | " + sources(results.commit()) + " |",
            "| processors | " + machine.cores() + (machine.cpu().isEmpty() ? "" : ", " + machine.cpu()) + " |",
            "| memory | " + machine.memoryMegabytes() + " MB |",
            "| system | " + machine.os() + " |",
            "| Java | " + machine.jdk() + " |",
            "| JMH | " + machine.jmh() + " |",
            "| profile | " + profile + ": JVMs per row " + profile.forks() +
                ", iterations in each " + profile.iterations() + " of " + profile.iterationMs() +
                " ms after " + profile.warmupIterations(Section.WARMUP) + " to warm up, " +
                profile.warmupIterations(Sections.UPDATE_WARMUP) + " where groups are updated, " +
                profile.warmupIterations(Sections.MULTICAST_WARMUP) + " for multicasts, " +
                profile.warmupIterations(Sections.WRITERS_WARMUP) + " for snapshots while others write |",
            "| turns | JVMs per table row " + profile.turnJvms() + ", rounds in each " + profile.turnRounds() + " |",
            "| duration | " + Progress.duration(results.durationSeconds()) + " |"));
    }

    private String renewed()
    {
        final List<String> dates = results.sections().stream()
            .map(SectionResult::origin)
            .filter(Objects::nonNull)
            .map(Origin::date)
            .sorted()
            .toList();
        return dates.isEmpty() ? "" : "; " + dates.size() + " of " + results.sections().size() +
            " sections later, the last " + day(dates.get(dates.size() - 1)) + ", as the lines above their tables say";
    }

    /**
     * The round trips over two words of all sections.
     */
    Optional<String> baseline()
    {
        final double[] medians = results.sections().stream()
            .flatMap((section) -> List.of(section.baselineBefore(), section.baselineAfter()).stream())
            .mapToDouble((result) -> result.summary().median())
            .toArray();
        return 0 == medians.length ? Optional.empty() : Optional.of(
            Numbers.format(Summary.of(medians)) + " ns, median " + Numbers.format(Summary.of(medians).median()) +
                " ns");
    }

    /**
     * What to say of a section that a later run measured.
     *
     * @param origin of the section; null for one of the run of the whole.
     * @return a sentence with a space before it, or nothing.
     */
    static String of(final Origin origin)
    {
        return null == origin ? "" :
            " Measured on " + day(origin.date()) + " at " + sources(origin.commit()) + '.';
    }

    private static String day(final String date)
    {
        return date.substring(0, DAY);
    }

    private static String sources(final String commit)
    {
        return commit.isEmpty() ? "unknown sources" : commit;
    }
}
