/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What snapshots find, whatever the order in which variables are declared and used, and how reads are counted.
 */
class SnapshotTest
{
    private static final int NESTED = 20;
    private static final int MANY = 300;

    /**
     * @param count more than 16 variables have a table.
     */
    @ParameterizedTest
    @ValueSource(ints = { 5, 40 })
    void shouldFindEachVariable(final int count)
    {
        try (TestIsotach test = TestIsotach.launch())
        {
            final IsoLong[] x = test.get().longs("x", count, 0);
            final IsoLong other = test.get().longVariable("other");
            test.get().write(batch ->
            {
                for (int i = 0; i < count; i++)
                {
                    batch.set(x[i], i);
                }
            });
            final List<Integer> order = new ArrayList<>();
            for (int i = 0; i < count; i++)
            {
                order.add(i);
                order.add(i);
            }
            final Random random = new Random(count);
            for (int round = 0; round < 50; round++)
            {
                final IsoLong[] declared = order.stream().map(i -> x[i]).toArray(IsoLong[]::new);
                Collections.shuffle(order, random);
                final String found = test.get().snapshot(now ->
                {
                    assertThrows(IllegalArgumentException.class, () -> now.get(other));
                    return order.stream().allMatch(i -> i == now.get(x[i])) ? "each" : "another one";
                }, declared);
                assertEquals("each", found);
            }
        }
    }

    /**
     * Some of them are not in the table of readings.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCountNestedSnapshots(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final long before = test.get().directReads() + test.get().orderedReads();
            assertEquals(NESTED, nested(test.get(), x, NESTED));
            assertEquals(before + NESTED, test.get().directReads() + test.get().orderedReads());
            assertEquals(1, x.get());
            assertEquals(before + NESTED, test.get().directReads() + test.get().orderedReads());
        }
    }

    private static long nested(final Isotach isotach, final IsoLong x, final int depth)
    {
        return 0 == depth ? 0 : isotach.snapshot(now -> nested(isotach, x, depth - 1) + now.get(x), x);
    }

    /**
     * Snapshots, and conditions, of many variables wait for one of them, and keep nobody from the others.
     */
    @ParameterizedTest
    @MethodSource("org.isotach.actions.TestIsotach#modes")
    void shouldReserveNothing(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] many = isotach.longs("many", MANY, 1);
            final Update update = isotach.update().reading(many).when(
                now -> 2 * MANY == TestIsotach.sum(now, many), Duration.ofSeconds(20));
            final CompletableFuture<Long> waiting;
            final CompletableFuture<String> condition;
            try (Reservation held = isotach.reserve(many[0]))
            {
                waiting = TestIsotach.waiting(() -> TestIsotach.total(isotach, many));
                condition = TestIsotach.waiting(() -> update.run(action -> "true"));
                isotach.update(many[5], many[6]).execute(action -> action.set(many[5], action.get(many[6]) + 1));
                assertEquals(2, many[5].get());
                assertFalse(waiting.isDone());
                held.assign(action -> action.set(many[0], MANY));
            }
            // What was added is behind it in the order, or before it, as the threads have it.
            final long sum = waiting.get();
            assertTrue(2 * MANY - 1 == sum || 2 * MANY == sum, () -> "" + sum);
            assertEquals("true", condition.get());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeUsableAfterAFunctionThatThrows(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final PreparedSnapshot<Long> prepared = test.get().prepare(now ->
            {
                if (1 == now.get(x))
                {
                    throw new IllegalStateException("one");
                }
                return now.get(x);
            }, x);
            for (int i = 0; i < 100; i++)
            {
                assertThrows(IllegalStateException.class, prepared::take);
            }
            x.set(2);
            assertEquals(2, prepared.take());
        }
    }

    /**
     * Each snapshot is of one moment, and none is older than what its thread has written or seen.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotGoBackWhileOthersWrite(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong[] x = test.get().longs("x", 4, 0);
            final PreparedSnapshot<Long> prepared = test.get().prepare(now ->
                now.get(x[0]) == now.get(x[3]) && now.get(x[1]) == now.get(x[2]) ? now.get(x[0]) : -1, x);
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < 3; i++)
            {
                threads.start("thread " + i, () ->
                {
                    long last = 0;
                    for (int round = 0; round < 2_000; round++)
                    {
                        final long seen = prepared.take();
                        assertTrue(seen >= last, seen + " after " + last);
                        test.get().apply(x[0].add(1), x[1].add(1), x[2].add(1), x[3].add(1));
                        last = prepared.take();
                        assertTrue(last > seen, last + " after a change of " + seen);
                    }
                });
            }
            threads.join();
            assertEquals(6_000, prepared.take());
        }
    }

    private record Point(int x, double y)
    {
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldTakeTheWordsOfAllKindsOfVariables(final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(ThreadingMode.HOST, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong l = isotach.longVariable("l", Long.MIN_VALUE);
            final IsoInt i = isotach.intVariable("i", -5);
            final IsoDouble d = isotach.doubleVariable("d", 0.25);
            final IsoBoolean b = isotach.booleanVariable("b", true);
            final IsoStruct<Point> point = isotach.struct("point", Point.class, MethodHandles.lookup());
            point.set(new Point(7, -1.5));
            final PreparedSnapshot<Void> snapshot = isotach.prepare(now -> null, l, point, i, l, d, b);
            final long[] words = new long[7];
            snapshot.takeWords(words);
            assertEquals(Long.MIN_VALUE, words[0]);
            assertEquals(7, (int)words[1]);
            assertEquals(-1.5, Double.longBitsToDouble(words[2]));
            assertEquals(-5, (int)words[3]);
            assertEquals(0.25, Double.longBitsToDouble(words[4]));
            assertEquals(1, words[5]);
            assertEquals(0, words[6]);
            l.set(3);
            snapshot.takeWords(words);
            assertEquals(3, words[0]);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseWordsThatThereAreNot(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final IsoReference<String> text = test.get().reference("text", "one");
            final PreparedSnapshot<Long> prepared = test.get().prepare(now -> now.get(x), x);
            assertThrows(IndexOutOfBoundsException.class, () -> prepared.takeWords(new long[0]));
            final PreparedSnapshot<String> withText = test.get().prepare(now -> now.get(text), x, text);
            assertEquals("snapshot(x, text) has references, which have no words: use take() and its function",
                assertThrows(IllegalStateException.class, () -> withText.takeWords(new long[2])).getMessage());
            test.get().update(x).run(action ->
                assertThrows(IllegalStateException.class, () -> prepared.takeWords(new long[1])));
        }
    }

    /**
     * As {@link #shouldNotGoBackWhileOthersWrite}.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeWordsOfOneMoment(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong[] x = test.get().longs("x", 4, 0);
            final PreparedSnapshot<Void> prepared = test.get().prepare(now -> null, x);
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < 3; i++)
            {
                threads.start("thread " + i, () ->
                {
                    final long[] words = new long[4];
                    for (int round = 0; round < 2_000; round++)
                    {
                        final long last = words[0];
                        prepared.takeWords(words);
                        final long seen = words[0];
                        assertTrue(seen >= last, seen + " after " + last);
                        test.get().apply(x[0].add(1), x[1].add(1), x[2].add(1), x[3].add(1));
                        prepared.takeWords(words);
                        assertTrue(words[0] > seen, words[0] + " after a change of " + seen);
                        assertTrue(words[0] == words[1] && words[0] == words[2] && words[0] == words[3],
                            () -> Arrays.toString(words));
                    }
                });
            }
            threads.join();
        }
    }
}
