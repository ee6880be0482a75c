/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The samples of FUNi devices.
 */
final class DeviceSamplesTest
{
    @ParameterizedTest
    @EnumSource
    void shouldDriveADeviceByItsRegisters(final ThreadingMode mode)
    {
        final Run run = Run.of("registers", "--words", "103", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals(5, run.out().size());
        assertEquals("RESULT registers message=5 words=100 packets=7 wrong=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetGangsHaveTheirTurns(final ThreadingMode mode)
    {
        final Run run = Run.of("gangs", "--questions", "30", "--slice", "1", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("RESULT gangs gangs=3 hosts=2 answers=180 wrong=0", run.lastLine());
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3 })
    void shouldEndWithTwoPrioritiesAndHangWithOne(final int seed)
    {
        final Run run = Run.of("deadlock", "--packets", "300", "--seed", String.valueOf(seed));
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertTrue(run.out().get(2).endsWith("nothing moves any more: a deadlock"), run.out().get(2));
        assertEquals("RESULT deadlock packets=900 two=ends one=hangs wrong=0", run.lastLine());
    }
}
