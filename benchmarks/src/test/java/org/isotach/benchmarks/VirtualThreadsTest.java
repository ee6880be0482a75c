/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VirtualThreadsTest
{
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--threads 100 --variables 3            | 100 virtual threads, one action each on 2 of 3 variables",
        "--threads 100 --variables 2 --together | 100 virtual threads together, one action each on 2 of 2 variables",
    })
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldMeasure(final String args, final String what)
    {
        final CommandLineRun run = CommandLineRun.of(VirtualThreads.commandLine(), args.split(" "));
        assertEquals(0, run.exitCode(), run::err);

        assertTrue(
            run.out().matches(what + ", JDK \\d+: [0-9.]+ s(, -?[0-9.]+ MiB more resident)?\\R"), run.out());
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void shouldNeedANewerJdk()
    {
        final CommandLineRun run = CommandLineRun.of(VirtualThreads.commandLine());

        assertEquals(1, run.exitCode());
        assertTrue(run.err().startsWith("VirtualThreads failed: needs JDK 21 or later"), run.err());
        assertEquals(Optional.empty(), LaterJdk.VIRTUAL_THREADS.find(Map.of("JAVA_HOME_25", "")));
        assertEquals(Optional.of(Path.of("b")), LaterJdk.VIRTUAL_THREADS.find(Map.of("JAVA_HOME_21", "b")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--threads 0    | --threads: 0 (expected: 1..1000000)",
        "--variables 1  | --variables: 1 (expected: 2..100000)",
        "--cores 2      | Unknown options: '--cores', '2'",
    })
    void shouldRefuseBadArguments(final String args, final String message)
    {
        CommandLineRun.of(VirtualThreads.commandLine(), args.split(" ")).assertRefused(message);
    }
}
