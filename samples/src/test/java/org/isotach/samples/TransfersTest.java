/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class TransfersTest
{
    @Test
    void shouldFindNothingWrong()
    {
        final Run run = Run.of("transfers", "--runs", "200", "--seed", "1");
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("runs with the seeds from 1 on", run.out().get(0));
        assertTrue(run.lastLine().matches("RESULT transfers runs=200 steps=\\d+ violations=0"), run.lastLine());
    }

    @Test
    void shouldFindTheMistake()
    {
        final Run run = Run.of("transfers", "--runs", "200", "--seed", "1", "--mistake");
        assertEquals(1, run.exitCode());
        assertEquals("RESULT transfers runs=200 violations=1", run.lastLine());
        assertTrue(run.err().get(0).matches("transfers failed: Sum(AtAudit|AtEnd): the accounts add up to -?\\d+"),
            run.err().get(0));
        assertTrue(run.err().stream().anyMatch(line -> line.contains(" moves ")), run.err().toString());
    }

    @Test
    void shouldRefuseNoRuns()
    {
        assertEquals("--runs: 0 (expected: 1..10000000)", Run.of("transfers", "--runs", "0").err().get(0));
    }
}
