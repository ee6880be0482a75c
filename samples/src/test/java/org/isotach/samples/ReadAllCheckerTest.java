/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class ReadAllCheckerTest
{
    private final ReadAllChecker checker = new ReadAllChecker(3);
    private final ReadAllChecker.Reader reader = checker.reader(0);
    private final ReadAllChecker.Reader other = checker.reader(2);

    @Test
    void shouldAcceptOwnAndLaterWrites()
    {
        final long own = reader.nextValue(-1);
        final long first = other.nextValue(0);
        final long second = other.nextValue(123);
        check(own);
        check(first);
        check(second);
        check(second);
        assertNull(checker.violations().first());
        assertEquals(0, checker.violations().count());
        assertEquals(8, checker.reads());
    }

    @Test
    void shouldNoticeDifferentValues()
    {
        final long own = reader.nextValue(0);
        final long foreign = other.nextValue(0);
        reader.check(new long[]{ own, own, foreign });
        assertEquals(
            "host 0 has read different values in one isochron: [" + own + ", " + own + ", " + foreign + ']',
            checker.violations().first());
        assertEquals(1, checker.violations().count());
    }

    @Test
    void shouldNoticeOwnWriteThatIsOld()
    {
        final long old = reader.nextValue(0);
        reader.nextValue(0);
        check(old);
        assertEquals("host 0 has read write 1 of host 0 after write 2", checker.violations().first());
    }

    @Test
    void shouldNoticeOwnWriteThatWasNotIssued()
    {
        final ReadAllChecker.Reader twin = checker.reader(0);
        reader.nextValue(0);
        twin.nextValue(0);
        check(twin.nextValue(0));
        assertEquals("host 0 has read write 2 of host 0 after write 1", checker.violations().first());
    }

    @Test
    void shouldNoticeWriterThatGoesBackwards()
    {
        final long first = other.nextValue(0);
        final long second = other.nextValue(0);
        check(second);
        assertNull(checker.violations().first());
        check(first);
        assertEquals("host 0 has read write 1 of host 2 after write 2", checker.violations().first());
    }

    @Test
    void shouldNoticeInitialValue()
    {
        reader.nextValue(0);
        check(0);
        assertEquals("host 0 has read 0x0, which no host wrote", checker.violations().first());
    }

    @Test
    void shouldNoticeValueOfNobody()
    {
        reader.nextValue(0);
        check(3L << 56 | 1L << 24);
        assertEquals("host 0 has read 0x300000001000000, which no host wrote", checker.violations().first());
    }

    private void check(final long value)
    {
        reader.check(new long[]{ value, value });
    }
}
