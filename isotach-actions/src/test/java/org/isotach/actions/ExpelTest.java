/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.isotach.HostExpelledException;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * A host that is expelled: whatever session a thread would have used, it goes on, and no thread waits for ever.
 */
class ExpelTest
{
    private static final int THREADS = 8;

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

    @ParameterizedTest
    @MethodSource("modesAndHosts")
    void shouldEndAsynchronousActionsOfAHost(final ThreadingMode mode, final int expelled) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 2))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final Reservation held = isotach.reserve(x);
            final List<CompletableFuture<Long>> futures = new ArrayList<>();
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                threads.start("thread " + i, () ->
                {
                    final CompletableFuture<Long> future = isotach.update(x).runAsync(
                        action -> action.set(x, action.get(x) + 1).get(x), task -> new Thread(task).start());
                    synchronized (futures)
                    {
                        futures.add(future);
                    }
                });
            }
            threads.join();
            isotach.cluster().expel(expelled);
            held.close();
            long count = 0;
            for (final CompletableFuture<Long> future : futures)
            {
                // In INVOKER nobody works while all wait for futures.
                final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                while (!future.isDone() && System.nanoTime() < endNs)
                {
                    y.addAndGet(1);
                }
                try
                {
                    future.get(0, TimeUnit.SECONDS);
                    count++;
                }
                catch (final ExecutionException ex)
                {
                    assertEquals(HostExpelledException.class, ex.getCause().getClass(), "" + ex.getCause());
                }
            }
            assertEquals(count, x.get());
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
