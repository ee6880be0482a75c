/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
        "ratelimiter --requests 100  | RESULT ratelimiter requests=400 tokens=\\d+ rest=\\d+",
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

    @Test
    void shouldNoticeThatOtherOrdersFail()
    {
        final Run run = SampleRunTest.run(
            sample -> sample.endExpecting("parts=16 failed=4 visitors=20", "parts=0 failed=20 visitors=20"));
        assertEquals(1, run.exitCode());
        assertEquals(
            List.of("sample failed: parts=0 failed=20 visitors=20 (expected: parts=16 failed=4 visitors=20)"),
            run.err());
    }

    @Test
    void shouldNoticeAQuoteThatIsTornOrOfAnotherOrder()
    {
        assertTrue(new OrderBook.Quote(0, 0, 0, 0).isWhole(0));
        assertTrue(new OrderBook.Quote(2, 3, 90, 9).isWhole(9));
        assertFalse(new OrderBook.Quote(2, 3, 90, 9).isWhole(10));
        assertFalse(new OrderBook.Quote(2, 3, 80, 9).isWhole(9));
        assertFalse(new OrderBook.Quote(2, 2, 90, 9).isWhole(9));
    }
}
