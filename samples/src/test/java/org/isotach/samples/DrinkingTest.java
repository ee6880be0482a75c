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

final class DrinkingTest
{
    @ParameterizedTest
    @EnumSource
    void shouldDrinkInRing(final ThreadingMode mode)
    {
        assertEquals(
            new Run(
                0,
                List.of(
                    "4 philosophers, 4 bottles, 40 sessions each, " + mode + ", seed 7",
                    "RESULT drinking hosts=4 sessions=160 violations=0"),
                List.of()),
            Run.of("drinking", "--hosts", "4", "--sessions", "40", "--seed", "7", "--mode", mode.name()));
    }

    @ParameterizedTest
    @EnumSource
    void shouldDrinkWithEverybody(final ThreadingMode mode)
    {
        final Run run = Run.of(
            "drinking", "--hosts", "4", "--sessions", "40", "--graph", "complete", "--seed", "7", "--mode",
            mode.name());
        assertEquals(List.of(), run.err());
        assertEquals("4 philosophers, 6 bottles, 40 sessions each, " + mode + ", seed 7", run.out().get(0));
        assertEquals("RESULT drinking hosts=4 sessions=160 violations=0", run.lastLine());
    }

    @Test
    void shouldDrinkWithOneNeighbour()
    {
        final Run run = Run.of("drinking", "--hosts", "2", "--sessions", "40");
        assertEquals(List.of(), run.err());
        assertEquals("RESULT drinking hosts=2 sessions=80 violations=0", run.lastLine());
    }

    @Test
    void shouldFailAfterViolation()
    {
        final BottleRack rack = new BottleRack(3, false);
        rack.take(0, 0, 0);
        rack.take(1, 0, 1);
        rack.sessionIsOver();
        final Drinking drinking = new Drinking();
        assertEquals(
            new Run(
                1,
                List.of("RESULT drinking hosts=3 sessions=1 violations=1"),
                List.of("drinking failed: philosopher 1 takes bottle 0, which philosopher 0 has (seed 7)")),
            Run.parsed(
                new CommandLine(drinking), () -> drinking.report(rack), "--hosts", "3", "--seed", "7"));
    }
}
