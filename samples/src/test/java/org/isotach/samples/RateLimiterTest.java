/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class RateLimiterTest
{
    @Test
    void shouldRefuseWhatIsNotThere()
    {
        final Run run = Run.of("ratelimiter", "--requests", "100");
        assertEquals(List.of(), run.err());
        final Matcher result =
            Pattern.compile("RESULT ratelimiter requests=400 tokens=(\\d+) rest=\\d+").matcher(run.lastLine());
        assertTrue(result.matches(), run.lastLine());
        // The bucket is full at first, and each of four clients refills it once; they ask for 796.
        assertTrue(Integer.parseInt(result.group(1)) <= 500, run.lastLine());
    }

    @Test
    void shouldNoticeWhatWasGrantedAndNotTaken()
    {
        assertNull(RateLimiter.check(130, 20, 50));
        assertEquals("130 tokens were granted and 100 are left, of 150", RateLimiter.check(130, 100, 50));
        assertEquals("130 tokens were granted and 0 are left, of 150", RateLimiter.check(130, 0, 50));
        assertEquals("160 tokens were granted and -10 are left, of 150", RateLimiter.check(160, -10, 50));
    }
}
