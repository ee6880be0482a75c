/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.MemoryPort;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is first in the order: pipelines, conditions, messages, and chains of happens-before.
 */
class OrderTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";

    /**
     * A token goes round between threads, each of which has a session, and a host, of its own; who has it sees all that
     * was done before, in all ways to read.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldFollowHappensBefore(final ThreadingMode mode, final int hosts) throws Exception
    {
        final int threadCount = 4;
        final int rounds = 30;
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final Semaphore[] turns = new Semaphore[threadCount];
            Arrays.setAll(turns, i -> new Semaphore(0 == i ? 1 : 0));
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < threadCount; i++)
            {
                final int own = i;
                threads.start("thread " + i, () ->
                {
                    for (int round = 0; round < rounds; round++)
                    {
                        turns[own].acquire();
                        final long expected = round * threadCount + own;
                        assertEquals(expected, x.get());
                        final long seen = isotach.snapshot(now -> now.get(y), x, y);
                        assertEquals(expected, seen);
                        if (0 == expected % 3)
                        {
                            isotach.apply(x.add(1), y.add(1));
                        }
                        else if (1 == expected % 3)
                        {
                            isotach.write(batch -> batch.set(x, expected + 1).set(y, expected + 1));
                        }
                        else
                        {
                            isotach.update(x, y).execute(action ->
                                action.set(x, action.get(x) + 1).set(y, action.get(y) + 1));
                        }
                        turns[(own + 1) % threadCount].release();
                    }
                });
            }
            threads.join();
        }
    }

    /**
     * A thread that is started behind a reservation waits for the new value, wherever it reads.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldReadBehindAReservationThatHappensBefore(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            for (int round = 1; round <= 20; round++)
            {
                final int value = round;
                final boolean isSnapshot = 0 == round % 2;
                final CompletableFuture<Long> read = new CompletableFuture<>();
                final TestThreads threads = new TestThreads();
                try (Reservation reservation = isotach.reserve(x))
                {
                    threads.start("reader", () ->
                        read.complete(isSnapshot ? isotach.snapshot(now -> now.get(x), x) : Long.valueOf(x.get())));
                    while (!read.isDone() &&
                        isotach.cluster().status().reservations().stream().allMatch(held -> 0 == held.waitingReads()))
                    {
                        Thread.yield();
                    }
                    reservation.assign(action -> action.set(x, value));
                }
                assertEquals(value, read.get(30, TimeUnit.SECONDS));
                threads.join();
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldDeliverToAllInTheOrderOfTheActions(final ThreadingMode mode, final int hosts) throws Exception
    {
        final int actions = 50;
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong count = isotach.longVariable("count");
            final Topic<Long> topic = isotach.topic("numbers");
            final List<Long> handled = new ArrayList<>();
            final CompletableFuture<Void> areAllHandled = new CompletableFuture<>();
            try (Subscription<Long> first = topic.subscribe();
                Subscription<Long> second = topic.subscribe();
                Subscription<Long> handler = topic.subscribe(number ->
                {
                    handled.add(number);
                    if (2 * actions == handled.size())
                    {
                        areAllHandled.complete(null);
                    }
                }, Runnable::run))
            {
                assertThrows(IllegalStateException.class, handler::poll);
                final TestThreads threads = new TestThreads();
                for (int i = 0; i < 2; i++)
                {
                    threads.start("sender " + i, () ->
                    {
                        for (int j = 0; j < actions; j++)
                        {
                            isotach.update(count).execute(action ->
                                action.set(count, action.get(count) + 1).send(topic, action.get(count)));
                        }
                    });
                }
                for (long i = 1; i <= 2 * actions; i++)
                {
                    assertEquals(i, first.take());
                    // Whoever has received a message finds what was assigned with it.
                    assertTrue(count.get() >= i);
                    assertEquals(i, second.take(Duration.ofSeconds(30)));
                }
                threads.join();
                areAllHandled.get(30, TimeUnit.SECONDS);
                for (int i = 0; i < 2 * actions; i++)
                {
                    assertEquals(i + 1, handled.get(i));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldKeepTheOrderOfAPipeline(final ThreadingMode mode, final int hosts) throws Exception
    {
        final int actions = 100;
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y", 7);
            final List<CompletableFuture<Long>> results = new ArrayList<>();
            final PreparedAction<Long> prepared =
                isotach.update(x).prepare(action -> action.set(x, action.get(x) + 1).get(x));
            try (Pipeline pipeline = isotach.pipeline(8))
            {
                for (int i = 0; i < actions / 2; i++)
                {
                    results.add(pipeline.submit(isotach.update(x, y), action -> action.set(
                        x, action.get(x) + 1).get(x)));
                    results.add(pipeline.submit(prepared));
                }
                // Nobody goes on with the pipeline here, and it goes on.
                assertEquals(actions, x.get());
            }
            for (int i = 0; i < actions; i++)
            {
                assertEquals(i + 1, results.get(i).get());
            }
        }
    }

    /**
     * The first one waits for a reservation; this thread waits for what is behind it.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldGoOnWithAPipelineThatNobodyCalls(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final Reservation held = isotach.reserve(x);
            try (Pipeline pipeline = isotach.pipeline(4))
            {
                pipeline.submit(isotach.update(x), action -> action.set(x, action.get(x) + 1));
                pipeline.submit(isotach.update(y), action -> action.set(y, 1));
                held.assign(action -> action.set(x, 10));
                assertEquals(11, x.get());
                assertEquals(1, y.get());
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldWaitForAConditionOfEachWriter(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong done = isotach.longVariable("done");
            final TestThreads threads = new TestThreads();
            threads.start("waits", () ->
            {
                for (int i = 1; i <= 5; i++)
                {
                    final long wanted = i;
                    isotach.update(done).reading(x).when(now -> now.get(x) >= wanted, Duration.ofSeconds(30))
                        .execute(action -> action.set(done, wanted));
                }
            });
            final List<Runnable> writers = List.of(
                () -> x.set(1),
                () -> isotach.apply(x.add(1)),
                () -> isotach.update(x).execute(action -> action.set(x, 3)),
                () -> isotach.write(batch -> batch.set(x, 4)),
                () -> writeThroughAPort(isotach, x, 5));
            for (int i = 0; i < writers.size(); i++)
            {
                final int number = i + 1;
                writers.get(i).run();
                isotach.update(done).when(now -> now.get(done) == number, Duration.ofSeconds(30)).execute(action ->
                {
                });
            }
            threads.join();
        }
    }

    private static void writeThroughAPort(final Isotach isotach, final IsoLong x, final long value)
    {
        final MemoryPort port = isotach.memory().port(isotach.cluster().host(0));
        final Isochron isochron = port.host().isochron();
        port.write(isochron.begin().fresh(), x.address(), value);
        isochron.issue();
        isochron.awaitExecuted();
        isotach.changed(x);
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldReserveNothingWhileTheConditionIsFalse(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 5);
            final String message = assertThrows(IsotachTimeoutException.class, () -> isotach.update(x)
                .when(now -> now.get(x) > 5, Duration.ofMillis(50)).execute(action -> action.set(x, 0))).getMessage();
            assertTrue(message.contains("the condition of update(x) has not become true within "), message);
            assertThrows(IllegalStateException.class, () -> isotach.update(x)
                .when(now -> x.get() > 5, Duration.ofMillis(50)).execute(action -> action.set(x, 0)));
            assertEquals(5, x.get());
        }
    }
}
