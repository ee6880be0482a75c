/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The samples of applications, in the mode that has no threads and in the one that is mostly chosen.
 */
final class ApplicationsTest
{
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "bank --transfers 100        | RESULT bank transfers=400 wrong=0",
        "orderbook --orders 100      | RESULT orderbook orders=200 wrong=0",
        "workflow --parts 10         | RESULT workflow parts=8 failed=2 visitors=10",
        "ratelimiter --requests 100  | RESULT ratelimiter requests=400 granted=\\d+ rest=\\d+",
        "leaderboard --games 100     | RESULT leaderboard games=300 wrong=0" })
    void shouldHoldWhatItPromises(final String commandLine, final String result)
    {
        for (final String mode : List.of("SHARED", "INVOKER"))
        {
            final Run run = Run.of((commandLine.strip() + " --mode " + mode).split(" +"));
            assertEquals(List.of(), run.err());
            assertEquals(0, run.exitCode());
            assertTrue(run.lastLine().matches(result.strip()), run.lastLine());
        }
    }
}
