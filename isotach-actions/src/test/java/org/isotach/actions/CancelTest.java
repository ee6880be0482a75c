/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.SchedCancelledException;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Futures that are cancelled: the body does not run, and nothing stays reserved.
 */
class CancelTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";
    private static final int PARKED_LOOKS = 100;

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNotRunWhatWasCancelledWhileItWaitedForWhatItReads(final ThreadingMode mode, final int hosts)
        throws Exception
    {
        final ExecutorService executor = Executors.newSingleThreadExecutor();
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            final AtomicInteger bodies = new AtomicInteger();
            final Reservation held = isotach.reserve(y);
            final CompletableFuture<Integer> cancelled =
                isotach.update(x).reading(y).runAsync(action -> bodies.incrementAndGet(), executor);
            assertTrue(cancelled.cancel(true));
            assertEquals(1, x.getAndAdd(1));
            held.close();
            assertEquals(2, isotach.update(x).reading(y).runAsync(action -> action.get(x), executor)
                .get(30, TimeUnit.SECONDS));
            assertEquals(0, bodies.get());
        }
        finally
        {
            executor.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldEndTheWaitForAConditionOfWhatWasCancelled(final ThreadingMode mode, final int hosts) throws Exception
    {
        final ExecutorService executor = Executors.newSingleThreadExecutor();
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Thread thread = executor.submit(Thread::currentThread).get();
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final AtomicInteger bodies = new AtomicInteger();
            final AtomicInteger looks = new AtomicInteger();
            final CompletableFuture<Integer> cancelled = isotach.update(x)
                .when(now -> looks.getAndIncrement() >= 0 && now.get(x) > 1, Duration.ofMinutes(1))
                .runAsync(action -> bodies.incrementAndGet(), executor);
            while (0 == looks.get())
            {
                Thread.onSpinWait();
            }
            TestIsotach.awaitWaiting(thread, cancelled::isDone);
            assertTrue(cancelled.cancel(true));
            executor.shutdown();
            assertTrue(executor.awaitTermination(20, TimeUnit.SECONDS), "the wait goes on");
            x.set(2);
            assertEquals(0, bodies.get());
        }
        finally
        {
            executor.shutdownNow();
        }
    }

    /**
     * The thread on duty would wake it after a while, so it is busy here.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWakeWhoWaitsForTheConditionOfWhatIsCancelled(final ThreadingMode mode) throws Exception
    {
        final ExecutorService executor = Executors.newSingleThreadExecutor();
        final CountDownLatch isBusy = new CountDownLatch(1);
        final CountDownLatch mayLeave = new CountDownLatch(1);
        final AtomicBoolean isToBeBusy = new AtomicBoolean();
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Thread thread = executor.submit(Thread::currentThread).get();
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final TestThreads threads = new TestThreads();
            final Thread onDuty = threads.start("on duty", () -> isotach.cluster().host(0).waiter().awaitCall(() ->
            {
                if (isToBeBusy.get())
                {
                    isBusy.countDown();
                    awaitUninterrupted(mayLeave);
                }
                return isToBeBusy.get();
            }, "the end"));
            TestIsotach.awaitWaiting(onDuty, () -> false);
            isToBeBusy.set(true);
            isBusy.await();
            final CompletableFuture<Void> cancelled = isotach.update(x)
                .when(now -> now.get(x) > 1, Duration.ofMinutes(10)).runAsync(action -> null, executor);
            awaitParkedForLong(thread);
            assertTrue(cancelled.cancel(true));
            executor.shutdown();
            final boolean isOver = executor.awaitTermination(20, TimeUnit.SECONDS);
            mayLeave.countDown();
            threads.join();
            assertTrue(isOver, "the wait goes on");
        }
        finally
        {
            mayLeave.countDown();
            executor.shutdownNow();
        }
    }

    private static void awaitUninterrupted(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /**
     * A thread that looks by itself is seen awake now and then.
     */
    private static void awaitParkedForLong(final Thread thread) throws InterruptedException
    {
        int parked = 0;
        while (parked < PARKED_LOOKS)
        {
            TimeUnit.MILLISECONDS.sleep(1);
            parked = Thread.State.TIMED_WAITING == thread.getState() ? parked + 1 : 0;
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldGiveBackWhatWasCancelledBeforeItsValuesArrive(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            final IsoLong z = isotach.longVariable("z", 1);
            try (Reservation held = isotach.reserve(x))
            {
                final CompletableFuture<Long> cancelled =
                    isotach.update(y, x).runAsync(action -> action.get(y), Runnable::run);
                // It has the value of z, and waits for one that it only reads.
                final CompletableFuture<Long> reading =
                    isotach.update(z).reading(x).runAsync(action -> action.get(z), TestIsotach.THREADS);
                assertTrue(cancelled.cancel(true));
                assertTrue(reading.cancel(true));
                assertEquals(2, y.addAndGet(1));
                assertEquals(2, z.addAndGet(1));
                assertFalse(held.isEnded());
            }
            assertEquals(1, x.get());
        }
    }

    /**
     * They were to get the value that was there before y was set. It is gone with the action that was to assign it.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldLetThoseBehindWhatWasCancelledReadWhatWasSetMeanwhile(final ThreadingMode mode, final int hosts)
        throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            try (Reservation held = isotach.reserve(x))
            {
                final CompletableFuture<Long> cancelled =
                    isotach.update(y, x).runAsync(action -> action.get(y), Runnable::run);
                final List<CompletableFuture<Long>> behind = List.of(
                    TestIsotach.waiting(y::get),
                    TestIsotach.waiting(() -> isotach.update(y).run(action -> action.get(y))));
                // It keeps its place in the order: its caller may have gone on.
                final CompletableFuture<Long> another =
                    isotach.update().reading(y).runAsync(action -> action.get(y), TestIsotach.THREADS);
                y.set(5);
                assertTrue(cancelled.cancel(true));
                assertInstanceOf(SchedCancelledException.class,
                    assertThrows(ExecutionException.class, () -> another.get(30, TimeUnit.SECONDS)).getCause());
                for (final CompletableFuture<Long> reader : behind)
                {
                    assertEquals(5, reader.get(30, TimeUnit.SECONDS));
                }
                assertFalse(held.isEnded());
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldEndAReservationWhoseAnswerNobodyWants(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final CompletableFuture<Long> answer = new CompletableFuture<>();
            final Reservation reservation = test.get().reserve(x);
            final CompletableFuture<Void> assigned =
                reservation.assignWhen(answer, (value, action) -> action.set(x, value));
            assertFalse(reservation.isEnded());
            assertTrue(assigned.cancel(true));
            assertTrue(reservation.isEnded());
            assertEquals(1, x.get());
            assertTrue(answer.complete(5L));
            assertEquals(1, x.get());
        }
    }

    /**
     * The executor keeps the task, and what depends on the future runs it.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldGiveBackBeforeAnythingRunsThatDependsOnTheFuture(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
            final AtomicInteger bodies = new AtomicInteger();
            final AtomicLong seen = new AtomicLong();
            final Reservation held = isotach.reserve(x);
            final CompletableFuture<Integer> future =
                isotach.update(x).runAsync(action -> bodies.incrementAndGet(), tasks::add);
            future.whenComplete((result, failure) ->
            {
                seen.set(x.getAndAdd(1));
                tasks.forEach(Runnable::run);
            });
            held.close();
            while (tasks.isEmpty())
            {
                isotach.cluster().localHosts().forEach(Host::poll);
            }
            assertTrue(future.cancel(false));
            assertEquals(1, seen.get());
            assertEquals(0, bodies.get());
            assertEquals(2, x.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldEndAReservationBeforeAnythingRunsThatDependsOnItsFuture(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final CompletableFuture<Long> answer = new CompletableFuture<>();
            final AtomicLong seen = new AtomicLong();
            final CompletableFuture<Void> assigned =
                test.get().reserve(x).assignWhen(answer, (value, action) -> action.set(x, value));
            assigned.whenComplete((nothing, failure) ->
            {
                answer.complete(5L);
                seen.set(x.getAndAdd(1));
            });
            // As orTimeout() does.
            assertTrue(assigned.completeExceptionally(new TimeoutException()));
            assertEquals(1, seen.get());
            assertEquals(2, x.get());
        }
    }

    /**
     * Whatever ends it: what depends on it is a future like others.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGiveBackHoweverTheCallerEndsTheFuture(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final List<Consumer<CompletableFuture<Long>>> ends = List.of(
                future -> future.complete(5L),
                future -> future.completeAsync(() -> 5L).join(),
                future -> future.completeAsync(() -> 5L, Runnable::run),
                future -> future.completeOnTimeout(5L, 1, TimeUnit.MILLISECONDS).join(),
                future -> future.obtrudeValue(5L));
            for (final Consumer<CompletableFuture<Long>> end : ends)
            {
                final CompletableFuture<Long> future =
                    test.get().update(x).runAsync(action -> action.set(x, 7).get(x), task -> {});
                final CompletableFuture<Long> next = future.thenApply(value -> value + 1);
                end.accept(future);
                assertEquals(5, future.get());
                assertEquals(6, next.get());
                assertEquals(CompletableFuture.class, next.getClass());
                assertEquals(1, x.getAndAdd(0));
            }
        }
    }
}
