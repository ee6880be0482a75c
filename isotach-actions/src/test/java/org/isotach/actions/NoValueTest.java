/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.TimeUnit;

import org.isotach.niu.ThreadingMode;
import org.isotach.smm.UpdateFunction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Variables whose value is {@link Reader#NO_VALUE}, which calls at the only host return in place of a value: these do
 * what they do with any other one, and each change takes place once.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class NoValueTest
{
    private static final long NONE = Reader.NO_VALUE;

    @ParameterizedTest
    @CsvSource({ "INVOKER, 1", "SHARED, 1", "SHARED, 2" })
    void shouldReadAndChangeIt(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", NONE);
            final IsoLong y = isotach.longVariable("y", 1);
            final PreparedSnapshot<Long> snapshot = isotach.prepare(now -> now.get(x), x);
            final long[] words = new long[1];
            assertEquals(NONE, x.get());
            assertEquals(NONE, snapshot.take());
            snapshot.takeWords(words);
            assertArrayEquals(new long[]{ NONE }, words);

            // What a change returns: the old value, or the new one.
            assertEquals(NONE, x.getAndAdd(1));
            assertEquals(NONE + 1, x.get());
            assertEquals(NONE, x.addAndGet(-1));
            assertEquals(NONE, x.get());
            assertEquals(NONE, x.getAndSet(7));
            assertEquals(7, x.getAndSet(NONE));
            assertTrue(x.compareAndSet(NONE, 8));
            assertFalse(x.compareAndSet(NONE, 9));
            assertEquals(8, x.get());
            assertTrue(x.compareAndSet(8, NONE));
            assertFalse(x.compareAndSet(8, 9));
            assertEquals(NONE, x.get());

            isotach.update(x, y).execute(action ->
            {
                assertEquals(NONE, action.get(x));
                action.set(y, action.get(x));
                action.set(x, 2);
            });
            assertEquals(2, x.get());
            assertEquals(NONE, y.get());
            isotach.apply(y.update(UpdateFunction.MAX, NONE), x.add(NONE - 2));
            assertEquals(NONE, x.get());
            assertEquals(NONE, y.get());
            try (Reservation held = isotach.reserve(x))
            {
                assertEquals(NONE, held.values().get(x));
            }
            assertEquals("both", isotach.snapshot(
                now -> NONE == now.get(x) && NONE == now.get(y) ? "both" : "not both", x, y));
        }
    }

    @ParameterizedTest
    @CsvSource({ "INVOKER, 1", "SHARED, 1", "SHARED, 2" })
    void shouldReadItInOtherTypes(final ThreadingMode mode, final int hosts)
    {
        final double number = Double.longBitsToDouble(NONE);
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoDouble x = test.get().doubleVariable("x", number);
            assertEquals(NONE, Double.doubleToRawLongBits(x.get()));
            x.set(1);
            x.set(number);
            assertEquals(NONE, Double.doubleToRawLongBits(x.get()));
            final Double found = test.get().snapshot(now -> now.get(x), x);
            assertEquals(NONE, Double.doubleToRawLongBits(found));
        }
    }
}
