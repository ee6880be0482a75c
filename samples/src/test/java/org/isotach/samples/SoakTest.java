/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;
import java.util.stream.LongStream;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class SoakTest
{
    private static final long SEED = 7;

    @Test
    void shouldFindNothingWrong()
    {
        final Run run = Run.of("soak", "--minutes", "0.05", "--seed", "7");
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("seed 7", run.out().get(0));
        assertTrue(run.out().get(1).matches("\\d+ rounds"), run.out().toString());
        assertEquals("memory          heap KiB    off-heap KiB", run.out().get(2));
        assertTrue(
            run.lastLine().matches("RESULT soak minutes=0.05 isochrons=\\d{3,} faults=\\d+ violations=0"),
            run.out().toString());
    }

    @Test
    void shouldRepeatRound()
    {
        final Run run = Run.of("soak", "--minutes", "0.0001", "--seed", "7", "--round", "3");
        assertEquals(List.of(), run.err());
        assertEquals("seed 7, " + SoakSettings.draw(SEED, 3), run.out().get(0));
        assertTrue(run.lastLine().startsWith("RESULT soak minutes=0.0001 isochrons="), run.out().toString());
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindNothingWrongInMode(final ThreadingMode mode)
    {
        check(LongStream.range(0, 100).mapToObj(round -> SoakSettings.draw(SEED, round))
            .filter(settings -> mode == settings.mode() && !settings.faults().isNone()).findFirst().orElseThrow());
    }

    @ParameterizedTest
    @EnumSource
    void shouldSurviveFailure(final SoakFailure failure)
    {
        check(LongStream.range(0, 100).mapToObj(round -> SoakSettings.draw(SEED, round))
            .filter(settings -> failure == settings.failure()).findFirst().orElseThrow());
    }

    @Test
    void shouldFailAfterViolation()
    {
        final SoakTotals totals = new SoakTotals();
        totals.violations().add("round 2: host 1 has read accounts");
        assertEquals(
            new Run(
                1,
                List.of("RESULT soak minutes=0.5 isochrons=0 faults=0 violations=1"),
                List.of("soak failed: round 2: host 1 has read accounts (seed 7)")),
            report(totals, table(0)));
    }

    @Test
    void shouldPrintAViolationWhenItIsFound()
    {
        final Soak soak = new Soak();
        final SoakRound round = new SoakRound(SoakSettings.draw(SEED, 2));
        round.report(new IllegalStateException("no room"));
        assertEquals(
            new Run(0, List.of(), List.of("soak: round 2: no room (seed 7)")),
            Run.parsed(new CommandLine(soak), () ->
            {
                soak.add(round);
                soak.add(new SoakRound(SoakSettings.draw(SEED, 3)));
                return 0;
            }, "--seed", "7"));
    }

    @Test
    void shouldFailWhenMemoryGrows()
    {
        assertEquals(
            new Run(
                1,
                List.of("RESULT soak minutes=0.5 isochrons=0 faults=0 violations=0"),
                List.of("soak failed: heap has grown from 0 to 16777217 bytes (expected: by at most 16777216)" +
                    " (seed 7)")),
            report(new SoakTotals(), table(MemoryTable.MAX_GROWTH + 1)));
    }

    private static Run report(final SoakTotals totals, final MemoryTable memory)
    {
        final Soak soak = new Soak();
        return Run.parsed(
            new CommandLine(soak), () -> soak.report(totals, memory), "--minutes", "0.5", "--seed", "7");
    }

    private static MemoryTable table(final long growth)
    {
        final MemoryTable table = new MemoryTable();
        table.add("start", new MemoryUse(0, 0));
        table.add("end", new MemoryUse(growth, 0));
        return table;
    }

    private static void check(final SoakSettings settings)
    {
        final SoakRound round = new SoakRound(settings);
        round.run();
        assertEquals(null, round.first());
        assertEquals(0, round.violations());
        assertTrue(round.isochrons() > 0);
        assertEquals(
            settings.faults().isNone() && SoakFailure.NONE == settings.failure(), 0 == round.faults());
    }
}
