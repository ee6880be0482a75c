/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.isotach.simulation.Simulations;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class TransfersTest
{
    private final Map<String, String> given = new HashMap<>();

    @BeforeEach
    void ignoreWhatTheBuildAsksOtherTestsFor()
    {
        for (final String property : List.of(Simulations.SEED_PROPERTY, Simulations.RUNS_PROPERTY))
        {
            given.put(property, System.clearProperty(property));
        }
    }

    @AfterEach
    void restoreProperties()
    {
        given.forEach((property, value) ->
        {
            if (null == value)
            {
                System.clearProperty(property);
            }
            else
            {
                System.setProperty(property, value);
            }
        });
    }

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

    @ParameterizedTest
    @ValueSource(strings = { "7", "7:2" })
    void shouldRunOnceWhenAPropertyRepeatsARun(final String repeated)
    {
        System.setProperty(Simulations.SEED_PROPERTY, repeated);
        final Run run = Run.of("transfers", "--runs", "200", "--seed", "1");
        assertEquals(List.of(), run.err());
        assertEquals("1 run, seed " + repeated, run.out().get(0));
        assertTrue(run.lastLine().matches("RESULT transfers runs=1 steps=\\d+ violations=0"), run.lastLine());
    }

    @Test
    void shouldCountTheOneRunThatFailsWhenAPropertyRepeatsIt()
    {
        final String[] failed = options(
            Run.of("transfers", "--runs", "200", "--seed", "1", "--mistake").err(),
            "  in step \\d+ of the run with (.*)");
        final String repeated = failed[failed.length - 1];
        System.setProperty(Simulations.SEED_PROPERTY, repeated);
        final Run run = Run.of("transfers", "--mistake", "--seed", "500");
        assertEquals(1, run.exitCode());
        assertEquals("1 run, seed " + repeated, run.out().get(0));
        assertEquals("RESULT transfers runs=1 violations=1", run.lastLine());
    }

    @Test
    void shouldMakeAsManyRunsAsAPropertySays()
    {
        System.setProperty(Simulations.RUNS_PROPERTY, "3");
        final Run run = Run.of("transfers", "--seed", "1");
        assertEquals("3 runs, seeds from 1 on", run.out().get(0));
        assertTrue(run.lastLine().startsWith("RESULT transfers runs=3 steps="), run.lastLine());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "simulation.seed | soon | -Dsimulation.seed: 'soon' is not a whole number",
        "simulation.seed | 7:0  | -Dsimulation.seed: SIZE: 0 (expected: 1..2147483647)",
        "simulation.runs | 0    | -Dsimulation.runs: 0 (expected: 1..10000000)",
        "simulation.runs | many | -Dsimulation.runs: 'many' is not a whole number" })
    void shouldRefuseAWrongProperty(final String property, final String value, final String reason)
    {
        System.setProperty(property, value);
        assertEquals(
            new Run(2, List.of(), List.of(reason, "Try 'isotach-samples transfers --help'.")), Run.of("transfers"));
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
