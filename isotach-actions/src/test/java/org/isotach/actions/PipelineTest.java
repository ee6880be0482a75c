/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.ClusterClosedException;
import org.isotach.IsochronTooLargeException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Pipelines whose executor fails or is late, and dependents of their futures.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(ThreadingMode.class)
class PipelineTest
{
    @Parameter
    private ThreadingMode mode;

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Executor ENDED = task ->
    {
        throw new RejectedExecutionException("ended");
    };

    @Test
    void shouldEndWhatIsUnderWayWhenItsExecutorEndsBeforeTheIsotach()
    {
        final Isotach isotach = Isotach.launch(
            new IsotachContext().threadingMode(mode).executor(ENDED));
        final IsoLong x = isotach.longVariable("x", 1);
        isotach.reserve(x);
        final CompletableFuture<Long> submitted =
            isotach.pipeline(2).submit(isotach.update(x), action -> action.get(x));
        isotach.close();
        assertInstanceOf(
            ClusterClosedException.class,
            assertThrows(ExecutionException.class, () -> submitted.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .getCause());
    }

    @Test
    void shouldEndWhatIsUnderWayOnAClusterThatGoesOn() throws Exception
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().threadingMode(mode)))
        {
            final Isotach isotach = Isotach.on(cluster, new IsotachContext().executor(ENDED));
            final IsoLong x = isotach.longVariable("x", 1);
            final Reservation held = isotach.reserve(x);
            final CompletableFuture<Long> submitted =
                isotach.pipeline(2).submit(isotach.update(x), action -> action.get(x));
            isotach.close();
            held.assign(action -> action.set(x, 3));
            assertEquals(3, submitted.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    static List<Throwable> failures()
    {
        return List.of(new IllegalStateException(), new AssertionError(), new IOException());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldSayOnceWhyItStandsStill(final Throwable failure) throws Exception
    {
        final CountDownLatch looks = new CountDownLatch(3);
        final List<Throwable> reported = new CopyOnWriteArrayList<>();
        final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, report) ->
        {
            reported.add(report);
            throw new IllegalStateException("a handler that throws");
        });
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().threadingMode(mode).executor(task ->
            {
                looks.countDown();
                TestIsotach.<RuntimeException>throwUnchecked(failure);
            })))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final IsoLong y = test.get().longVariable("y", 2);
            final Reservation held = test.get().reserve(x);
            try (Pipeline pipeline = test.get().pipeline(2))
            {
                pipeline.submit(test.get().update(x), action -> action.get(x));
                held.close();
                // A look comes after what the one before has reported.
                assertTrue(looks.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
                final CompletableFuture<Long> refused = test.get().update(y).runAsync(action -> action.get(y), ENDED);
                assertInstanceOf(RejectedExecutionException.class, assertThrows(
                    ExecutionException.class, () -> refused.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).getCause());
            }
            assertEquals(List.of(failure), reported);
        }
        finally
        {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private TestIsotach launch(final Executor executor)
    {
        return TestIsotach.launch(
            new IsotachContext().threadingMode(mode).awaitTimeout(LIMIT).executor(executor));
    }

    /**
     * Its body does not run before the dependent returns, or another thread runs it.
     */
    @Test
    void shouldReserveWhatADependentSubmitsForItsReads() throws Exception
    {
        try (TestIsotach test = launch(TestIsotach.THREADS))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            try (Pipeline pipeline = isotach.pipeline(4))
            {
                final Reservation reservation = isotach.reserve(y);
                final CompletableFuture<Long> seen =
                    pipeline.submit(isotach.update(y), action -> action.set(y, 1).get(y)).thenApply(one ->
                    {
                        pipeline.submit(isotach.update(x), action -> action.set(x, one));
                        return x.get();
                    });
                reservation.close();
                assertEquals(1, seen.get());
            }
        }
    }

    @Test
    void shouldGoOnWhileADependentWaitsForTheNextAction() throws Exception
    {
        try (TestIsotach test = launch(TestIsotach.THREADS))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final Update update = test.get().update(x);
            final Reservation held = test.get().reserve(x);
            final List<CompletableFuture<Long>> reads = new ArrayList<>();
            try (Pipeline pipeline = test.get().pipeline(4))
            {
                for (int i = 0; i < 3; i++)
                {
                    reads.add(pipeline.submit(update, action -> action.set(x, action.get(x) + 1).get(x))
                        .thenApply(value -> x.get()));
                }
                held.close();
            }
            for (final CompletableFuture<Long> read : reads)
            {
                assertEquals(4, read.get(2 * LIMIT.toSeconds(), TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void shouldGoOnWhileADependentWaitsForTheNextFuture() throws Exception
    {
        try (TestIsotach test = launch(TestIsotach.THREADS))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final Update update = test.get().update(x);
            final Reservation held = test.get().reserve(x);
            final CompletableFuture<Long> joined;
            try (Pipeline pipeline = test.get().pipeline(2))
            {
                final CompletableFuture<Long> first = pipeline.submit(update, action -> action.get(x));
                final CompletableFuture<Long> second = pipeline.submit(update, action -> action.get(x) + 1);
                joined = first.thenApply(value ->
                    second.copy().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join());
                held.close();
            }
            assertEquals(2, joined.get(2 * LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    /**
     * Each future submits an action that has no dependents, and one that does the same as this one.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 1000 })
    void shouldNotRunOutOfStackWhenDependentsSubmit(final int capacity) throws Exception
    {
        final int length = 10_000;
        try (TestIsotach test = launch(TestIsotach.THREADS))
        {
            final IsoLong x = test.get().longVariable("x");
            final CountDownLatch left = new CountDownLatch(2 * length + 1);
            final PreparedAction<Long> action = test.get().update(x).prepare(body ->
            {
                left.countDown();
                return body.get(x);
            });
            final Reservation held = test.get().reserve(x);
            try (Pipeline pipeline = test.get().pipeline(capacity))
            {
                // Its dependents come before its end: otherwise they run where they are added.
                pipeline.submit(action).thenRun(() -> submitBoth(pipeline, action, length));
                held.close();
                assertTrue(left.await(6 * LIMIT.toSeconds(), TimeUnit.SECONDS), () -> left + " left");
            }
        }
    }

    private static void submitBoth(final Pipeline pipeline, final PreparedAction<Long> action, final int times)
    {
        if (times > 0)
        {
            pipeline.submit(action).thenRun(() -> submitBoth(pipeline, action, times - 1));
            pipeline.submit(action);
        }
    }

    /**
     * A call takes its turn, however many others follow each other.
     */
    @Test
    void shouldSubmitBesideDependentsThatSubmitForEver() throws Exception
    {
        // No other thread goes on with it, and its values are there when the reservation is closed.
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().threadingMode(ThreadingMode.INVOKER).awaitTimeout(LIMIT).executor(ENDED)))
        {
            final IsoLong x = test.get().longVariable("x");
            final PreparedAction<Long> action = test.get().update(x).prepare(body -> body.get(x));
            final AtomicBoolean isOver = new AtomicBoolean();
            final Reservation held = test.get().reserve(x);
            try (Pipeline pipeline = test.get().pipeline(4))
            {
                pipeline.submit(action).thenRun(() -> submitUntil(pipeline, action, isOver));
                final CompletableFuture<Void> submitted = CompletableFuture.runAsync(() ->
                {
                    held.close();
                    pipeline.submit(action);
                    isOver.set(true);
                }, TestIsotach.THREADS);
                submitted.get(2 * LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    private static void submitUntil(
        final Pipeline pipeline, final PreparedAction<Long> action, final AtomicBoolean isOver)
    {
        if (!isOver.get())
        {
            pipeline.submit(action).thenRun(() -> submitUntil(pipeline, action, isOver));
        }
    }

    @Test
    void shouldCompleteInOrderWhoeverRunsTheBodies() throws Exception
    {
        final int length = 2_000;
        try (TestIsotach test = launch(TestIsotach.THREADS))
        {
            final IsoLong x = test.get().longVariable("x");
            final PreparedAction<Long> action =
                test.get().update(x).prepare(body -> body.set(x, body.get(x) + 1).get(x));
            final Queue<Long> late = new ConcurrentLinkedQueue<>();
            try (Pipeline pipeline = test.get().pipeline(4))
            {
                final Runnable others = () ->
                {
                    for (int i = 0; i < length; i++)
                    {
                        pipeline.submit(action);
                    }
                };
                final CompletableFuture<Void> submitting = CompletableFuture.runAsync(others, TestIsotach.THREADS);
                CompletableFuture<Long> before = pipeline.submit(action);
                for (int i = 0; i < length; i++)
                {
                    final CompletableFuture<Long> earlier = before;
                    before = pipeline.submit(action);
                    before.thenAccept(value ->
                    {
                        if (!earlier.isDone())
                        {
                            late.add(value);
                        }
                    });
                }
                submitting.get(6 * LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
            assertEquals(List.of(), List.copyOf(late));
            assertEquals(2 * length + 1, x.get());
        }
    }

    /**
     * A busy executor, or one that drops tasks.
     */
    @Test
    void shouldNotFillAnExecutorThatIsBusy() throws Exception
    {
        final List<Runnable> tasks = new CopyOnWriteArrayList<>();
        final CountDownLatch looks = new CountDownLatch(250);
        try (TestIsotach test = launch(tasks::add))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final Reservation held = test.get().reserve(x);
            try (Pipeline pipeline = test.get().pipeline(2))
            {
                final CompletableFuture<Long> submitted =
                    pipeline.submit(test.get().update(x), action -> action.get(x));
                held.close();
                final Field engine = Isotach.class.getDeclaredField("engine");
                engine.setAccessible(true);
                ((Engine)engine.get(test.get())).caretaker().tendOften(() ->
                {
                    looks.countDown();
                    return 0 == looks.getCount();
                });
                looks.await();
                final int asked = tasks.size();
                assertTrue(asked > 1 && asked < 20, () -> "asked " + asked + " times");
                assertFalse(submitted.isDone());
                tasks.get(0).run();
                assertEquals(1, submitted.get());
            }
        }
    }

    /**
     * The executor has kept what advances the pipeline, and a body runs it.
     */
    @Test
    void shouldNotRunABodyInsideABodyThatRunsATaskOfTheExecutor() throws Exception
    {
        final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        try (TestIsotach test = launch(tasks::add))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final IsoLong y = test.get().longVariable("y", 1);
            final Reservation held = test.get().reserve(x);
            final List<String> steps = new ArrayList<>();
            try (Pipeline pipeline = test.get().pipeline(2))
            {
                pipeline.submit(test.get().update(x), action ->
                {
                    steps.add("first");
                    final Runnable task = tasks.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
                    assertNotNull(task, "nobody has asked the executor");
                    task.run();
                    steps.add("end of the first");
                    return null;
                });
                pipeline.submit(test.get().update(y), action -> steps.add("second"));
                held.close();
                while (tasks.isEmpty())
                {
                    Thread.onSpinWait();
                }
            }
            assertEquals(List.of("first", "end of the first", "second"), steps);
        }
    }

    /**
     * The values of the oldest action are there, so the next one that is submitted would finish it.
     */
    @Test
    void shouldFinishNothingForAnActionThatIsTooLarge() throws Exception
    {
        final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        try (Isotach isotach = Isotach.launch(new IsotachContext().awaitTimeout(LIMIT).executor(tasks::add)
            .cluster(cluster -> cluster.maxIsochronLength(1024)));
            Pipeline pipeline = isotach.pipeline(4))
        {
            final IsoLong[] x = isotach.longs("x", 100, 1);
            final CompletableFuture<Long> first;
            try (Reservation held = isotach.reserve(x[0]))
            {
                first = pipeline.submit(isotach.update(x[0]), action -> action.get(x[0]));
                assertFalse(first.isDone(), held::toString);
            }
            while (tasks.isEmpty())
            {
                Thread.onSpinWait();
            }
            assertThrows(
                IsochronTooLargeException.class, () -> pipeline.submit(isotach.update(x), action -> null));
            assertFalse(first.isDone());
            tasks.forEach(Runnable::run);
            assertEquals(1, first.get());
        }
    }

    /**
     * The thread that closes does the chores that are left.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldNotRunABodyInsideABodyThatClosesTheIsotach(final boolean isRefusing) throws Exception
    {
        final Thread test = Thread.currentThread();
        final Isotach isotach = Isotach.launch(
            new IsotachContext().threadingMode(mode).awaitTimeout(LIMIT).executor(task ->
            {
                if (isRefusing || Thread.currentThread() != test)
                {
                    throw new RejectedExecutionException();
                }
                task.run();
            }));
        final IsoLong x = isotach.longVariable("x", 1);
        final IsoLong y = isotach.longVariable("y", 1);
        final Reservation held = isotach.reserve(x);
        final AtomicBoolean isInside = new AtomicBoolean();
        final AtomicBoolean isNested = new AtomicBoolean();
        final Pipeline pipeline = isotach.pipeline(2);
        pipeline.submit(isotach.update(x), action ->
        {
            isInside.set(true);
            isotach.close();
            isInside.set(false);
            return null;
        });
        final CompletableFuture<Void> second = pipeline.submit(isotach.update(y), action ->
        {
            isNested.set(isInside.get());
            return null;
        });
        held.close();
        pipeline.close();
        assertFalse(isInside.get());
        assertFalse(isNested.get());
        assertTrue(second.isDone());
    }
}
