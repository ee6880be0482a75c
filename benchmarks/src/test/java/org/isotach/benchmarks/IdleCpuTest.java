/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class IdleCpuTest
{
    @Test
    void shouldMeasure()
    {
        final CommandLineRun run =
            CommandLineRun.of(IdleCpu.commandLine(), "--hosts", "3", "--mode", "HOST", "--seconds", "1");
        assertEquals(0, run.exitCode(), run::err);

        final String text = run.out();
        assertTrue(
            text.matches("3 hosts, HOST, threads: 3, idle for 1 s: [0-9.]+ % of one core" +
                " \\(whole process: [0-9.]+ %\\)\\R"),
            text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--hosts 1    | --hosts: 1 (expected: 2..1024)",
        "--hosts x    | Invalid value for option '--hosts': 'x' is not an int",
        "--seconds 0  | --seconds: 0 (expected: 1..3600)",
        "--mode LOUD  | Invalid value for option '--mode': expected one of [DEDICATED, HOST, SHARED, INVOKER]" +
            " (case-sensitive) but was 'LOUD'",
        "--hosts      | Missing required parameter for option '--hosts' (N)",
        "--cores 2    | Unknown options: '--cores', '2'",
    })
    void shouldRefuseBadArguments(final String args, final String message)
    {
        CommandLineRun.of(IdleCpu.commandLine(), args.split(" ")).assertRefused(message);
    }
}
