/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;

import org.isotach.benchmarks.report.Results.Failure;
import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Results.SectionResult;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class PlanTest
{
    private static final double NEAR = 100;
    private static final double FAR = 500;

    private final Section section = Section.of("race", "Race")
        .benchmark("Race").ownValues("subject", "hare").otherValues("subject", "tortoise")
        .x("meters", "meters").quick("1", "2")
        .comparedTo("hare");
    private final Section turns = Section.of("race-turns", "Race")
        .benchmark(Sections.TURNS).fixed("kind", "stream").ownValues("subject", "nonisotach", "pinned")
        .x("payload", "bytes").quick("64", "1024")
        .comparedTo("nonisotach");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldInterleaveSubjectsAndMergeRounds() throws RunnerException, InterruptedException
    {
        final Recorder recorder = new Recorder("nobody");

        final SectionResult result = measure(recorder);

        final List<String> round1 = List.of("hare 1", "tortoise 1");
        final List<String> round2 = List.of("hare 2", "tortoise 2");
        final List<String> expected = new ArrayList<>(List.of("baseline"));
        for (final List<String> round : List.of(round1, round1, round1, round2, round2, round2))
        {
            expected.addAll(round);
        }
        expected.add("baseline");
        assertEquals(expected, recorder.measured);
        assertEquals(Profile.FULL.forks(), result.find("tortoise", "2").orElseThrow().iterations().size());
        assertEquals(List.of(), result.failures());
        assertTrue(out.toString().lines().toList().get(13).startsWith("[14/14] baseline: "), out::toString);
    }

    @Test
    void shouldForgetWhatWasMeasuredAtAnotherDistance() throws RunnerException, InterruptedException
    {
        // Eight looks at first, then one before and one behind the baseline, and each JVM.
        final Recorder recorder = new Recorder(
            "nobody", NEAR, NEAR, NEAR, NEAR, NEAR, NEAR, NEAR, NEAR, NEAR, NEAR, NEAR, FAR);

        final SectionResult result = measure(recorder);

        assertEquals(List.of("baseline", "hare 1", "hare 1", "tortoise 1"), recorder.measured.subList(0, 4));
        assertEquals(Profile.FULL.forks(), result.find("hare", "1").orElseThrow().iterations().size());
        assertEquals(0, result.unusual());
    }

    @Test
    void shouldMeasureAllWhoTakeTurnsInOneRun() throws RunnerException, InterruptedException
    {
        final Recorder recorder = new Recorder("nobody");

        final SectionResult result = measure(turns, recorder);

        final List<String> expected = new ArrayList<>(List.of("baseline"));
        for (final String run : List.of("turns 64", "turns 1024"))
        {
            expected.addAll(Collections.nCopies(Profile.FULL.turnJvms(), run));
        }
        expected.add("baseline");
        assertEquals(expected, recorder.measured);
        assertEquals(Profile.FULL.turnJvms(), result.find("pinned", "1024").orElseThrow().iterations().size());
        assertTrue(
            out.toString().lines().toList().get(1)
                .startsWith("[2/16] race-turns payload=64: nonisotach 1 ns/op, pinned 1 ns/op ("),
            out::toString);
    }

    @Test
    void shouldSayThatNobodyHasHadTurnsWhenTheyFail() throws RunnerException, InterruptedException
    {
        final SectionResult result = measure(turns, new Recorder("turns"));

        assertEquals(
            List.of(
                new Failure("nonisotach", "64", "lost 7"), new Failure("pinned", "64", "lost 7"),
                new Failure("nonisotach", "1024", "lost 7"), new Failure("pinned", "1024", "lost 7")),
            result.failures());
        assertEquals(List.of(), result.results());
    }

    @Test
    void shouldGoOnAfterFailures() throws RunnerException, InterruptedException
    {
        final SectionResult result = measure(new Recorder("tortoise"));

        assertEquals(
            List.of(new Failure("tortoise", "1", "too slow"), new Failure("tortoise", "2", "too slow")),
            result.failures());
        assertTrue(result.find("hare", "2").isPresent());
        assertTrue(result.find("tortoise", "2").isEmpty());
        assertTrue(err.toString().startsWith("section race, tortoise 1: too slow"), err::toString);
    }

    private SectionResult measure(final Measurer measurer) throws RunnerException, InterruptedException
    {
        return measure(section, measurer);
    }

    private SectionResult measure(final Section measured, final Measurer measurer)
        throws RunnerException, InterruptedException
    {
        final Plan plan = new Plan(List.of(measured), Profile.FULL);
        final Progress progress =
            new Progress(new PrintWriter(out), System::nanoTime, plan.plannedSeconds(), plan.steps());
        final List<List<SectionResult>> saved = new ArrayList<>();
        final List<SectionResult> results =
            plan.measure(measurer, progress, (soFar) -> saved.add(List.copyOf(soFar)), new PrintWriter(err, true));
        assertEquals(List.of(results), saved);
        return results.get(0);
    }

    /**
     * Measures nothing.
     */
    private static final class Recorder extends Measurer
    {
        private final List<String> measured = new ArrayList<>();
        private final Queue<Double> distances;
        private final String failing;

        Recorder(final String failing, final Double... distances)
        {
            super(Profile.FULL);
            this.failing = failing;
            this.distances = new ArrayDeque<>(List.of(distances));
        }

        @Override
        Result measure(final Subject subject, final String x, final Configuration configuration) throws RunnerException
        {
            measured.add(subject.name() + ' ' + configuration.params().get("meters"));
            if (failing.equals(subject.name()))
            {
                throw new RunnerException("failed", new IllegalStateException("too\n  slow"));
            }
            return result(subject.name(), x);
        }

        @Override
        List<Result> measureTurns(final Section section, final String x)
        {
            measured.add("turns " + x);
            if ("turns".equals(failing))
            {
                throw new IllegalStateException("lost 7");
            }
            return section.subjects().stream().map((subject) -> result(subject.name(), x)).toList();
        }

        @Override
        double measureDistance()
        {
            return distances.isEmpty() ? NEAR : distances.remove();
        }

        @Override
        int pauseMs()
        {
            return 0;
        }

        @Override
        Result measureBaseline()
        {
            measured.add("baseline");
            return result("two words", "");
        }

        private static Result result(final String subject, final String x)
        {
            return new Result(
                subject, x, "Race", Map.of(), 1, "avgt", "ns/op", 1, null, List.of(List.of(1.0)), Map.of());
        }
    }
}
