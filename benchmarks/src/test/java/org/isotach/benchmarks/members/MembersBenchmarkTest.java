/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.members;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import org.isotach.benchmarks.Programs;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class MembersBenchmarkTest
{
    private final StringWriter out = new StringWriter();

    private int run(final String... args)
    {
        return Programs.commandLine(MembersBenchmark.newProgram())
            .setOut(new PrintWriter(out)).setErr(new PrintWriter(out)).execute(args);
    }

    @Test
    void shouldCompareTwoJvmsWithBareAeron()
    {
        assertEquals(0, run("--trips", "10", "--rounds", "1", "--over", "ipc", "--members", "2"), out::toString);
        final List<String> lines = out.toString().lines().toList();
        assertEquals("ipc, 2 members", lines.get(2));
        assertEquals(9, lines.size(), out::toString);
        lines.subList(3, 7).forEach(line -> assertTrue(
            line.matches("  .* [0-9.]+ / +[0-9.]+ = [0-9.]+x \\[[0-9.]+\\.\\.[0-9.]+]  target [<>]= [0-9.]+x"), line));
        lines.subList(7, 9).forEach(line -> assertTrue(
            line.matches("  tokens of their own.* [0-9.]+  target <= 0.02"), line));
    }

    @Test
    void shouldRefuseWhatItCannotMeasure()
    {
        assertEquals(2, run("--trips", "0"));
        assertEquals(2, run("--over", "ipc,tcp"));
        assertEquals(2, run("--members", "2,17"));
        assertEquals(List.of(
            "--trips: 0 (expected: 1..1000000)",
            "Try 'MembersBenchmark --help'.",
            "--over: tcp (expected: some of ipc, udp)",
            "Try 'MembersBenchmark --help'.",
            "--members: 17 (expected: 2..16)",
            "Try 'MembersBenchmark --help'."), out.toString().lines().toList());
    }
}
