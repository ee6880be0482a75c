/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.junit.jupiter.api.Test;

class LogicalTimeTest
{
    @Test
    void shouldOrderByPulseThenIssuerThenIssueOrder()
    {
        final List<LogicalTime> ascending = List.of(
            new LogicalTime(Long.MIN_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE),
            new LogicalTime(0, 0, 0),
            new LogicalTime(0, 0, 1),
            new LogicalTime(0, 1, 0),
            new LogicalTime(1, 0, 0),
            new LogicalTime(1, 0, Long.MAX_VALUE),
            new LogicalTime(1, 255, 0),
            new LogicalTime(Long.MAX_VALUE, 0, 0),
            new LogicalTime(Long.MAX_VALUE, 0, Long.MAX_VALUE));
        final List<LogicalTime> shuffled = new ArrayList<>(ascending);
        Collections.shuffle(shuffled, new Random(1));
        Collections.sort(shuffled);
        assertEquals(ascending, shuffled);
    }

    @Property(tries = 1500)
    void shouldBeATotalOrderThatAgreesWithEquals(
        @ForAll("times") final LogicalTime a,
        @ForAll("times") final LogicalTime b,
        @ForAll("times") final LogicalTime c)
    {
        assertEquals(a.equals(b), 0 == a.compareTo(b));
        assertEquals(Integer.signum(a.compareTo(b)), -Integer.signum(b.compareTo(a)));
        if (a.compareTo(b) <= 0 && b.compareTo(c) <= 0)
        {
            assertTrue(a.compareTo(c) <= 0, () -> a + " <= " + b + " <= " + c);
        }
    }

    @Provide
    Arbitrary<LogicalTime> times()
    {
        final Arbitrary<Long> words = Arbitraries.of(Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE);
        return Combinators.combine(words, Arbitraries.integers().between(0, 2), words).as(LogicalTime::new);
    }

    @Test
    void shouldPrintAsATuple()
    {
        assertEquals("(7, 2, 41)", new LogicalTime(7, 2, 41).toString());
    }
}
