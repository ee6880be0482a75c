/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * The methods that variables have in common with {@code java.util.concurrent.atomic}.
 */
class AtomicMethodsTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";
    private static final int THREADS = 3;
    private static final int WAYS = 6;

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldDoAsAnAtomicLong(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoLong x = test.get().longVariable("x", Long.MAX_VALUE - 2);
            final AtomicLong y = new AtomicLong(Long.MAX_VALUE - 2);
            final Random random = new Random(1);
            for (int i = 0; i < 200; i++)
            {
                final long argument = random.nextInt(5) - 2;
                final long expected = random.nextBoolean() ? y.get() : argument;
                assertEquals(y.compareAndExchange(expected, argument), x.compareAndExchange(expected, argument));
                assertEquals(y.incrementAndGet(), x.incrementAndGet());
                assertEquals(y.decrementAndGet(), x.decrementAndGet());
                assertEquals(y.getAndIncrement(), x.getAndIncrement());
                assertEquals(y.getAndDecrement(), x.getAndDecrement());
                assertEquals(y.updateAndGet(value -> 3 * value + 1), x.updateAndGet(value -> 3 * value + 1));
                assertEquals(y.getAndUpdate(value -> value / 2), x.getAndUpdate(value -> value / 2));
                assertEquals(y.accumulateAndGet(argument, Math::max), x.accumulateAndGet(argument, Math::max));
                assertEquals(
                    y.getAndAccumulate(argument, (a, b) -> a - b), x.getAndAccumulate(argument, (a, b) -> a - b));
                assertEquals(y.get(), x.get());
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldDoAsAnAtomicInteger(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoInt x = test.get().intVariable("x", Integer.MAX_VALUE - 2);
            final AtomicInteger y = new AtomicInteger(Integer.MAX_VALUE - 2);
            final Random random = new Random(2);
            for (int i = 0; i < 200; i++)
            {
                final int argument = random.nextInt(5) - 2;
                final int expected = random.nextBoolean() ? y.get() : argument;
                assertEquals(y.compareAndExchange(expected, argument), x.compareAndExchange(expected, argument));
                assertEquals(y.incrementAndGet(), x.incrementAndGet());
                assertEquals(y.decrementAndGet(), x.decrementAndGet());
                assertEquals(y.getAndIncrement(), x.getAndIncrement());
                assertEquals(y.getAndDecrement(), x.getAndDecrement());
                assertEquals(y.updateAndGet(value -> 3 * value + 1), x.updateAndGet(value -> 3 * value + 1));
                assertEquals(y.getAndUpdate(value -> value / 2), x.getAndUpdate(value -> value / 2));
                assertEquals(y.accumulateAndGet(argument, Math::max), x.accumulateAndGet(argument, Math::max));
                assertEquals(
                    y.getAndAccumulate(argument, (a, b) -> a - b), x.getAndAccumulate(argument, (a, b) -> a - b));
                assertEquals(y.get(), x.get());
            }
        }
    }

    private record Quote(long bid, double ask, boolean isOpen)
    {
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldDoAsAnAtomicReferenceOfRecords(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            Quote y = new Quote(1, 0.5, false);
            final IsoStruct<Quote> x = test.get().struct("x", y);
            final Random random = new Random(3);
            for (int i = 0; i < 100; i++)
            {
                final Quote other = new Quote(random.nextInt(3), random.nextInt(3) / 2.0, random.nextBoolean());
                final Quote expected = random.nextBoolean() ? y : other;
                final Quote last = y;
                assertEquals(y.equals(expected), x.compareAndSet(expected, other));
                y = y.equals(expected) ? other : y;
                assertEquals(y, x.compareAndExchange(expected, last));
                y = y.equals(expected) ? last : y;
                assertEquals(y, x.getAndSet(other));
                assertEquals(next(other), x.updateAndGet(AtomicMethodsTest::next));
                assertEquals(next(other), x.getAndUpdate(AtomicMethodsTest::next));
                y = sum(next(next(other)), other);
                assertEquals(y, x.accumulateAndGet(other, AtomicMethodsTest::sum));
                assertEquals(y, x.getAndAccumulate(other, AtomicMethodsTest::sum));
                y = sum(y, other);
                assertEquals(y, x.get());
            }
            assertThrows(IllegalStateException.class, () -> x.updateAndGet(quote ->
            {
                throw new IllegalStateException("no quote");
            }));
            assertThrows(IllegalStateException.class, () -> x.updateAndGet(quote -> x.get()));
            assertThrows(NullPointerException.class, () -> x.updateAndGet(quote -> null));
            assertThrows(NullPointerException.class, () -> x.updateAndGet(null));
            assertThrows(NullPointerException.class, () -> x.compareAndSet(null, new Quote(1, 1, true)));
            assertEquals(y, x.get());
        }
    }

    /**
     * Increments of all components by threads of all hosts, in all ways: none is lost, and no record is torn.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldLoseNoChangeOfARecord(final ThreadingMode mode, final int hosts) throws Exception
    {
        final int rounds = ThreadingMode.INVOKER == mode ? 50 : 200;
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoStruct<Quote> x = test.get().struct("x", new Quote(0, 0, false));
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                final int thread = i;
                threads.start("thread " + i, () ->
                {
                    for (int round = 0; round < rounds; round++)
                    {
                        final Quote before = 0 == (round + thread) % 2 ? x.getAndUpdate(AtomicMethodsTest::next) :
                            exchange(x);
                        assertEquals(before.ask(), before.bid(), "torn");
                    }
                });
            }
            threads.join();
            assertEquals(THREADS * rounds, x.get().bid());
        }
    }

    private static Quote exchange(final IsoStruct<Quote> x)
    {
        Quote expected = x.get();
        Quote witness = x.compareAndExchange(expected, next(expected));
        while (!witness.equals(expected))
        {
            expected = witness;
            witness = x.compareAndExchange(expected, next(expected));
        }
        return expected;
    }

    private static Quote next(final Quote quote)
    {
        return new Quote(quote.bid() + 1, quote.ask() + 1, !quote.isOpen());
    }

    private static Quote sum(final Quote first, final Quote second)
    {
        return new Quote(first.bid() + second.bid(), first.ask() + second.ask(), first.isOpen() ^ second.isOpen());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldDoSoWithDoubles(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoDouble x = test.get().doubleVariable("x", 0.5);
            assertEquals(0.5, x.compareAndExchange(0.25, 1));
            assertEquals(0.5, x.compareAndExchange(0.5, 0.0));
            assertEquals(0.0, x.compareAndExchange(-0.0, 2));
            assertEquals(0.0, x.compareAndExchange(0.0, Double.NaN));
            assertEquals(Double.NaN, x.compareAndExchange(Double.NaN, 2));
            assertEquals(6, x.updateAndGet(value -> 3 * value));
            assertEquals(6, x.getAndUpdate(Math::sqrt));
            assertEquals(Math.sqrt(6) / 2, x.accumulateAndGet(2, (a, b) -> a / b));
            assertEquals(Math.sqrt(6) / 2, x.getAndAccumulate(1, Math::min));
            assertEquals(1, x.get());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldDoSoWithBooleansAndReferences(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoBoolean x = test.get().booleanVariable("x", true);
            final AtomicBoolean y = new AtomicBoolean(true);
            for (int i = 0; i < 8; i++)
            {
                final boolean expected = 0 == (i & 1);
                final boolean value = 0 == (i & 2);
                assertEquals(y.compareAndExchange(expected, value), x.compareAndExchange(expected, value));
                assertEquals(y.get(), x.get());
            }
            final IsoReference<String> text = test.get().reference("text", "a");
            final AtomicReference<String> other = new AtomicReference<>("a");
            assertEquals(other.accumulateAndGet("b", String::concat), text.accumulateAndGet("b", String::concat));
            assertEquals(other.getAndAccumulate("c", String::concat), text.getAndAccumulate("c", String::concat));
            assertEquals("abc", text.get());
            assertEquals("abcnull", text.accumulateAndGet(null, (a, b) -> a + b));
        }
    }

    /**
     * A function that throws leaves the old value, and so does one that calls the library.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepTheValueIfAFunctionThrows(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong x = test.get().longVariable("x", 5);
            final IsoDouble d = test.get().doubleVariable("d", 0.5);
            final IsoInt i = test.get().intVariable("i", 6);
            assertThrows(ArithmeticException.class, () -> x.updateAndGet(value -> 1 / (value - 5)));
            assertThrows(ArithmeticException.class, () -> i.accumulateAndGet(0, (a, b) -> a / b));
            assertThrows(IllegalStateException.class, () -> d.getAndUpdate(value -> x.incrementAndGet()));
            assertThrows(NullPointerException.class, () -> x.updateAndGet(null));
            assertThrows(NullPointerException.class, () -> d.getAndAccumulate(1, null));
            assertEquals(5, x.get());
            assertEquals(6, i.get());
            assertEquals(0.5, d.get());
            test.get().update(x).execute(action ->
            {
                assertThrows(IllegalStateException.class, () -> i.getAndIncrement());
                assertThrows(IllegalStateException.class, () -> i.compareAndExchange(6, 7));
                assertThrows(IllegalStateException.class, () -> i.updateAndGet(value -> value));
            });
            assertEquals(6, i.get());
        }
    }

    /**
     * Each way of adding one, by threads at the same time, on a variable that others reserve.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldLoseNoChange(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoLong x = test.get().longVariable("x");
            final IsoInt n = test.get().intVariable("n");
            final IsoDouble d = test.get().doubleVariable("d");
            final int rounds = (1 == hosts ? 100 : 10) * WAYS;
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                final int first = i;
                threads.start("thread " + i, () ->
                {
                    for (int round = 0; round < rounds; round++)
                    {
                        addOne(x, n, d, (first + round) % WAYS);
                    }
                });
            }
            threads.start("reserves", () ->
            {
                for (int round = 0; round < 20; round++)
                {
                    test.get().update(x, n, d).execute(action -> Thread.yield());
                }
            });
            threads.join();
            assertEquals((long)THREADS * rounds, x.get());
            assertEquals(THREADS * rounds, n.get());
            assertEquals(THREADS * rounds, d.get());
        }
    }

    private static void addOne(final IsoLong x, final IsoInt n, final IsoDouble d, final int way)
    {
        switch (way)
        {
            case 0:
                x.incrementAndGet();
                n.getAndIncrement();
                d.addAndGet(1);
                break;
            case 1:
                x.updateAndGet(value -> value + 1);
                n.updateAndGet(value -> value + 1);
                d.updateAndGet(value -> value + 1);
                break;
            case 2:
                x.getAndAccumulate(1, Long::sum);
                n.getAndAccumulate(1, Integer::sum);
                d.getAndAccumulate(1, Double::sum);
                break;
            case 3:
                x.getAndIncrement();
                n.incrementAndGet();
                d.getAndUpdate(value -> value + 1);
                break;
            default:
                long before = x.get();
                for (long seen = x.compareAndExchange(before, before + 1); seen != before;
                    seen = x.compareAndExchange(before, before + 1))
                {
                    before = seen;
                }
                int old = n.get();
                for (int seen = n.compareAndExchange(old, old + 1); seen != old;
                    seen = n.compareAndExchange(old, old + 1))
                {
                    old = seen;
                }
                double last = d.get();
                for (double seen = d.compareAndExchange(last, last + 1); !isSame(seen, last);
                    seen = d.compareAndExchange(last, last + 1))
                {
                    last = seen;
                }
        }
    }

    /**
     * Compares as the variable does: -0.0 is not 0.0, and a number that is none equals itself.
     */
    private static boolean isSame(final double seen, final double expected)
    {
        return Double.doubleToRawLongBits(seen) == Double.doubleToRawLongBits(expected);
    }
}
