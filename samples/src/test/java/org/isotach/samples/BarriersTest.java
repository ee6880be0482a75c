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

final class BarriersTest
{
    @ParameterizedTest
    @EnumSource
    void shouldMeet(final ThreadingMode mode)
    {
        assertEquals(
            new Run(
                0,
                List.of(
                    "Topology{hosts=3, switches=2, diameter=3}, 50 rounds each, " + mode,
                    "RESULT barriers hosts=3 barriers=150 signals=50 violations=0"),
                List.of()),
            Run.of("barriers", "--hosts", "3", "--rounds", "50", "--switches", "2", "--mode", mode.name()));
    }

    @Test
    void shouldMeetNobody()
    {
        final Run run = Run.of("barriers", "--hosts", "1", "--rounds", "5");
        assertEquals(List.of(), run.err());
        assertEquals("RESULT barriers hosts=1 barriers=15 signals=5 violations=0", run.lastLine());
    }

    @Test
    void shouldFailAfterViolation()
    {
        final BarrierChecker checker = new BarrierChecker(2, 1);
        checker.arrives(0, 1);
        checker.passes(0, 1);
        checker.arrives(1, 1);
        checker.passes(1, 1);
        final Barriers barriers = new Barriers();
        assertEquals(
            new Run(
                1,
                List.of("RESULT barriers hosts=2 barriers=1 signals=0 violations=1"),
                List.of("barriers failed: host 0 passed barrier 1 before host 1 came to it")),
            Run.parsed(new CommandLine(barriers), () -> barriers.report(checker), "--hosts", "2"));
    }
}
