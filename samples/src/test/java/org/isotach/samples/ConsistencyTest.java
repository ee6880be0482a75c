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

final class ConsistencyTest
{
    @ParameterizedTest
    @EnumSource
    void shouldReadEqualValues(final ThreadingMode mode)
    {
        final Run run = Run.of(
            "consistency", "--hosts", "3", "--rounds", "60", "--switches", "2", "--seed", "7", "--mode", mode.name());
        assertEquals(
            new Run(
                0,
                List.of(
                    "Topology{hosts=3, switches=2, diameter=3}, 7 copysets with a variable each, 60 rounds each, " +
                        mode + ", seed 7",
                    "RESULT consistency hosts=3 rounds=60 reads=1260 violations=0"),
                List.of()),
            run);
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadEqualValuesOfRandomCopysets(final ThreadingMode mode)
    {
        final Run run =
            Run.of("consistency", "--hosts", "9", "--rounds", "5", "--switches", "9", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals("RESULT consistency hosts=9 rounds=5 reads=2880 violations=0", run.lastLine());
    }

    @Test
    void shouldRunWithOneHost()
    {
        final Run run = Run.of("consistency", "--hosts", "1", "--rounds", "5");
        assertEquals(List.of(), run.err());
        assertEquals("RESULT consistency hosts=1 rounds=5 reads=5 violations=0", run.lastLine());
    }

    @Test
    void shouldFailAfterViolation()
    {
        final ReadAllChecker checker = new ReadAllChecker(1);
        final ReadAllChecker.Reader reader = checker.reader(0);
        reader.nextValue(0);
        reader.check(new long[]{ 1, 2 });
        final Consistency consistency = new Consistency();
        assertEquals(
            new Run(
                1,
                List.of("RESULT consistency hosts=1 rounds=1 reads=2 violations=1"),
                List.of(
                    "consistency failed: host 0 has read different values in one isochron: [1, 2] (seed 7)")),
            Run.parsed(
                new CommandLine(consistency), () -> consistency.report(checker),
                "--hosts", "1", "--rounds", "1", "--seed", "7"));
    }
}
