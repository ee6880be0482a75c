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

final class PhilosophersTest
{
    @ParameterizedTest
    @EnumSource
    void shouldDine(final ThreadingMode mode)
    {
        final Run run =
            Run.of("philosophers", "--hosts", "5", "--meals", "40", "--mode", mode.name().toLowerCase());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertTrue(
            run.out().get(0).startsWith("5 philosophers, 40 meals each, " + mode + ", seed "), run.out().get(0));
        assertEquals("RESULT philosophers hosts=5 meals=200 violations=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldDineWithTheSameTwoForks(final ThreadingMode mode)
    {
        final Run run =
            Run.of("philosophers", "--hosts", "2", "--meals", "50", "--seed", "7", "--mode", mode.name());
        assertEquals(
            new Run(
                0,
                List.of(
                    "2 philosophers, 50 meals each, " + mode + ", seed 7",
                    "RESULT philosophers hosts=2 meals=100 violations=0"),
                List.of()),
            run);
    }

    @Test
    void shouldDineInModeOfLibrary()
    {
        final Run run = Run.of("philosophers", "--hosts", "3", "--meals", "10");
        assertEquals(List.of(), run.err());
        assertEquals("RESULT philosophers hosts=3 meals=30 violations=0", run.lastLine());
    }

    @Test
    void shouldNoticeAForkThatGoesBackInAMember()
    {
        final Violations violations = new Violations();
        PhilosopherMember.checkTaken(3, 23, 13, violations);
        assertEquals(0, violations.count());
        PhilosopherMember.checkTaken(3, 13, 23, violations);
        assertEquals("fork 3 has value 13 after value 23", violations.first());
    }

    @Test
    void shouldFailAfterViolation()
    {
        final Philosophers philosophers = new Philosophers();
        final DiningTable table = new DiningTable(3);
        table.pickUp(0, 0, 1);
        table.pickUp(1, 1, 2);
        table.putDown(0);
        final CommandLine commandLine = new CommandLine(philosophers);
        final Run run = Run.parsed(
            commandLine, () -> philosophers.report(table), "--hosts", "3", "--meals", "1", "--seed", "7");
        assertEquals(
            new Run(
                1,
                List.of("RESULT philosophers hosts=3 meals=1 violations=3"),
                List.of("philosophers failed: philosopher 1 eats while its neighbour 0 does (seed 7)")),
            run);
    }
}
