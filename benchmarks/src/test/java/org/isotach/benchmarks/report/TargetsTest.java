/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Results.SectionResult;
import org.isotach.benchmarks.report.Target.Measured;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TargetsTest
{
    private final Results results = Fixture.results();

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "remote read against bare Disruptor round trip                                | 1.6  | MISSED",
        "isotach against non-isotach round trip, 64 B                                 | 2.9  | MISSED",
        "isotach against non-isotach round trip, 1024 B                               | 1.05 | AIM_REACHED",
        "isotach against non-isotach stream, 64 B                                     | 80   | MISSED",
        "16-write isochrons, 2 hosts, 2 copies, against `synchronized` with 2 threads | 0.75 | MISSED",
        "the same against the best STM                                                | 4    | MISSED",
        "cost per isochron at 64 mostly idle hosts against 2 hosts                    | 4    | MISSED",
        "round trip, one thread at both ends, 64 B, with counters against without     | 1    | AIM_REACHED",
        "round trip, one thread at both ends, 64 B, with idle endpoints against without | 1.01 | MET",
        "transfer of 64 KB against a direct copy                                      | 0.5  | MISSED",
        "round trip of 32 B between two threads, active messages against `java.nio` pipes | 9 | MET",
        "the same against loopback TCP                                                | 50   | AIM_REACHED",
        "stream of 1 KB over a channel against Aeron IPC                              | 1.5  | AIM_REACHED",
        "allocation per operation in steady state                                     | 0    | AIM_REACHED",
        "cores used by an idle cluster of 16 hosts in `SHARED` mode                   | 0.4  | MET",
    })
    void shouldCompute(final String what, final double value, final Target.Verdict verdict)
    {
        final Target target = target(what);

        assertEquals(value, target.measure().apply(results).map(Measured::value).orElseThrow());
        assertEquals(verdict, target.verdict(results));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "isotach against non-isotach stream, 1024 B",
        "the same with windows",
        "the same with windows and checksums",
        "stream of requests with windows of 8 against none",
        "transfer of 16 MB against a direct copy",
        "stream of 64 KB over a channel against Aeron IPC",
        "64 KB passed on by a stage that reads 8 bytes, channel against Aeron IPC",
        "round trip, one thread at both ends, 64 B, with JFR that is off against without",
        "non-isotach stream against Aeron IPC, 1024 B",
        "SCHED/ASSIGN action on 4 of 1024 variables, pipelined, against the best STM",
        "philosophers, 5, meal 1 us, against ordered locks",
    })
    void shouldNotComputeWhatIsNotMeasured(final String what)
    {
        assertEquals(Optional.empty(), target(what).measure().apply(results));
        assertEquals(Target.Verdict.NOT_MEASURED, target(what).verdict(results));
    }

    @Test
    void shouldJudgeMessagesByTheMedianOfTheRatiosOfTheirTurns()
    {
        // The ratio of the medians is 3.3, that of the rows that were measured one after the other 3.
        assertEquals(
            "quartiles 2.7..3.1; 330 / 100 ns/op",
            target("isotach against non-isotach round trip, 64 B").measure().apply(results).orElseThrow().source());
        assertEquals(
            "quartiles 60..90; 50 / 36 ns/op",
            target("isotach against non-isotach stream, 64 B").measure().apply(results).orElseThrow().source());
    }

    /**
     * A machine that was slow for a while was so for both.
     */
    @Test
    void shouldJudgeRowsByTheMedianOfTheRatiosOfTheirRounds()
    {
        final Result above = taking(10, 2, 3);
        final Result below = taking(10, 1, 30);
        assertEquals(new Summary(1, 0.1, 2), above.ratiosOfRoundsTo(below));
        // One JVM has failed, and nobody knows in which round.
        assertEquals(Summary.of(0.3), above.ratiosOfRoundsTo(taking(10, 10)));
    }

    /**
     * @param values one for each JVM.
     */
    private Result taking(final double... values)
    {
        final Result any = results.sections().get(0).results().get(0);
        return new Result(any.subject(), any.x(), any.benchmark(), any.params(), any.threads(), any.mode(), any.unit(),
            any.score(), any.error(), Arrays.stream(values).mapToObj(List::of).toList(), any.secondary());
    }

    @Test
    void shouldJudgeCostsByLowerQuartiles()
    {
        // Medians and means tell of other work on the machine.
        assertEquals(
            "203 / 200 ns/op; again: 200",
            target("round trip, one thread at both ends, 64 B, with idle endpoints against without")
                .measure().apply(results).orElseThrow().source());
    }

    @Test
    void shouldNotJudgeMessagesByAnythingElse()
    {
        final Results before = with(results.sections().stream()
            .filter((section) -> !section.id().endsWith("-turns")).toArray(SectionResult[]::new));

        for (final String what : List.of(
            "remote read against bare Disruptor round trip",
            "isotach against non-isotach round trip, 64 B",
            "isotach against non-isotach stream, 64 B"))
        {
            assertEquals(Target.Verdict.NOT_MEASURED, target(what).verdict(before), what);
        }
    }

    @Test
    void shouldMissAllocation()
    {
        final Target target = target("allocation per operation in steady state");

        assertEquals(Target.Verdict.MISSED, target.verdict(with(0.2, 10, 1)));
        assertEquals(Target.Verdict.AIM_REACHED, target.verdict(with(0.09, 10, 1)));
        assertEquals(Target.Verdict.AIM_REACHED, target.verdict(with(7, 1.9, 1)), "that of JMH");
    }

    @Test
    void shouldSayHowManyAllocateNothing()
    {
        final Target target = target("allocation per operation in steady state");

        assertEquals("all of 1 count as 0", target.measure().apply(with(0.09, 10, 1)).orElseThrow().source());
        final String source = target.measure().apply(with(0.2, 10, 1)).orElseThrow().source();
        assertTrue(source.endsWith("; 0 of 1 count as 0"), source);
    }

    @Test
    void shouldJudgeWhatIsPrinted()
    {
        assertTrue(Target.Bound.AT_MOST.isMet(new Measured(1.8004, "").value(), 1.8));
        assertTrue(Target.Bound.AT_LEAST.isMet(new Measured(84.96, "").value(), 85));
    }

    @Test
    void shouldNameSubjectsThatExist()
    {
        final Results complete = complete(Sections.all());
        for (final Target target : Targets.all())
        {
            assertTrue(target.measure().apply(complete).isPresent(), target::what);
        }
    }

    @Test
    void shouldBeComputedFromWhatIsMeasuredForThem()
    {
        final Results narrow = complete(Sections.forTargets());
        for (final Target target : Targets.all())
        {
            assertTrue(target.measure().apply(narrow).isPresent(), target::what);
        }
    }

    /**
     * @param bytes    per operation.
     * @param rate     bytes per second.
     * @param baseline the same in the baseline.
     */
    private Results with(final double bytes, final double rate, final double baseline)
    {
        final SectionResult first = results.sections().get(0);
        return with(new SectionResult(
            first.id(),
            first.baselineBefore(),
            allocating(first.baselineAfter(), 0, baseline),
            List.of(allocating(first.results().get(0), bytes, rate)),
            List.of(),
            0,
            null));
    }

    private static Result allocating(final Result result, final double bytes, final double rate)
    {
        return new Result(
            result.subject(), result.x(), result.benchmark(), result.params(), result.threads(), result.mode(),
            result.unit(), result.score(), result.error(), result.iterations(),
            Map.of(
                "gc.alloc.rate.norm", new Results.Secondary("B/op", List.of(List.of(bytes))),
                "gc.alloc.rate", new Results.Secondary("MB/sec", List.of(List.of(rate)))));
    }

    private Results with(final SectionResult... sections)
    {
        return new Results(results.date(), results.command(), results.profile(), results.commit(),
            results.durationSeconds(), results.machine(), List.of(sections));
    }

    /**
     * What a quick run measures, if nothing fails.
     */
    private Results complete(final List<Section> sections)
    {
        final SectionResult any = results.sections().get(0);
        final Result result = any.results().get(0);
        final Map<String, Results.Secondary> secondary = new HashMap<>(result.secondary());
        secondary.put(Measurer.MEMORY, new Results.Secondary("MiB", List.of(List.of(30.0))));
        return with(sections.stream()
            .map((section) -> new SectionResult(section.id(), any.baselineBefore(), any.baselineAfter(),
                section.xValues(Profile.QUICK).stream()
                    .flatMap((x) -> section.subjects().stream().map((subject) -> new Result(
                        subject.name(), x, result.benchmark(), result.params(), result.threads(), result.mode(),
                        result.unit(), result.score(), result.error(), result.iterations(), secondary)))
                    .toList(),
                List.of(),
                0,
                null))
            .toArray(SectionResult[]::new));
    }

    private static Target target(final String what)
    {
        return Targets.all().stream().filter((target) -> target.what().equals(what)).findFirst().orElseThrow();
    }
}
