/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;

import org.isotach.benchmarks.report.Results.Failure;
import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Results.SectionResult;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures sections, one after another, with the baseline between them.
 * <p>
 * Subjects are interleaved: all of them at the first value on the x axis, in as many rounds as the profile has forks,
 * then all of them at the next. So a machine that changes during the measurement does not change for one of them only.
 * If the distance of the processors is unusual before or after a JVM, its results are discarded and it runs again,
 * unless that happens too often.
 */
final class Plan
{
    // Launching, warming up and settling.
    private static final double SECONDS_TO_LAUNCH_IDLE = 1.5;

    // A JVM, a pause for its collector, and the threads.
    private static final double SECONDS_OF_VIRTUAL_THREADS = 2;

    // Out of this many JVMs one may be measured again.
    private static final int STEPS_PER_REPETITION = 2;

    private final List<Section> sections;
    private final Profile profile;

    Plan(final List<Section> sections, final Profile profile)
    {
        this.sections = List.copyOf(sections);
        this.profile = profile;
    }

    int configurations()
    {
        return sections.stream()
            .mapToInt((section) -> runs(section) * section.xValues(profile).size())
            .sum();
    }

    /**
     * Subjects that take turns are measured in one run.
     */
    private static int runs(final Section section)
    {
        return section.isInTurns() ? 1 : section.subjects().size();
    }

    double plannedSeconds()
    {
        return (sections.size() + 1) * profile.secondsPerBaseline() + sections.stream()
            .mapToDouble((section) -> section.xValues(profile).size() * rounds(section) * secondsPerRound(section))
            .sum();
    }

    /**
     * Measures everything; calls the saver after each section, so that an hour's work survives a later failure.
     */
    List<SectionResult> measure(
        final Measurer measurer,
        final Progress progress,
        final Consumer<List<SectionResult>> saver,
        final PrintWriter err)
        throws RunnerException, InterruptedException
    {
        final UsualDistance distance =
            new UsualDistance(measurer::measureDistance, measurer.pauseMs(), steps() / STEPS_PER_REPETITION);
        final List<SectionResult> results = new ArrayList<>();
        Result before = baseline(measurer, distance, progress);
        for (final Section section : sections)
        {
            final Map<String, List<Result>> rounds = new LinkedHashMap<>();
            final Map<String, Failure> failures = new LinkedHashMap<>();
            for (final String x : section.xValues(profile))
            {
                for (int round = 0; round < rounds(section); round++)
                {
                    measureRound(section, x, measurer, distance, progress, rounds, failures);
                }
            }
            failures.values().forEach((failure) -> err.println(describe(section, failure)));

            final Result after = baseline(measurer, distance, progress);
            results.add(new SectionResult(
                section.id(),
                before,
                after,
                rounds.values().stream().map(Measurer::merge).toList(),
                List.copyOf(failures.values()),
                distance.takeUnusual(),
                null));
            saver.accept(results);
            before = after;
        }
        return results;
    }

    int steps()
    {
        return sections.size() + 1 + sections.stream()
            .mapToInt((section) -> runs(section) * section.xValues(profile).size() * rounds(section))
            .sum();
    }

    private void measureRound(
        final Section section,
        final String x,
        final Measurer measurer,
        final UsualDistance distance,
        final Progress progress,
        final Map<String, List<Result>> rounds,
        final Map<String, Failure> failures)
        throws InterruptedException
    {
        final String where = section + (x.isEmpty() ? "" : ' ' + section.xParam() + '=' + x);
        if (section.isInTurns())
        {
            measureTurns(section, x, where, measurer, distance, progress, rounds, failures);
            return;
        }
        for (final Subject subject : section.subjects())
        {
            final String key = key(subject, x);
            final String what = where + ' ' + subject.name();
            try
            {
                final Result result = distance.measure(
                    () -> measurer.measure(subject, x, section.configuration(subject, x)));
                rounds.computeIfAbsent(key, (absent) -> new ArrayList<>()).add(result);
                progress.done(secondsPerRound(section, subject), what + ": " + describe(result));
            }
            catch (final RunnerException | IOException | RuntimeException ex)
            {
                failures.put(key, new Failure(subject.name(), x, reason(ex)));
                progress.done(secondsPerRound(section, subject), what + ": FAILED");
            }
        }
    }

    private void measureTurns(
        final Section section,
        final String x,
        final String where,
        final Measurer measurer,
        final UsualDistance distance,
        final Progress progress,
        final Map<String, List<Result>> rounds,
        final Map<String, Failure> failures)
        throws InterruptedException
    {
        final List<Subject> subjects = section.subjects();
        try
        {
            final List<Result> results = distance.measure(() -> measurer.measureTurns(section, x));
            final StringJoiner times = new StringJoiner(", ");
            for (int i = 0; i < results.size(); i++)
            {
                rounds.computeIfAbsent(key(subjects.get(i), x), (absent) -> new ArrayList<>()).add(results.get(i));
                times.add(subjects.get(i).name() + ' ' + describe(results.get(i)));
            }
            progress.done(secondsPerRound(section), where + ": " + times);
        }
        catch (final RunnerException | IOException | RuntimeException ex)
        {
            subjects.forEach((subject) ->
                failures.put(key(subject, x), new Failure(subject.name(), x, reason(ex))));
            progress.done(secondsPerRound(section), where + ": FAILED");
        }
    }

    private static String key(final Subject subject, final String x)
    {
        return subject.name() + '/' + x;
    }

    private Result baseline(final Measurer measurer, final UsualDistance distance, final Progress progress)
        throws RunnerException, InterruptedException
    {
        final Result result = distance.measure(measurer::measureBaseline);
        progress.done(profile.secondsPerBaseline(), "baseline: " + describe(result));
        return result;
    }

    private int rounds(final Section section)
    {
        if (section.isInTurns())
        {
            return profile.turnJvms(section);
        }
        return isIdle(section) ? 1 : profile.rounds();
    }

    private double secondsPerRound(final Section section)
    {
        return section.isInTurns() ? profile.secondsPerTurns(section) :
            section.subjects().stream().mapToDouble((subject) -> secondsPerRound(section, subject)).sum();
    }

    private double secondsPerRound(final Section section, final Subject subject)
    {
        if (isIdle(section))
        {
            return SECONDS_TO_LAUNCH_IDLE + profile.idleSeconds();
        }
        return section.isOf(Sections.VIRTUAL_THREADS) ? SECONDS_OF_VIRTUAL_THREADS : profile.secondsPerRound(subject);
    }

    private static boolean isIdle(final Section section)
    {
        return section.isOf(Sections.IDLE_CPU);
    }

    private static String describe(final Result result)
    {
        return Numbers.format(result.summary().median()) + ' ' + result.unit();
    }

    private static String describe(final Section section, final Failure failure)
    {
        return "section " + section + ", " + failure.subject() + ' ' + failure.x() + ": " + failure.message();
    }

    private static String reason(final Throwable error)
    {
        Throwable root = error;
        while (null != root.getCause())
        {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
