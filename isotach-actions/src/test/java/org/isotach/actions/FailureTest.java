/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

import org.isotach.ClusterClosedException;
import org.isotach.IsochronTooLargeException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.BusyOnDuty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Executors, handlers, codecs and callers that fail: nothing stays reserved, and everybody else goes on.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(ThreadingMode.class)
class FailureTest
{
    @Parameter
    private ThreadingMode mode;

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    private IsotachContext context()
    {
        return new IsotachContext().threadingMode(mode).awaitTimeout(LIMIT).errorHandler(errors::add);
    }

    @Test
    void shouldEndAReservationWhoseAnswerIsNone()
    {
        try (Isotach isotach = Isotach.launch(context()))
        {
            final IsoLong x = isotach.longVariable("x", 1);
            try (Reservation held = isotach.reserve(x))
            {
                assertThrows(
                    NullPointerException.class, () -> held.assignWhen(null, (answer, action) -> action.set(x, 2)));
            }
            assertEquals(1, x.get());
        }
    }

    static List<Throwable> failures()
    {
        return List.of(new IllegalStateException(), new AssertionError(), new IOException());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldDeliverToAllWhenAHandlerThrows(final Throwable failure)
    {
        try (Isotach isotach = Isotach.launch(context()))
        {
            final Topic<String> topic = isotach.topic("topic");
            final Subscription<String> failing = topic.subscribe(
                message -> TestIsotach.<RuntimeException>throwUnchecked(failure), Runnable::run);
            try (failing; Subscription<String> subscription = topic.subscribe())
            {
                isotach.update().execute(action -> action.send(topic, "first"));
                isotach.update().execute(action -> action.send(topic, "second"));
                assertEquals("first", subscription.take(LIMIT));
                assertEquals("second", subscription.take(LIMIT));
            }
            assertEquals(List.of(failure, failure), errors);
        }
    }

    /**
     * It was there already, so nothing else has it handled.
     */
    @Test
    void shouldHandleWhatIsBehindAMessageThatMakesTheHandlerThrow() throws InterruptedException
    {
        try (Isotach isotach = Isotach.launch(context()))
        {
            final Topic<Integer> topic = isotach.topic("topic");
            final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
            final List<Integer> handled = new ArrayList<>();
            final Subscription<Integer> subscription = topic.subscribe(
                message ->
                {
                    handled.add(message);
                    throw new IllegalStateException("message " + message);
                },
                tasks::add);
            try (subscription; Subscription<Integer> behind = topic.subscribe())
            {
                isotach.update().execute(action -> action.send(topic, 1).send(topic, 2));
                for (int i = 1; i <= 2; i++)
                {
                    assertEquals(i, behind.take(LIMIT));
                }
                for (int i = 1; i <= 2; i++)
                {
                    final Runnable task = tasks.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
                    assertNotNull(task, "message " + i);
                    assertThrows(IllegalStateException.class, task::run);
                }
                assertEquals(List.of(1, 2), handled);
            }
        }
    }

    @Test
    void shouldHandleWhatAnExecutorHasRefusedWithTheNextMessage() throws InterruptedException
    {
        try (Isotach isotach = Isotach.launch(context()))
        {
            final Topic<Integer> topic = isotach.topic("topic");
            final AtomicInteger tasks = new AtomicInteger();
            final List<Integer> handled = new CopyOnWriteArrayList<>();
            final CountDownLatch both = new CountDownLatch(2);
            final Subscription<Integer> subscription = topic.subscribe(
                message ->
                {
                    handled.add(message);
                    both.countDown();
                },
                task ->
                {
                    if (0 == tasks.getAndIncrement())
                    {
                        throw new RejectedExecutionException();
                    }
                    ForkJoinPool.commonPool().execute(task);
                });
            try (subscription)
            {
                isotach.update().execute(action -> action.send(topic, 1));
                isotach.update().execute(action -> action.send(topic, 2));
                assertTrue(both.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
                assertEquals(List.of(1, 2), handled);
            }
        }
    }

    /**
     * Nobody else wakes the thread: the one on duty, which does that from time to time, is busy. In INVOKER it looks by
     * itself from time to time.
     */
    @Test
    void shouldWakeAThreadThatTakesFromASubscriptionThatIsClosed() throws Exception
    {
        try (Isotach isotach = Isotach.launch(
            new IsotachContext().threadingMode(mode).awaitTimeout(Duration.ZERO));
            BusyOnDuty other = new BusyOnDuty(isotach.cluster().host(0).waiter()))
        {
            final Subscription<String> subscription = isotach.<String>topic("topic").subscribe();
            final FutureTask<String> taken = new FutureTask<>(subscription::take);
            final Thread taking = new Thread(taken);
            taking.start();
            if (ThreadingMode.INVOKER == mode)
            {
                TestIsotach.awaitWaiting(taking, taken::isDone);
            }
            else
            {
                other.awaitWaiting(taking);
            }
            subscription.close();
            final Throwable cause = assertThrows(
                ExecutionException.class, () -> taken.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).getCause();
            assertTrue(assertInstanceOf(IllegalStateException.class, cause).getMessage().contains("is closed"));
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldFailTheFutureWhenTheExecutorThrows(final Throwable failure)
    {
        final Executor failing = task -> TestIsotach.<RuntimeException>throwUnchecked(failure);
        try (Isotach isotach = Isotach.launch(context()))
        {
            final IsoLong x = isotach.longVariable("x", 1);
            final Update update = isotach.update(x);
            for (final Update each : List.of(update, update.when(now -> 1 == now.get(x), LIMIT)))
            {
                final CompletableFuture<Long> future = each.runAsync(action -> action.get(x), failing);
                final Throwable cause = assertThrows(
                    ExecutionException.class, () -> future.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).getCause();
                assertEquals(failure, cause);
                assertEquals(1, x.get());
            }
        }
    }

    /**
     * Its values fail when no thread tends chores any more.
     */
    @Test
    void shouldFailTheFutureOfWhatIsRefusedAtTheEnd() throws Exception
    {
        final Isotach isotach = Isotach.launch(context());
        final CompletableFuture<Long> future;
        try (isotach)
        {
            final IsoLong x = isotach.longVariable("x", 1);
            CompletableFuture.supplyAsync(() -> isotach.reserve(x), TestIsotach.THREADS).get();
            future = isotach.update(x).runAsync(action -> action.get(x), task ->
            {
                throw new RejectedExecutionException("no thread");
            });
            assertFalse(future.isDone());
        }
        assertThrows(ExecutionException.class, () -> future.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    /**
     * What comes late needs the thread that tends chores.
     */
    @Test
    void shouldGoOnWhenAnExecutorRefusesToAdvanceAPipeline() throws Exception
    {
        final CountDownLatch refusals = new CountDownLatch(2);
        final Executor refusing = task ->
        {
            refusals.countDown();
            throw new RejectedExecutionException();
        };
        try (Isotach isotach = Isotach.launch(context().executor(refusing)))
        {
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 2);
            final IsoLong z = isotach.longVariable("z", 3);
            final Pipeline pipeline = isotach.pipeline(4);
            try (pipeline)
            {
                final Reservation held = isotach.reserve(x);
                CompletableFuture
                    .runAsync(() -> pipeline.submit(isotach.update(x), action -> action.get(x)), TestIsotach.THREADS)
                    .join();
                held.close();
                // The thread that tends it looks again after the first one.
                assertTrue(refusals.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
            }
            final Reservation held = isotach.reserve(y);
            final List<Throwable> ends = new ArrayList<>();
            final Thread waiting = new Thread(() ->
                ends.add(assertThrows(
                    IsotachException.class, () -> isotach.update(y, z).execute(action -> action.set(z, 0)))));
            waiting.start();
            while (Thread.State.TIMED_WAITING != waiting.getState())
            {
                Thread.onSpinWait();
            }
            waiting.interrupt();
            waiting.join();
            held.close();
            assertEquals(1, ends.size());
            assertEquals(3, z.get());
        }
    }

    @Test
    void shouldAdvanceAPipelineAfterAnExecutorHasFailed() throws Exception
    {
        final AtomicInteger tasks = new AtomicInteger();
        final Executor failingOnce = task ->
        {
            if (0 == tasks.getAndIncrement())
            {
                throw new IllegalStateException("no thread");
            }
            new Thread(task).start();
        };
        try (Isotach isotach = Isotach.launch(context().executor(failingOnce)))
        {
            final IsoLong x = isotach.longVariable("x", 1);
            final Reservation held = isotach.reserve(x);
            final CompletableFuture<Long> future =
                isotach.pipeline(4).submit(isotach.update(x), action -> action.get(x));
            held.close();
            assertEquals(1, future.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    /**
     * The last look of the thread that tends chores finds the pipeline busy.
     */
    @Test
    void shouldEndWhatIsLeftInAPipelineThatIsBusyWhileTheIsotachIsClosed() throws Exception
    {
        final CountDownLatch isCompleting = new CountDownLatch(1);
        final CountDownLatch isClosed = new CountDownLatch(1);
        final Set<Thread> others = Thread.getAllStackTraces().keySet();
        final Isotach isotach = Isotach.launch(context());
        final IsoLong x = isotach.longVariable("x", 1);
        final IsoLong y = isotach.longVariable("y", 1);
        final Reservation held = isotach.reserve(x);
        CompletableFuture.supplyAsync(() -> isotach.reserve(y), TestIsotach.THREADS).get();
        final Pipeline pipeline = isotach.pipeline(2);
        pipeline.submit(isotach.update(x), action ->
        {
            isCompleting.countDown();
            isClosed.await();
            return null;
        });
        final CompletableFuture<Long> second = pipeline.submit(isotach.update(y), action -> action.get(y));
        final Thread submitting = new Thread(() -> assertThrows(
            IsotachException.class, () -> pipeline.submit(isotach.update(x), action -> action.get(x))));
        submitting.start();
        TestIsotach.awaitWaiting(submitting, second::isDone);
        final Thread tending = Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> "isotach-caretaker".equals(thread.getName()) && !others.contains(thread))
            .findAny().orElseThrow();
        held.close();
        assertTrue(isCompleting.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
        isotach.close();
        tending.join();
        assertFalse(second.isDone());
        isClosed.countDown();
        submitting.join();
        assertThrows(ExecutionException.class, () -> second.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    /**
     * Whoever has done something in the body must know that its values are lost.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldSayThatABodyHasRunWhoseIsotachWasClosedMeanwhile(final int hosts)
    {
        final Isotach isotach = Isotach.launch(context().hosts(hosts));
        final IsoLong x = isotach.longVariable("x");
        final String message = assertThrows(ClusterClosedException.class, () -> isotach.update(x).execute(action ->
        {
            action.set(x, 1);
            final Thread closing = new Thread(isotach::close);
            closing.start();
            while (!isotach.cluster().isClosed())
            {
                Thread.onSpinWait();
            }
        })).getMessage();
        assertTrue(message.startsWith(
            "the body of update(x) has run, but it is not known whether its values were assigned: "), message);
        isotach.close();
    }

    @Test
    void shouldEndAReservationThatNoTimerLimits()
    {
        try (Isotach isotach = Isotach.launch(context()))
        {
            final IsoLong x = isotach.longVariable("x", 1);
            try (Reservation held = isotach.reserve(x))
            {
                assertThrows(OutOfMemoryError.class, () ->
                    held.assignWhen(new WithoutTimer<Long>(), (answer, action) -> action.set(x, 2)));
            }
            assertEquals(1, x.get());
        }
    }

    /**
     * The caller awaits another answer instead.
     */
    @Test
    void shouldNotEndAReservationByTheTimeOfAnAnswerThatItDoesNotAwait() throws Exception
    {
        try (Isotach isotach = Isotach.launch(context()))
        {
            final IsoLong x = isotach.longVariable("x", 1);
            final Reservation held = isotach.reserve(x);
            final CompletableFuture<Long> timer = new CompletableFuture<>();
            assertThrows(OutOfMemoryError.class, () -> held.assignWhen(
                new WithoutDependents<>(timer), (answer, action) -> action.set(x, answer)));
            final CompletableFuture<Long> second = new CompletableFuture<>();
            final CompletableFuture<Void> assigned =
                held.assignWhen(second, (answer, action) -> action.set(x, answer));
            timer.completeExceptionally(new TimeoutException());
            final CountDownLatch chores = new CountDownLatch(1);
            engine(isotach).caretaker().tendOften(() ->
            {
                chores.countDown();
                return true;
            });
            assertTrue(chores.await(1, TimeUnit.MINUTES));
            assertFalse(held.isEnded());
            second.complete(2L);
            assigned.get(1, TimeUnit.MINUTES);
            assertEquals(2, x.get());
        }
    }

    private static Engine engine(final Isotach isotach) throws ReflectiveOperationException
    {
        final Field engine = Isotach.class.getDeclaredField("engine");
        engine.setAccessible(true);
        return (Engine)engine.get(isotach);
    }

    /**
     * Memory runs out when somebody wants to know what its copy completes with, but not for the time limit of that.
     */
    private static final class WithoutDependents<T> extends CompletableFuture<T>
    {
        private final CompletableFuture<T> timer;

        WithoutDependents(final CompletableFuture<T> timer)
        {
            this.timer = timer;
        }

        @Override
        public CompletableFuture<T> copy()
        {
            return new CompletableFuture<>()
            {
                @Override
                public CompletableFuture<T> copy()
                {
                    return timer;
                }

                @Override
                public CompletableFuture<T> whenComplete(final BiConsumer<? super T, ? super Throwable> action)
                {
                    throw new OutOfMemoryError("of a test");
                }
            };
        }
    }

    /**
     * Nobody knows of it: what is reserved would stay so.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldReserveNothingWithoutAThreadForItsChores(final int hosts) throws ReflectiveOperationException
    {
        try (Isotach isotach = Isotach.launch(context().hosts(hosts)))
        {
            final IsoLong x = isotach.longVariable("x", 1);
            final Field chores = Caretaker.class.getDeclaredField("calm");
            chores.setAccessible(true);
            chores.set(engine(isotach).caretaker(), new CopyOnWriteArrayList<Object>()
            {
                @Override
                public boolean add(final Object chore)
                {
                    throw new OutOfMemoryError("unable to create native thread");
                }
            });
            assertThrows(OutOfMemoryError.class, () -> isotach.reserve(x));
            assertEquals(2, x.addAndGet(1));
            if (hosts > 1)
            {
                assertThrows(
                    OutOfMemoryError.class,
                    () -> isotach.update(x).runAsync(action -> action.get(x), TestIsotach.THREADS));
                assertEquals(3, x.addAndGet(1));
            }
        }
    }

    /**
     * The first time limit of a JVM starts a thread.
     */
    private static final class WithoutTimer<T> extends CompletableFuture<T>
    {
        @Override
        public <U> CompletableFuture<U> newIncompleteFuture()
        {
            return new WithoutTimer<>();
        }

        @Override
        public CompletableFuture<T> orTimeout(final long timeout, final TimeUnit unit)
        {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }

    @Test
    void shouldHandleOneMessageAtATimeWhenAnExecutorKeepsWhatItHasRefused()
    {
        try (Isotach isotach = Isotach.launch(context()))
        {
            final Topic<Integer> topic = isotach.topic("topic");
            final List<Runnable> tasks = new CopyOnWriteArrayList<>();
            final List<Integer> handled = new ArrayList<>();
            final AtomicInteger inside = new AtomicInteger();
            final Subscription<Integer> subscription = topic.subscribe(
                message ->
                {
                    assertEquals(1, inside.incrementAndGet());
                    handled.add(message);
                    tasks.get(0).run();
                    inside.decrementAndGet();
                },
                task ->
                {
                    tasks.add(task);
                    if (1 == tasks.size())
                    {
                        throw new RejectedExecutionException();
                    }
                });
            try (subscription)
            {
                isotach.update().execute(action -> action.send(topic, 1));
                isotach.update().execute(action -> action.send(topic, 2));
                while (tasks.size() < 2)
                {
                    Thread.onSpinWait();
                }
                tasks.get(1).run();
                assertEquals(List.of(1, 2), handled);
            }
        }
    }

    @Test
    void shouldGiveUpAConditionWhoseVariableKeepsChanging() throws Exception
    {
        try (Isotach isotach = Isotach.launch(context()))
        {
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            // It changes during each look, so each wait for a change ends at once; no read meets a writer.
            final Predicate<Snapshot> neverTrue = now ->
            {
                CompletableFuture.runAsync(() -> x.addAndGet(1), TestIsotach.THREADS).join();
                return now.get(x) < 0;
            };
            final Update never = isotach.update(y).reading(x);
            final CompletableFuture<Throwable> ends = CompletableFuture.supplyAsync(() -> assertThrows(
                IsotachTimeoutException.class,
                () -> never.when(neverTrue, Duration.ofMillis(50)).execute(action -> action.set(y, 1))),
                TestIsotach.THREADS);
            final Throwable end = ends.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            final CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
            final CountDownLatch hasLookedAgain = new CountDownLatch(2);
            final Thread waiting = new Thread(() -> interrupted.complete(assertThrows(
                IsotachException.class,
                () -> never.when(now ->
                {
                    hasLookedAgain.countDown();
                    return neverTrue.test(now);
                }, LIMIT.multipliedBy(10)).execute(action -> action.set(y, 1)))));
            waiting.start();
            assertTrue(hasLookedAgain.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
            waiting.interrupt();
            interrupted.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertTrue(
                end.getMessage().contains("the condition of update(y).reading(x) has not become true within 50 ms"),
                end::getMessage);
            assertEquals(0, y.get());
        }
    }

    @Test
    void shouldWaitForAsLongAsADurationCanBe() throws Exception
    {
        final Duration forever = ChronoUnit.FOREVER.getDuration();
        try (Isotach isotach = Isotach.launch(context().awaitTimeout(forever)))
        {
            final IsoLong x = isotach.longVariable("x");
            final Subscription<Long> subscription = isotach.<Long>topic("topic").subscribe();
            final CompletableFuture<Long> taken =
                CompletableFuture.supplyAsync(() -> subscription.take(forever), TestIsotach.THREADS);
            final CompletableFuture<Void> acted = CompletableFuture.runAsync(() -> isotach.update(x)
                .when(now -> 1 == now.get(x), forever)
                .execute(action -> action.send(isotach.topic("topic"), action.get(x))), TestIsotach.THREADS);
            isotach.apply(x.add(1));
            acted.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertEquals(1, taken.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldReserveNothingThatCannotBeGivenBack()
    {
        try (Isotach isotach = Isotach.launch(context().cluster(cluster -> cluster.maxIsochronLength(1024))))
        {
            final IsoLong[] x = isotach.longs("x", 100, 1);
            final String message = assertThrows(
                IsochronTooLargeException.class, () -> isotach.update(x).execute(action -> action.set(x[0], 2)))
                .getMessage();
            assertTrue(message.contains("takes 100 words (expected: at most 64,"), message);
            final IsoLong[] some = Arrays.copyOf(x, 64);
            isotach.update(some).execute(action -> action.set(x[0], 2));
            assertEquals(2, x[0].get());
        }
    }

    @Test
    void shouldReserveNothingThatLinksAreTooShortToGiveBack()
    {
        try (Isotach isotach = Isotach.launch(context().cluster(cluster -> cluster.linkLength(2048))))
        {
            final IsoLong[] x = isotach.longs("x", 100, 1);
            final String message = assertThrows(
                IsochronTooLargeException.class, () -> isotach.update(x).execute(action -> action.set(x[0], 2)))
                .getMessage();
            assertTrue(message.endsWith("takes 100 words (expected: at most 58, which one isochron can give back; " +
                "raise ClusterContext.linkLength)"), message);
            final IsoLong[] some = Arrays.copyOf(x, 58);
            isotach.update(some).execute(action -> action.set(x[0], 2));
            assertEquals(2, x[0].get());
        }
    }

    @Test
    void shouldGiveBackWhatIsNotLostWithAHost()
    {
        final int count = 16;
        final IsotachContext context = context().hosts(2).sessions(2)
            .place("x", Placement.atHosts(1)).place("y", Placement.atHosts(0));
        try (Isotach isotach = Isotach.launch(context))
        {
            final IsoLong[] x = isotach.longs("x", count, 1);
            final IsoLong[] y = isotach.longs("y", count, 2);
            final List<Reservation> held = new ArrayList<>();
            // By threads of their own: at both hosts.
            for (int i = 0; i < count; i++)
            {
                final int index = i;
                held.add(CompletableFuture
                    .supplyAsync(() -> isotach.reserve(x[index], y[index]), TestIsotach.THREADS)
                    .join());
            }
            isotach.cluster().expel(1);
            held.forEach(Reservation::close);
            for (int i = 0; i < count; i++)
            {
                assertEquals(2, y[i].get());
            }
        }
    }

    /**
     * A call that has given up keeps its reads until nothing arrives for it any more. Who waits for them is told of the
     * end of the cluster, or gets its turn when the cluster goes on.
     */
    @ParameterizedTest
    @CsvSource({ "1, true", "2, true", "1, false", "2, false" })
    void shouldEndTheWaitForATurnWhenTheIsotachIsClosed(final int hosts, final boolean isOwner) throws Exception
    {
        final ClusterContext settings = new ClusterContext().hosts(hosts).threadingMode(mode)
            .readCap(1 << 2).awaitTimeout(Duration.ZERO);
        try (Cluster cluster = isOwner ? null : Cluster.launch(settings))
        {
            final Isotach isotach = isOwner ? Isotach.launch(new IsotachContext().hosts(hosts).cluster(own ->
                own.threadingMode(mode).readCap(1 << 2).awaitTimeout(Duration.ZERO))) :
                Isotach.on(cluster, new IsotachContext());
            final IsoLong x = isotach.longVariable("x");
            final Reservation held =
                CompletableFuture.supplyAsync(() -> isotach.reserve(x), TestIsotach.THREADS).get();
            final CompletableFuture<Throwable> gaveUp = new CompletableFuture<>();
            final Thread first = new Thread(() -> gaveUp.complete(
                assertThrows(IsotachException.class, () -> isotach.update(x).run(action -> action.set(x, 1)))));
            first.start();
            awaitParked(first);
            first.interrupt();
            gaveUp.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            final CompletableFuture<Throwable> second = new CompletableFuture<>();
            final Thread waiting = new Thread(() ->
            {
                try
                {
                    isotach.update(x).run(action -> action.set(x, 2));
                    second.complete(null);
                }
                catch (final Throwable ex)
                {
                    second.complete(ex);
                }
            });
            waiting.start();
            awaitParked(waiting);
            isotach.close();
            if (isOwner)
            {
                assertInstanceOf(ClusterClosedException.class, second.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            }
            else
            {
                held.close();
                assertNull(second.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            }
        }
    }

    private static void awaitParked(final Thread thread)
    {
        while (Thread.State.TIMED_WAITING != thread.getState() && Thread.State.WAITING != thread.getState())
        {
            Thread.onSpinWait();
        }
    }
}
