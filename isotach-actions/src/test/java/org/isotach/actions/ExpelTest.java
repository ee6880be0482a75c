/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.isotach.HostExpelledException;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A host that is expelled: whatever session a thread would have used, it goes on, and no thread waits for ever.
 */
class ExpelTest
{
    private static final int THREADS = 8;
    private static final int ACTIONS = 6;
    private static final int SESSIONS = 16;

    private int started;

    static Stream<Arguments> modesAndHosts()
    {
        return Stream.of(ThreadingMode.values())
            .flatMap(mode -> Stream.of(Arguments.of(mode, 0), Arguments.of(mode, 1)));
    }

    @ParameterizedTest
    @MethodSource("modesAndHosts")
    void shouldGoOnWithoutAHost(final ThreadingMode mode, final int expelled) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 2))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoReference<String> text = isotach.reference("text", "before");
            isotach.cluster().expel(expelled);
            // Their sessions are at both hosts.
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                threads.start("thread " + i, () ->
                {
                    isotach.update(x).execute(action -> action.set(x, action.get(x) + 1));
                    isotach.apply(x.add(1));
                    x.addAndGet(1);
                    text.set("after");
                    try (Pipeline pipeline = isotach.pipeline(1))
                    {
                        pipeline.submit(isotach.update(x).reading(text), action -> action.set(x, action.get(x) + 1));
                    }
                    try (Reservation reservation = isotach.reserve(x))
                    {
                        reservation.assign(action -> action.set(x, action.get(x) + 1));
                    }
                    assertEquals("after", isotach.snapshot(now -> now.get(text), x, text));
                });
            }
            threads.join();
            assertEquals(5 * THREADS, x.get());
        }
    }

    /**
     * What is carried by the other host gets the old values of what the expelled one had reserved.
     */
    @ParameterizedTest
    @MethodSource("modesAndHosts")
    void shouldGoOnWithWhatAHostHadReserved(final ThreadingMode mode, final int expelled) throws Exception
    {
        try (TestIsotach test = launchWithSessions(mode))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 7);
            final IsoReference<String> text = isotach.reference("text", "before");
            final FutureTask<Reservation> held = new FutureTask<>(() -> isotach.reserve(x, text));
            start(expelled, held).join();
            final Callable<Long> action = () -> isotach.update(x, text).run(now ->
            {
                now.set(text, now.get(text) + '+');
                return now.set(x, now.get(x) + 1).get(x);
            });
            final List<FutureTask<?>> others = List.of(
                new FutureTask<>(action), new FutureTask<>(x::get), new FutureTask<>(() -> text.set("set"), 0L));
            final FutureTask<Long> sameHost = new FutureTask<>(action);
            for (final FutureTask<?> other : others)
            {
                TestIsotach.awaitWaiting(start(1 - expelled, other), other::isDone);
            }
            TestIsotach.awaitWaiting(start(expelled, sameHost), sameHost::isDone);

            isotach.cluster().expel(expelled);
            assertEquals(List.of(8L, 8L, 0L), List.of(others.get(0).get(), others.get(1).get(), others.get(2).get()));
            assertInstanceOf(
                HostExpelledException.class, assertThrows(ExecutionException.class, sameHost::get).getCause());
            assertEquals("7 before", held.get().values().get(x) + " " + held.get().values().get(text));
            assertThrows(HostExpelledException.class, () -> held.get().assign(now -> now.set(x, 100)));
            assertEquals("8 set", x.get() + " " + text.get());
        }
    }

    /**
     * It had been set meanwhile, so nobody has the value any more that they wait for.
     */
    @ParameterizedTest
    @MethodSource("modesAndHosts")
    void shouldReadAgainWhatIsLostWithAHost(final ThreadingMode mode, final int expelled) throws Exception
    {
        try (TestIsotach test = launchWithSessions(mode))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 7);
            start(expelled, new FutureTask<>(() -> isotach.reserve(x))).join();
            final ActionBody<Long, RuntimeException> body = action -> action.get(x);
            final List<FutureTask<Long>> others = List.of(
                new FutureTask<>(() -> isotach.update(x).run(body)),
                new FutureTask<>(x::get),
                new FutureTask<>(() -> isotach.update().reading(x).run(body)));
            for (final FutureTask<Long> other : others)
            {
                TestIsotach.awaitWaiting(start(1 - expelled, other), other::isDone);
            }
            start(1 - expelled, new FutureTask<>(() -> x.set(5), 0L)).join();
            isotach.cluster().expel(expelled);
            for (final FutureTask<Long> other : others)
            {
                assertEquals(5, other.get());
            }
        }
    }

    private static TestIsotach launchWithSessions(final ThreadingMode mode)
    {
        return TestIsotach.launch(new IsotachContext().hosts(2).sessions(SESSIONS).threadingMode(mode));
    }

    /**
     * Starts a call with a session that no other one uses: while a thread waits with its session, others use the next
     * one, which is at the other host.
     */
    private Thread start(final int host, final FutureTask<?> call)
    {
        final Thread thread = TestIsotach.threadOf(2 * started++ + host, SESSIONS, call);
        thread.start();
        return thread;
    }

    /**
     * Their values are outstanding by then: a thread of the other host holds the variable.
     */
    @ParameterizedTest
    @MethodSource("modesAndHosts")
    void shouldEndAsynchronousActionsOfAHost(final ThreadingMode mode, final int expelled) throws Exception
    {
        try (TestIsotach test = launchWithSessions(mode))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final FutureTask<Reservation> held = new FutureTask<>(() -> isotach.reserve(x));
            start(1 - expelled, held).join();
            final List<CompletableFuture<Long>> futures = new ArrayList<>();
            for (int i = 0; i < ACTIONS; i++)
            {
                final FutureTask<CompletableFuture<Long>> call = new FutureTask<>(() -> isotach.update(x).runAsync(
                    action -> action.set(x, action.get(x) + 1).get(x), TestIsotach.THREADS));
                start(i % 2, call).join();
                futures.add(call.get());
            }
            isotach.cluster().expel(expelled);
            held.get().close();
            for (int i = 0; i < ACTIONS; i++)
            {
                final CompletableFuture<Long> future = futures.get(i);
                // In INVOKER nobody works while all wait for futures.
                final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                while (!future.isDone() && System.nanoTime() < endNs)
                {
                    y.addAndGet(1);
                }
                if (expelled == i % 2)
                {
                    assertInstanceOf(HostExpelledException.class, assertThrows(
                        ExecutionException.class, () -> future.get(0, TimeUnit.SECONDS)).getCause());
                }
                else
                {
                    future.get(0, TimeUnit.SECONDS);
                }
            }
            assertEquals(ACTIONS / 2, x.get());
        }
    }

    @ParameterizedTest
    @MethodSource("modesAndHosts")
    void shouldEndTheFuturesOfAHost(final ThreadingMode mode, final int expelled) throws Exception
    {
        try (TestIsotach test = launchWithSessions(mode))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoReference<String> text = isotach.reference("text", "before");
            final FutureTask<Reservation> held = new FutureTask<>(() -> isotach.reserve(x, text));
            start(1 - expelled, held).join();
            final FutureTask<List<CompletableFuture<?>>> calls = new FutureTask<>(() -> List.of(
                isotach.applyAsync(x.add(1)),
                isotach.writeAsync(batch -> batch.set(text, "written").set(x, 9)),
                isotach.snapshotAsync(now -> now.get(x), TestIsotach.THREADS, x, text)));
            start(expelled, calls).join();
            isotach.cluster().expel(expelled);
            held.get().close();
            for (final CompletableFuture<?> future : calls.get())
            {
                assertInstanceOf(HostExpelledException.class, assertThrows(
                    ExecutionException.class, () -> future.get(20, TimeUnit.SECONDS)).getCause());
            }
            assertEquals("before", isotach.update(x, text).run(action -> action.get(text)));
        }
    }

    /**
     * The host is stuck, so nobody sees the write of its thread executed.
     */
    @ParameterizedTest
    @EnumSource(names = { "HOST", "DEDICATED" })
    void shouldReadDirectlyAgainWithoutAHostThatWasWriting(final ThreadingMode mode) throws Exception
    {
        final int sessions = 4;
        final CountDownLatch isStuck = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final IsotachContext context = new IsotachContext().hosts(2).sessions(sessions).threadingMode(mode)
            .cluster(cluster -> cluster.handlerTimeout(Duration.ofMillis(1)));
        try (TestIsotach test = TestIsotach.launch(context))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final Topic<String> topic = isotach.topic("topic");
            topic.subscribe();
            topic.subscribe(message ->
            {
                isStuck.countDown();
                awaitQuietly(goOn);
            }, Runnable::run);
            final FutureTask<Void> sending =
                startAt(0, sessions, () -> isotach.update().execute(action -> action.send(topic, "stop")));
            sending.get();
            assertTrue(isStuck.await(20, TimeUnit.SECONDS));
            final AtomicReference<Thread> writer = new AtomicReference<>();
            final FutureTask<Void> writing = startAt(1, sessions, () ->
            {
                writer.set(Thread.currentThread());
                x.set(1);
            });
            while (null == writer.get())
            {
                Thread.onSpinWait();
            }
            TestIsotach.awaitWaiting(writer.get(), writing::isDone);
            isotach.cluster().expel(1);
            goOn.countDown();
            assertThrows(ExecutionException.class, writing::get);
            final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            final long before = isotach.directReads();
            while (before == isotach.directReads())
            {
                assertTrue(System.nanoTime() - endNs < 0, "no direct read");
                isotach.apply(x.add(1));
                x.get();
            }
        }
        finally
        {
            goOn.countDown();
        }
    }

    private static FutureTask<Void> startAt(final int host, final int sessions, final Runnable calls)
    {
        final FutureTask<Void> task = new FutureTask<>(calls, null);
        TestIsotach.threadOf(host, sessions, task).start();
        return task;
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    @ParameterizedTest
    @MethodSource("modesAndHosts")
    void shouldSubscribeAtAHostThatIsLeft(final ThreadingMode mode, final int expelled) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 2))
        {
            final Topic<String> topic = test.get().topic("topic");
            final List<Subscription<String>> before = List.of(topic.subscribe(), topic.subscribe());
            test.get().cluster().expel(expelled);
            final List<Subscription<String>> after = List.of(topic.subscribe(), topic.subscribe());
            test.get().update().execute(action -> action.send(topic, "message"));
            for (final Subscription<String> subscription : after)
            {
                assertEquals("message", subscription.take());
            }
            assertEquals("message", before.get(1 - expelled).take());
            assertThrows(HostExpelledException.class, () -> before.get(expelled).take());
        }
    }
}
