/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class RulesTest
{
    @ParameterizedTest
    @EnumSource
    void shouldFindMatchingOfSequentialMatcher(final ThreadingMode mode)
    {
        final Run run = Run.of(
            "rules", "--hosts", "1,2,3", "--applicants", "40", "--seed", "7", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        final int firings = sequential(Preferences.random(40, 7)).firings();
        assertEquals("40 applicants, 40 posts, " + firings + " firings, seed 7", run.out().get(0));
        assertEquals("1 host, " + mode + ": " + firings + " firings,", start(run.out().get(1)));
        assertEquals("2 hosts, " + mode + ": " + firings + " firings,", start(run.out().get(2)));
        assertEquals("3 hosts, " + mode + ": " + firings + " firings,", start(run.out().get(3)));
        assertEquals("RESULT rules hosts=1,2,3 facts=40 firings=" + firings + " violations=0", run.lastLine());
    }

    @Test
    void shouldRunWithMoreHostsThanApplicants()
    {
        final Run run = Run.of("rules", "--hosts", "3", "--applicants", "1");
        assertEquals(List.of(), run.err());
        assertEquals("RESULT rules hosts=3 facts=1 firings=1 violations=0", run.lastLine());
    }

    @Test
    void shouldFailAfterOtherResult()
    {
        final Preferences preferences = Preferences.random(5, 1);
        final WorkingMemory expected = sequential(preferences);
        final WorkingMemory other = sequential(Preferences.random(5, 2));
        final Rules rules = new Rules();
        final Run run = Run.parsed(
            new CommandLine(rules),
            () ->
            {
                rules.check("host 0 of 1", preferences, expected, expected);
                rules.checkDropped("host 0 of 1", 3, 3);
                rules.check("host 1 of 2", preferences, other, expected);
                rules.checkDropped("host 1 of 2", 4, 3);
                return rules.report(expected);
            },
            "--seed", "7");
        assertEquals(1, run.exitCode());
        assertEquals(
            List.of("rules failed: host 1 of 2 differs from the sequential matcher (seed 7)"), run.err());
        assertTrue(
            run.lastLine().matches("RESULT rules hosts=1,2,4 facts=5 firings=\\d+ violations=[234]"), run.lastLine());
    }

    @Test
    void shouldFailAfterHostsThatDropped()
    {
        final WorkingMemory expected = sequential(Preferences.random(5, 1));
        final Rules rules = new Rules();
        assertEquals(
            new Run(
                1,
                List.of("RESULT rules hosts=2 facts=5 firings=" + expected.firings() + " violations=1"),
                List.of("rules failed: host 1 of 2 has dropped 4 firings, host 0 3 (seed 7)")),
            Run.parsed(
                new CommandLine(rules),
                () ->
                {
                    rules.checkDropped("host 1 of 2", 4, 3);
                    return rules.report(expected);
                },
                "--hosts", "2", "--seed", "7"));
    }

    private static String start(final String line)
    {
        return line.substring(0, line.indexOf(',', line.indexOf(':')) + 1);
    }

    private static WorkingMemory sequential(final Preferences preferences)
    {
        final WorkingMemory memory = new WorkingMemory(preferences);
        while (!memory.isDone())
        {
            memory.fire(memory.match(memory.anySeeking()));
        }
        return memory;
    }
}
