/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class TransfersTest
{
    @Test
    void shouldFindNothingWrong()
    {
        final Run run = Run.of("transfers", "--runs", "200", "--seed", "1");
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("200 runs, seeds from 1 on", run.out().get(0));
        assertTrue(run.lastLine().matches("RESULT transfers runs=200 steps=\\d+ violations=0"), run.lastLine());
    }

    @Test
    void shouldFindTheMistake()
    {
        final Run run = Run.of("transfers", "--runs", "200", "--seed", "1", "--mistake");
        assertEquals(1, run.exitCode());
        final String[] failed = options(run.err(), "  in step \\d+ of the run with (.*)");
        assertEquals("RESULT transfers runs=" + failed[failed.length - 1] + " violations=1", run.lastLine());
        assertTrue(run.err().get(0).matches("transfers failed: Sum(AtAudit|AtEnd): the accounts add up to -?\\d+"),
            run.err().get(0));
        assertTrue(run.err().stream().anyMatch(line -> line.contains(" moves ")), run.err().toString());
    }

    @Test
    void shouldRepeatWhatFailedWithTheOptionsThatTheFailureNames()
    {
        final List<String> failure = Run.of("transfers", "--runs", "200", "--seed", "1", "--mistake").err();
        final String[] smallest = options(failure, "  smallest run that was found: (.*), step .*");
        final Run again = Run.of(smallest);
        assertEquals(1, again.exitCode());
        assertEquals("1 run, seed " + smallest[smallest.length - 1], again.out().get(0));
        assertEquals("RESULT transfers runs=1 violations=1", again.lastLine());
        assertEquals(trace(failure), trace(again.err()));

        final String[] first = options(failure, "  in step \\d+ of the run with (.*)");
        assertEquals(failure, Run.of(first).err());
    }

    @Test
    void shouldRunOnceWhenTheSeedHasASize()
    {
        final Run run = Run.of("transfers", "--seed", "-7:2");
        assertEquals(0, run.exitCode());
        assertEquals("1 run, seed -7:2", run.out().get(0));
        assertTrue(run.lastLine().startsWith("RESULT transfers runs=1 steps="), run.lastLine());
    }

    @Test
    void shouldDrawTheRunThatWasMade(@TempDir final Path directory) throws Exception
    {
        final Path file = directory.resolve("smallest.html");
        assertEquals(0, Run.of("transfers", "--seed", "7:1", "--trace", file.toString()).exitCode());
        final String page = Files.readString(file);
        assertTrue(page.contains("Run with seed 7:1<"), page);
        assertTrue(page.contains("host-1"), page);
        assertFalse(page.contains("host-2"), page);
    }

    @Test
    void shouldDrawTheRunThatFails(@TempDir final Path directory) throws Exception
    {
        final Path file = directory.resolve("failed.html");
        final Run run = Run.of("transfers", "--runs", "200", "--seed", "1", "--mistake", "--trace", file.toString());
        assertEquals(1, run.exitCode());
        final String[] failed = options(run.err(), "  in step \\d+ of the run with (.*)");
        final String page = Files.readString(file);
        assertTrue(page.contains("Run with seed " + failed[failed.length - 1] + '<'), page);
        assertTrue(page.contains("the accounts add up to "), page);
    }

    private static String[] options(final List<String> failure, final String pattern)
    {
        final Pattern options = Pattern.compile(pattern);
        return failure.stream().map(options::matcher).filter(Matcher::matches)
            .map(matcher -> ("transfers " + matcher.group(1)).split(" ")).findFirst()
            .orElseThrow(() -> new AssertionError(failure.toString()));
    }

    private static List<String> trace(final List<String> failure)
    {
        return failure.stream().dropWhile(line -> !line.startsWith("  its last steps")).toList();
    }
}
