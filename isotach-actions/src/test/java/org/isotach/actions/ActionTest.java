/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What actions do, in all threading modes, with one host and with two.
 */
class ActionTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";

    private enum Side
    {
        BUY, SELL
    }

    private record Quote(double bid, float ask, long volume, int count, short lot, byte tick, char unit, boolean isOpen,
        Side side)
    {
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldReadAndAssignAtOnePoint(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoDouble[] accounts = isotach.doubles("account", 10, 1000.0);
            final IsoLong transfers = isotach.longVariable("transfers");
            final IsoReference<String> limit = isotach.reference("limit", "30.5");

            final double moved = isotach.update(accounts[3], accounts[7]).reading(limit).run(action ->
            {
                final double amount = Double.parseDouble(action.get(limit));
                action.set(accounts[3], action.get(accounts[3]) - amount);
                action.set(accounts[7], action.get(accounts[7]) + amount);
                return amount;
            });
            isotach.apply(transfers.add(1), accounts[3].add(-10), accounts[7].add(10));

            assertEquals(30.5, moved);
            assertEquals(959.5, accounts[3].get());
            assertEquals(1040.5, accounts[7].get());
            assertEquals(1, transfers.get());
            assertEquals(2000.0, isotach.snapshot(
                now -> now.get(accounts[3]) + now.get(accounts[7]), accounts[3], accounts[7]));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldKeepEveryType(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoInt number = isotach.intVariable("number", -5);
            final IsoBoolean flag = isotach.booleanVariable("flag", true);
            final IsoStruct<Quote> quote = isotach.struct("quote", Quote.class);
            final Quote first = new Quote(-1.5, 2.5f, Long.MIN_VALUE, -7, (short)-3, (byte)-1, 'x', true, Side.SELL);
            quote.set(first);

            assertEquals(new Quote(0, 0, 0, 0, (short)0, (byte)0, '\0', false, Side.BUY),
                isotach.struct("other", Quote.class).get());
            assertEquals(first, isotach.struct("third", first).get());
            assertEquals(first, quote.get());
            assertTrue(flag.getAndSet(false));
            assertFalse(flag.get());
            assertTrue(flag.compareAndSet(false, true));
            assertFalse(flag.compareAndSet(false, true));
            assertEquals(-5, number.get());
            number.set(Integer.MAX_VALUE);
            assertEquals(Integer.MIN_VALUE, number.addAndGet(1));
            assertEquals(Integer.MIN_VALUE, number.getAndAdd(2));
            isotach.apply(number.max(7));
            assertEquals(7, number.get());
            final int words = isotach.update(quote, number, flag).run(action ->
            {
                action.set(number, action.get(number) + 1).set(flag, !action.get(flag));
                action.set(quote, new Quote(3, 4, 5, 6, (short)7, (byte)8, 'y', false, Side.BUY));
                return action.get(quote).count() + action.get(number);
            });
            assertEquals(14, words);
            assertEquals(8, number.get());
            assertFalse(flag.get());
            assertEquals('y', quote.get().unit());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldWriteSeveralAtOnce(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] longs = isotach.longs("x", 40, 0);
            isotach.write(batch ->
            {
                for (final IsoLong variable : longs)
                {
                    batch.set(variable, variable.address() + 1);
                }
            });
            isotach.write(batch -> batch.set(longs[0], 100).set(longs[39], 200));
            assertEquals(100, longs[0].get());
            assertEquals(longs[1].address() + 1, longs[1].get());
            assertEquals(200, longs[39].get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldAssignTheOldValuesWhenTheBodyThrows(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 5);
            final IsoReference<String> name = isotach.reference("name", "before");
            final Topic<String> topic = isotach.topic("events");
            try (Subscription<String> subscription = topic.subscribe())
            {
                final IOException thrown = new IOException("no");
                assertSame(thrown, assertThrows(IOException.class, () -> isotach.update(x, name).run(action ->
                {
                    action.set(x, 6).set(name, "after").send(topic, "sent");
                    throw thrown;
                })));
                assertEquals(5, x.get());
                assertEquals("before", name.get());
                isotach.update(x).execute(action -> action.set(x, 7).send(topic, "second"));
                assertEquals("second", subscription.take());
                assertEquals(7, x.get());
                // Perhaps with the same objects.
                isotach.update(x, name).execute(action -> action.set(x, 8));
                assertEquals("before", name.get());
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRunEachBodyOnceWhateverTheContention(final ThreadingMode mode, final int hosts) throws Exception
    {
        final int threadCount = 4;
        final int actions = 250;
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] accounts = isotach.longs("account", 8, 100);
            final IsoLong count = isotach.longVariable("count");
            final AtomicInteger bodies = new AtomicInteger();
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < threadCount; i++)
            {
                final Random random = new Random(i);
                threads.start("transfers " + i, () ->
                {
                    for (int j = 0; j < actions; j++)
                    {
                        final IsoLong from = accounts[random.nextInt(accounts.length)];
                        final IsoLong to = accounts[random.nextInt(accounts.length)];
                        isotach.update(from, count, to).execute(action ->
                        {
                            bodies.incrementAndGet();
                            action.set(from, action.get(from) - 3);
                            action.set(to, action.get(to) + 3);
                            action.set(count, action.get(count) + 1);
                        });
                        if (0 == j % 16)
                        {
                            assertEquals(800, TestIsotach.total(test.get(), accounts));
                        }
                    }
                });
            }
            threads.join();
            assertEquals(threadCount * actions, bodies.get());
            assertEquals(threadCount * actions, count.get());
            assertEquals(800, TestIsotach.total(test.get(), accounts));
        }
    }

    /**
     * Bodies of different variables do not wait for each other, nor for sessions.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldGoOnWhileBodiesAreLong(final ThreadingMode mode, final int hosts) throws Exception
    {
        final int bodies = 20;
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] variables = isotach.longs("x", bodies, 0);
            final CountDownLatch begun = new CountDownLatch(bodies);
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < bodies; i++)
            {
                final IsoLong own = variables[i];
                threads.start("body " + i, () -> isotach.update(own).run(action ->
                {
                    begun.countDown();
                    assertTrue(begun.await(30, TimeUnit.SECONDS));
                    action.set(own, 1);
                    return null;
                }));
            }
            threads.join();
            assertEquals(bodies, TestIsotach.total(test.get(), variables));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRunOnAnExecutor(final ThreadingMode mode, final int hosts) throws Exception
    {
        final ExecutorService executor = Executors.newSingleThreadExecutor();
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 10);
            final Reservation held = isotach.reserve(x);
            // Waits for the reservation, and takes no thread for that.
            final CompletableFuture<Long> waiting = isotach.update(x).reading(y).runAsync(action ->
            {
                action.set(x, action.get(x) + action.get(y));
                return action.get(x);
            }, executor);
            final CompletableFuture<Long> other =
                isotach.update(y).runAsync(action -> action.set(y, 20).get(y), executor);
            assertEquals(20, other.get(30, TimeUnit.SECONDS));
            assertFalse(waiting.isDone());
            held.assign(action -> action.set(x, 5));
            assertEquals(15, waiting.get(30, TimeUnit.SECONDS));
            final CompletableFuture<Long> failed = isotach.update(x).runAsync(action ->
            {
                throw new IOException("no");
            }, executor);
            assertEquals(IOException.class, assertThrows(ExecutionException.class, failed::get).getCause().getClass());
            assertEquals(15, x.get());
        }
        finally
        {
            executor.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNotRunWhatWasCancelled(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final AtomicInteger bodies = new AtomicInteger();
            final CompletableFuture<Void> cancelled;
            try (Reservation held = isotach.reserve(x))
            {
                cancelled = isotach.update(x).runAsync(action ->
                {
                    bodies.incrementAndGet();
                    return null;
                }, Runnable::run);
                assertEquals(1, held.values().get(x));
                assertTrue(cancelled.cancel(true));
            }
            assertEquals(1, x.get());
            assertEquals(0, bodies.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldGiveBackWhatAnExecutorRefuses(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final ExecutorService executor = Executors.newSingleThreadExecutor();
            executor.shutdown();
            final CompletableFuture<Void> refused = isotach.update(x).runAsync(action -> null, executor);
            assertThrows(ExecutionException.class, () -> refused.get(30, TimeUnit.SECONDS));
            assertEquals(1, x.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRunPreparedOnes(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", 3, 1);
            final PreparedAction<Long> action = isotach.update(x[0], x[1]).prepare(
                run -> run.set(x[0], run.get(x[0]) + run.get(x[1])).get(x[0]));
            final PreparedChanges changes = isotach.prepare(x[1].add(1), x[2].max(10));
            final PreparedSnapshot<Long> total = isotach.prepare(now -> TestIsotach.sum(now, x), x);
            assertEquals(2, action.run());
            changes.apply();
            changes.apply();
            assertEquals(5, action.run());
            assertEquals(5 + 3 + 10, total.take());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldReadManyVariables(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoLong[] x = test.get().longs("x", 2000, 2);
            // In several ways: copies, and an isochron.
            for (int i = 0; i < 10; i++)
            {
                x[i].set(3);
                assertEquals(4001 + i, TestIsotach.total(test.get(), x));
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldFreeObjectsThatNobodyRefersToAnyMore(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<List<Integer>> list = isotach.reference("list");
            assertNull(list.get());
            for (int i = 0; i < 50; i++)
            {
                list.set(List.of(i));
                isotach.update(list).execute(action -> action.set(list, List.of(action.get(list).get(0) + 1)));
                assertEquals(List.of(i + 1), list.get());
                final int first = isotach.snapshot(now -> now.get(list).get(0), list);
                assertEquals(i + 1, first);
            }
            assertTrue(isotach.objects() <= 5, () -> isotach.objects() + " objects");
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldDeclareArraysAndCollectionsWithFurtherVariables(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong[] accounts = isotach.longs("account", 3, 100);
            final IsoLong fees = isotach.longVariable("fees", 5);
            final IsoBoolean isOpen = isotach.booleanVariable("open", true);
            isotach.update(IsoVariable.all(accounts, fees)).reading(isOpen).execute(action ->
                action.set(fees, action.get(isOpen) ? action.get(accounts[2]) : 0));
            assertEquals(100, fees.get());
            assertEquals(400, isotach.snapshot(
                now -> TestIsotach.sum(now, accounts) + now.get(fees),
                IsoVariable.all(List.of(accounts), fees)).longValue());
            assertEquals(0, IsoVariable.all(List.of()).length);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadAllThatIsDeclaredToBeRead(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 2);
            final Update reading = isotach.update().reading(x);
            assertEquals(3, reading.reading(y).run(action -> action.get(x) + action.get(y)).longValue());
            assertThrows(IllegalArgumentException.class, () -> reading.run(action -> action.get(y)));
        }
    }
}
