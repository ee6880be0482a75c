/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Executors that do not do what they say: an action ends once, whatever becomes of its task.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(ThreadingMode.class)
class AsyncRunTest
{
    @Parameter
    private ThreadingMode mode;

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger bodies = new AtomicInteger();

    // As a pool does whose next thread cannot be created.
    private final Executor keepingAndThrowing = task ->
    {
        tasks.add(task);
        throw new OutOfMemoryError("unable to create native thread");
    };

    private TestIsotach launch(final int hosts)
    {
        return TestIsotach.launch(
            new IsotachContext().hosts(hosts).threadingMode(mode).awaitTimeout(LIMIT));
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldEndOnceWhatAnExecutorHasRefusedAndRunsLater(final int hosts) throws Exception
    {
        try (TestIsotach test = launch(hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            final Reservation blocking = isotach.reserve(x);
            final CompletableFuture<Integer> refused =
                isotach.update(x).runAsync(action -> bodies.incrementAndGet(), keepingAndThrowing);
            // On the thread that ends the action: what it gives back is for the next two that begin there.
            final CompletableFuture<Void> others = refused.handle((result, failure) ->
            {
                assertInstanceOf(OutOfMemoryError.class, failure);
                tasks.remove().run();
                try (Reservation first = isotach.reserve(x); Reservation second = isotach.reserve(y))
                {
                    first.assign(action -> action.set(x, 2));
                    second.assign(action -> action.set(y, 3));
                }
                return null;
            });
            blocking.close();
            others.get(2 * LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertEquals(0, bodies.get());
            assertEquals(2, x.get());
            assertEquals(3, y.get());
        }
    }

    @Test
    void shouldNotEndAgainWhatAnExecutorHasRunAndRefused() throws Exception
    {
        try (TestIsotach test = launch(1))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            final List<Reservation> held = new ArrayList<>();
            final CompletableFuture<Integer> run = isotach.update(x).runAsync(
                action -> bodies.incrementAndGet(),
                task ->
                {
                    task.run();
                    // The next action on this thread gets what the first one has given back.
                    held.add(isotach.reserve(y));
                    throw new OutOfMemoryError("unable to create native thread");
                });
            assertEquals(1, run.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            // Chores are done in the order in which they come.
            final CompletableFuture<Integer> refused =
                isotach.update(x).runAsync(action -> bodies.incrementAndGet(), keepingAndThrowing);
            assertThrows(ExecutionException.class, () -> refused.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            final CompletableFuture<Long> behind =
                isotach.update(y).runAsync(action -> action.get(y), TestIsotach.THREADS);
            held.get(0).assign(action -> action.set(y, 3));
            assertEquals(3, behind.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldEndOnceWhatWaitsForAConditionToo() throws Exception
    {
        try (TestIsotach test = launch(1))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final Update update = test.get().update(x).when(now -> 1 == now.get(x), LIMIT);
            final CompletableFuture<Integer> run = update.runAsync(
                action -> bodies.incrementAndGet(),
                task ->
                {
                    tasks.add(task);
                    task.run();
                    throw new OutOfMemoryError("unable to create native thread");
                });
            assertEquals(1, run.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            final CompletableFuture<Integer> refused =
                update.runAsync(action -> bodies.incrementAndGet(), keepingAndThrowing);
            assertThrows(ExecutionException.class, () -> refused.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            tasks.forEach(Runnable::run);
            assertEquals(1, bodies.get());
        }
    }

    /**
     * The task has begun on another thread when the call of the executor fails.
     */
    @Test
    void shouldLeaveToItsTaskWhatHasBegunAndWaitsForACondition() throws Exception
    {
        try (TestIsotach test = launch(1))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final CompletableFuture<Integer> run = test.get().update(x).when(now -> 2 == now.get(x), LIMIT).runAsync(
                action -> bodies.incrementAndGet(),
                task ->
                {
                    TestIsotach.waiting(() ->
                    {
                        task.run();
                        return null;
                    });
                    throw new OutOfMemoryError("unable to create native thread");
                });
            x.set(2);
            assertEquals(1, run.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            assertEquals(1, bodies.get());
        }
    }

    /**
     * The thread of the executor is the one that asks for what they read.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldKeepNoThreadOfTheExecutorFromWhatItReads(final int hosts) throws Exception
    {
        final ExecutorService executor = Executors.newSingleThreadExecutor();
        try (TestIsotach test = launch(hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            final Reservation held = isotach.reserve(y);
            final CompletableFuture<Long> changing = isotach.update(x).reading(y).runAsync(
                action -> action.set(x, action.get(y)).get(x), executor);
            final CompletableFuture<Long> reading =
                isotach.update().reading(x, y).runAsync(action -> action.get(x) + action.get(y), executor);
            final CompletableFuture<Long> empty = isotach.update().runAsync(action -> 7L, executor);
            held.assignWhen(
                CompletableFuture.supplyAsync(() -> 5L, executor), (value, action) -> action.set(y, value));
            assertEquals(5, changing.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            assertEquals(10, reading.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            assertEquals(7, empty.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
        finally
        {
            executor.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldGiveBackWhatIsCancelledAndWasDroppedByItsExecutor(final int hosts)
    {
        try (TestIsotach test = launch(hosts))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final CompletableFuture<Integer> dropped =
                test.get().update(x).runAsync(action -> bodies.incrementAndGet(), tasks::add);
            assertTrue(dropped.cancel(false));
            assertEquals(2, x.addAndGet(1));
            tasks.forEach(Runnable::run);
            assertEquals(3, x.addAndGet(1));
            assertEquals(0, bodies.get());
        }
    }

    /**
     * The cancelling thread may be one that executes, and must not wait.
     */
    @Test
    void shouldGiveBackWhatIsCancelledBeforeItsValuesArrive()
    {
        try (TestIsotach test = launch(1))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final Reservation blocking = test.get().reserve(x);
            final CompletableFuture<Integer> dropped =
                test.get().update(x).runAsync(action -> bodies.incrementAndGet(), tasks::add);
            assertTrue(dropped.cancel(false));
            blocking.assign(action -> action.set(x, 2));
            assertEquals(3, x.addAndGet(1));
            assertEquals(0, bodies.get());
        }
    }

    /**
     * The next action gets the variable when the one before has given it back, and is refused, too.
     */
    @Test
    void shouldCompleteWhatIsRefusedWhereOthersMayBeWaitedFor() throws Exception
    {
        try (TestIsotach test = launch(1))
        {
            final IsoLong y = test.get().longVariable("y", 1);
            final Executor full = task ->
            {
                throw new RejectedExecutionException("full");
            };
            final Reservation held = test.get().reserve(y);
            final CompletableFuture<Long> first = test.get().update(y).runAsync(action -> action.get(y), full);
            final CompletableFuture<Long> second = test.get().update(y).runAsync(action -> action.get(y), full);
            final CompletableFuture<Long> next = first.exceptionally(failure -> y.get());
            held.close();
            assertEquals(1, next.get(LIMIT.toSeconds() / 2, TimeUnit.SECONDS));
            assertThrows(ExecutionException.class, () -> second.get(LIMIT.toSeconds() / 2, TimeUnit.SECONDS));
        }
    }

    /**
     * The thread that ends the reservation delivers the value of x to the next action, and runs its task.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldNotRunBodiesWhereTheyCannotAssign(final int hosts) throws Exception
    {
        try (TestIsotach test = launch(hosts))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final Reservation held = test.get().reserve(x);
            final CompletableFuture<Long> future =
                test.get().update(x).runAsync(action -> action.set(x, action.get(x) + 1).get(x), Runnable::run);
            held.close();
            assertEquals(2, future.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            assertEquals(2, x.get());
        }
    }
}
