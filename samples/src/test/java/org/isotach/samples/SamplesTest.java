/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class SamplesTest
{
    static List<String> samplesWithMode()
    {
        // A simulation and a soak draw the mode.
        return samples().stream().filter(sample -> !List.of("transfers", "soak").contains(sample)).toList();
    }

    static List<String> samples()
    {
        return List.of(
            "philosophers", "drinking", "consistency", "lu", "messages", "barriers", "rules", "transfers", "soak",
            "latency", "throughput", "ironman");
    }

    @Test
    void shouldListAllSamples()
    {
        final Run run = Run.of("--help");
        assertEquals(0, run.exitCode());
        assertEquals(List.of(), run.err());
        final String help = String.join("\n", run.out());
        for (final String sample : samples())
        {
            assertTrue(help.contains("\n  " + sample + " "), help);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldExplainSample(final String sample)
    {
        final Run run = Run.of(sample, "--help");
        assertEquals(0, run.exitCode());
        assertEquals(List.of(), run.err());
        assertTrue(run.out().get(0).startsWith("Usage: isotach-samples " + sample + " [-h]"), run.out().get(0));
        final String option = samplesWithMode().contains(sample) ? "--mode=MODE" : "--seed=SEED";
        assertTrue(run.out().stream().anyMatch(line -> line.contains(option)), run.out().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "philosophers --hosts 1            | --hosts: 1 (expected: 2..256)",
        "philosophers --hosts 257          | --hosts: 257 (expected: 2..256)",
        "philosophers --meals 0            | --meals: 0 (expected: 1..1000000)",
        "philosophers --hosts five         | Invalid value for option '--hosts': 'five' is not an int",
        "philosophers --hosts              | Missing required parameter for option '--hosts' (N)",
        "philosophers --forks 5            | Unknown options: '--forks', '5'",
        "consistency --hosts 0             | --hosts: 0 (expected: 1..256)",
        "consistency --hosts 257           | --hosts: 257 (expected: 1..256)",
        "consistency --rounds 0            | --rounds: 0 (expected: 1..1000000)",
        "consistency --hosts 3 --switches 4| --switches: 4 (expected: 1..3)",
        "consistency --switches 0          | --switches: 0 (expected: 1..4)",
        "lu --size 0                       | --size: 0 (expected: 1..1024)",
        "lu --size 1025                    | --size: 1025 (expected: 1..1024)",
        "lu --hosts 0                      | --hosts: 0 (expected: 1..256)",
        "latency --rounds 1                | --rounds: 1 (expected: 2..1000)",
        "latency --reps 0                  | --reps: 0 (expected: 1..1000000)",
        "throughput --rounds 1001          | --rounds: 1001 (expected: 2..1000)",
        "throughput --reps -1              | --reps: -1 (expected: 1..1000000)",
        "drinking --hosts 1                | --hosts: 1 (expected: 2..256)",
        "drinking --hosts 65 --graph complete | --hosts: 65 (expected: 2..64)",
        "drinking --sessions 0             | --sessions: 0 (expected: 1..1000000)",
        "rules --hosts 2,0                 | --hosts: 0 (expected: 1..256)",
        "rules --hosts 2,two               | Invalid value for option '--hosts' (N[,N...]): 'two' is not an int",
        "rules --applicants 0              | --applicants: 0 (expected: 1..5000)",
        "messages --hosts 0                | --hosts: 0 (expected: 1..256)",
        "messages --hosts 1 --non-isotach  | --hosts: 1 (expected: 2..256)",
        "messages --count 0                | --count: 0 (expected: 1..1000000)",
        "messages --switches 5             | --switches: 5 (expected: 1..4)",
        "barriers --hosts 257              | --hosts: 257 (expected: 1..256)",
        "barriers --rounds 0               | --rounds: 0 (expected: 1..1000000)",
        "barriers --hosts 2 --switches 3   | --switches: 3 (expected: 1..2)",
        "soak --minutes 0                  | --minutes: 0 (expected: more than 0, at most 100000)",
        "soak --minutes -0.5               | --minutes: -0.5 (expected: more than 0, at most 100000)",
        "soak --minutes 100000.1           | --minutes: 100000.1 (expected: more than 0, at most 100000)",
        "soak --round -1                   | --round: -1 (expected: 0..1000000000)",
        "ironman --tests 1                 | --tests: 1 (expected: 2..10000)",
        "ironman --trips 0                 | --trips: 0 (expected: 1..1000000)",
        "ironman --iterations 1            | --iterations: 1 (expected: 2..10000)",
        "ironman --bytes 2047              | --bytes: 2047 (expected: 2048..1000000000)" })
    void shouldRefuseWrongArguments(final String commandLine, final String reason)
    {
        final String[] args = commandLine.strip().split(" +");
        assertEquals(
            new Run(2, List.of(), List.of(reason, "Try 'isotach-samples " + args[0] + " --help'.")), Run.of(args));
    }

    @ParameterizedTest
    @MethodSource("samplesWithMode")
    void shouldRefuseUnknownMode(final String sample)
    {
        assertEquals(
            new Run(2, List.of(), List.of(
                "Invalid value for option '--mode': expected one of [DEDICATED, HOST, SHARED, INVOKER]" +
                    " (case-insensitive) but was 'FAST'",
                "Try 'isotach-samples " + sample + " --help'.")),
            Run.of(sample, "--mode", "FAST"));
    }

    @Test
    void shouldRefuseUnknownGraph()
    {
        assertEquals(
            new Run(2, List.of(), List.of(
                "Invalid value for option '--graph': expected one of [RING, COMPLETE] (case-insensitive) but was" +
                    " 'star'",
                "Try 'isotach-samples drinking --help'.")),
            Run.of("drinking", "--graph", "star"));
    }

    @Test
    void shouldRefuseMatrixThatTakesTooMuchMemory()
    {
        assertEquals(
            new Run(2, List.of(), List.of(
                "--size: 1024 with 256 hosts takes 4104 MiB (expected: at most 2048 MiB): every host has a copy of" +
                    " the matrix",
                "Try 'isotach-samples lu --help'.")),
            Run.of("lu", "--size", "1024", "--hosts", "256"));
    }

    @Test
    void shouldAskForSample()
    {
        assertEquals(
            new Run(2, List.of(), List.of("Missing required subcommand", "Try 'isotach-samples --help'.")),
            Run.of());
    }

    @Test
    void shouldRefuseUnknownSample()
    {
        assertEquals(
            new Run(2, List.of(), List.of("Unmatched argument at index 0: 'lunch'", "Try 'isotach-samples --help'.")),
            Run.of("lunch"));
    }

    @Test
    void shouldTellInOneLineWhyThereIsNoResult()
    {
        final CommandLine commandLine =
            new CommandLine(new Failing()).setExecutionExceptionHandler(new OneLineErrors());
        assertEquals(
            new Run(1, List.of(), List.of(
                "failing failed: application thread of host 3: java.lang.IllegalStateException: two lines")),
            Run.of(commandLine));
    }

    @Command(name = "failing")
    private static final class Failing implements Callable<Integer>
    {
        @Override
        public Integer call()
        {
            throw new SampleFailedException(
                "application thread of host 3", new IllegalStateException("two\n    lines"));
        }
    }
}
