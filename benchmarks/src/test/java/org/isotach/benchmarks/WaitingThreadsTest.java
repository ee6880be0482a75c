/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class WaitingThreadsTest
{
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldMeasure(final ThreadingMode mode)
    {
        final CommandLineRun run = CommandLineRun.of(
            WaitingThreads.commandLine(),
            "--threads", "5", "--hosts", "3", "--mode", mode.name(), "--tries", "2", "--seconds", "1");
        assertEquals(0, run.exitCode(), run::err);

        final String text = run.out();
        assertTrue(
            text.matches("5 threads wait at 3 hosts, " + mode + ", for 1 s: [0-9.]+ % of one core, threads" +
                " of the cluster [0-9.]+ % \\(whole process: [0-9.]+ %\\)\\R" +
                "after the ASSIGN was issued, 2 tries: first thread runs after \\d+ us" +
                " \\(median; worst \\d+ us\\)," +
                " last thread after \\d+ us \\(median; worst \\d+ us\\)\\R"),
            text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--threads 0  | --threads: 0 (expected: 1..10000)",
        "--hosts x    | Invalid value for option '--hosts': 'x' is not an int",
        "--tries 0    | --tries: 0 (expected: 1..1000000)",
        "--seconds 0  | --seconds: 0 (expected: 1..3600)",
        "--mode LOUD  | Invalid value for option '--mode': expected one of [DEDICATED, HOST, SHARED, INVOKER]" +
            " (case-sensitive) but was 'LOUD'",
        "--hosts      | Missing required parameter for option '--hosts' (N)",
        "--cores 2    | Unknown options: '--cores', '2'",
    })
    void shouldRefuseBadArguments(final String args, final String message)
    {
        CommandLineRun.of(WaitingThreads.commandLine(), args.split(" ")).assertRefused(message);
    }
}
