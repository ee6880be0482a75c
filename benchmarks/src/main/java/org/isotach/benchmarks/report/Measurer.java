/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.isotach.benchmarks.CoreDistance;
import org.isotach.benchmarks.IdleCpu;
import org.isotach.benchmarks.TurnRun;
import org.isotach.benchmarks.TurnTimes;
import org.isotach.benchmarks.Turns;
import org.isotach.benchmarks.VirtualThreads;
import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Results.Secondary;
import org.isotach.niu.ThreadingMode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Measures one configuration once: in a JVM of its own, or in this one if the profile has no forks.
 */
class Measurer
{
    /**
     * Rounds of turns in which the two threads did not have a processor each.
     */
    static final String DISTURBED = "disturbed";

    /**
     * By how much the process of virtual threads grew.
     */
    static final String MEMORY = "memory";

    /**
     * Version of the JDK that had virtual threads.
     */
    static final String JDK = "jdk";

    private static final double CONFIDENCE = 0.999;
    private static final int BASELINE_WARMUP_ITERATIONS = 1;
    private static final int DISTANCE_MS = 15;
    private static final int DISTANCE_PAUSE_MS = 1000;
    private static final TimeValue TIMEOUT = TimeValue.minutes(2);

    private final Profile profile;

    Measurer(final Profile profile)
    {
        this.profile = profile;
    }

    Result measure(final Subject subject, final String x, final Configuration configuration)
        throws RunnerException, IOException, InterruptedException
    {
        if (Sections.VIRTUAL_THREADS.equals(configuration.benchmark()))
        {
            return measureVirtualThreads(subject.name(), x, configuration);
        }
        if (Sections.IDLE_CPU.equals(configuration.benchmark()))
        {
            return measureIdle(subject.name(), x, configuration);
        }
        return run(
            subject.name(),
            x,
            configuration,
            profile.warmupIterations(subject.warmup()),
            profile.iterationMs());
    }

    /**
     * Lets all subjects of a section take turns.
     *
     * @return a result for each of them: an iteration is a turn, and those at the same place are of the same round.
     */
    List<Result> measureTurns(final Section section, final String x) throws IOException, InterruptedException
    {
        final TurnRun run = profile.turns(section, x);
        final TurnTimes times = 0 == profile.forks() ? run.measure() : run.fork(section.laterJdk());
        final List<Result> results = new ArrayList<>();
        for (final Subject subject : section.subjects())
        {
            results.add(withStatistics(new Result(
                subject.name(),
                x,
                Turns.class.getName(),
                section.configuration(subject, x).params(),
                1,
                "turns",
                "ns/op",
                0,
                null,
                List.of(times.ns().get(results.size())),
                Map.of(DISTURBED, new Secondary("rounds", List.of(List.of((double)times.disturbed())))))));
        }
        return results;
    }

    Result measureBaseline() throws RunnerException
    {
        return run(
            "two words",
            "",
            Sections.BASELINE,
            0 == profile.forks() ? 0 : BASELINE_WARMUP_ITERATIONS,
            profile.baselineIterationMs());
    }

    /**
     * Returns the present distance of the processors, in nanoseconds; a constant if the profile does not care.
     */
    double measureDistance() throws InterruptedException
    {
        return 0 == profile.forks() ? 1 : CoreDistance.measureNs(DISTANCE_MS);
    }

    /**
     * Milliseconds between two looks at the distance, if it is not the usual one.
     */
    int pauseMs()
    {
        return 0 == profile.forks() ? 0 : DISTANCE_PAUSE_MS;
    }

    private Result measureIdle(final String subject, final String x, final Configuration configuration)
        throws InterruptedException
    {
        final int hosts = Integer.parseInt(configuration.params().get("hosts"));
        final ThreadingMode mode = ThreadingMode.valueOf(configuration.params().get("mode"));
        final double percent = IdleCpu.measurePercent(hosts, mode, profile.idleSeconds());
        return new Result(
            subject,
            x,
            IdleCpu.class.getName(),
            configuration.params(),
            1,
            "idle",
            "% of a core",
            percent,
            null,
            List.of(List.of(percent)),
            Map.of());
    }

    /**
     * In a JVM of its own, since nothing may be compiled before, and the JDK may have to be another one.
     */
    private static Result measureVirtualThreads(
        final String subject, final String x, final Configuration configuration)
        throws IOException, InterruptedException
    {
        final int threads = Integer.parseInt(configuration.params().get("threads"));
        final VirtualThreads.Measurement measured =
            VirtualThreads.fork(threads, Boolean.parseBoolean(configuration.params().get("together")));
        final Map<String, Secondary> secondary = new LinkedHashMap<>();
        secondary.put(JDK, new Secondary("version", List.of(List.of((double)measured.jdk()))));
        if (null != measured.mebibytes())
        {
            secondary.put(MEMORY, new Secondary("MiB", List.of(List.of(measured.mebibytes()))));
        }
        return withStatistics(new Result(
            subject,
            x,
            VirtualThreads.class.getName(),
            configuration.params(),
            threads,
            "ss",
            "s",
            0,
            null,
            List.of(List.of(measured.seconds())),
            secondary));
    }

    private Result run(
        final String subject,
        final String x,
        final Configuration configuration,
        final int warmupIterations,
        final int iterationMs)
        throws RunnerException
    {
        final TimeValue time = TimeValue.milliseconds(iterationMs);
        final ChainedOptionsBuilder options = new OptionsBuilder()
            .include(configuration.benchmark())
            .forks(Math.min(1, profile.forks()))
            .warmupIterations(warmupIterations)
            .warmupTime(time)
            .measurementIterations(profile.iterations())
            .measurementTime(time)
            .timeout(TIMEOUT)
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
        configuration.params().forEach(options::param);
        if (configuration.threads() > 0)
        {
            options.threads(configuration.threads());
        }
        if (profile.forks() > 0 && null != configuration.laterJdk())
        {
            options.jvm(configuration.laterJdk().home().resolve("bin").resolve("java").toString());
        }
        return convert(subject, x, new Runner(options.build()).runSingle());
    }

    private static Result convert(final String subject, final String x, final RunResult run)
    {
        final List<Double> scores = new ArrayList<>();
        final Map<String, Secondary> secondary = new LinkedHashMap<>();
        for (final IterationResult iteration : run.getAggregatedResult().getIterationResults())
        {
            scores.add(iteration.getPrimaryResult().getScore());
            iteration.getSecondaryResults().forEach((name, result) ->
            {
                final double score = result.getScore();
                if (!Double.isNaN(score))
                {
                    secondary
                        .computeIfAbsent(
                            name, (key) -> new Secondary(result.getScoreUnit(), List.of(new ArrayList<>())))
                        .iterations().get(0).add(score);
                }
            });
        }
        final BenchmarkParams params = run.getParams();
        final Map<String, String> values = new LinkedHashMap<>();
        params.getParamsKeys().forEach((name) -> values.put(name, params.getParam(name)));
        return withStatistics(new Result(
            subject,
            x,
            params.getBenchmark(),
            values,
            params.getThreads(),
            params.getMode().shortLabel(),
            run.getPrimaryResult().getScoreUnit(),
            0,
            null,
            List.of(scores),
            secondary));
    }

    /**
     * Combines the rounds of a configuration.
     */
    static Result merge(final List<Result> rounds)
    {
        final List<List<Double>> iterations = new ArrayList<>();
        final Map<String, Secondary> secondary = new LinkedHashMap<>();
        for (final Result round : rounds)
        {
            iterations.addAll(round.iterations());
            round.secondary().forEach((name, values) ->
                secondary
                    .computeIfAbsent(name, (key) -> new Secondary(values.unit(), new ArrayList<>()))
                    .iterations().addAll(values.iterations()));
        }
        final Result first = rounds.get(0);
        return withStatistics(new Result(
            first.subject(),
            first.x(),
            first.benchmark(),
            first.params(),
            first.threads(),
            first.mode(),
            first.unit(),
            0,
            null,
            iterations,
            secondary));
    }

    private static Result withStatistics(final Result result)
    {
        final double[] scores =
            result.iterations().stream().flatMap(List::stream).mapToDouble(Double::doubleValue).toArray();
        final double error = new ListStatistics(scores).getMeanErrorAt(CONFIDENCE);
        return new Result(
            result.subject(),
            result.x(),
            result.benchmark(),
            result.params(),
            result.threads(),
            result.mode(),
            result.unit(),
            Arrays.stream(scores).average().orElseThrow(),
            Double.isFinite(error) ? error : null,
            result.iterations(),
            result.secondary());
    }
}
