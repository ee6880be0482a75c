/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdleCpuTest
{
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldMeasure() throws InterruptedException
    {
        assertEquals(0, run("--hosts", "3", "--mode", "HOST", "--seconds", "1"), err::toString);

        final String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(
            text.matches("3 hosts, HOST, threads: 3, idle for 1 s: [0-9.]+ % of one core" +
                " \\(whole process: [0-9.]+ %\\)\\R"),
            text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--hosts 1    | --hosts: 1 (expected: 2..1024)",
        "--hosts x    | --hosts: x (expected: 2..1024)",
        "--seconds 0  | --seconds: 0 (expected: 1..3600)",
        "--mode LOUD  | --mode: LOUD (expected: one of [DEDICATED, HOST, SHARED, INVOKER])",
        "--hosts      | --hosts: an option and its value were expected",
        "--cores 2    | --cores: no such option",
    })
    void shouldRefuseBadArguments(final String args, final String message) throws InterruptedException
    {
        assertEquals(2, run(args.split(" ")));

        assertEquals(message, err.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    private int run(final String... args) throws InterruptedException
    {
        return IdleCpu.run(
            args,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}
