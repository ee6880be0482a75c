/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class TourTest
{
    @Test
    void shouldShowAnAuditThatWaits()
    {
        final Run run = Run.of("tour");
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("The audit has found 70 and 130: both new values, or none.", run.out().get(run.out().size() - 2));
        assertEquals("RESULT tour total=200 visits=2", run.lastLine());
    }

    @Test
    void shouldNoticeAnAuditThatDoesNotWait()
    {
        assertNull(TourGuide.failure(true, 70, 130, 2));
        assertEquals("the audit has not waited for the bank", TourGuide.failure(false, 70, 130, 2));
        assertEquals(
            "the audit has found 100 and 100 (expected: 70 and 130), visits 2 (expected: 2)",
            TourGuide.failure(true, 100, 100, 2));
        assertEquals(
            "the audit has found 70 and 130 (expected: 70 and 130), visits 1 (expected: 2)",
            TourGuide.failure(true, 70, 130, 1));
    }
}
