/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is held while others go on: reservations, waits that end early, and those that could wait for each other.
 */
class ReservationTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldHoldUpOnlyWhoNeedsTheVariables(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            final CompletableFuture<Long> answer = new CompletableFuture<>();
            final CompletableFuture<Void> assigned;
            try (Reservation reservation = isotach.reserve(x))
            {
                assertEquals(1, reservation.values().get(x));
                assigned = reservation.assignWhen(answer, (value, action) -> action.set(x, value));
            }
            y.set(2);
            assertEquals(2, y.get());
            final CompletableFuture<Long> reader = CompletableFuture.supplyAsync(x::get);
            assertFalse(reader.isDone());
            answer.complete(5L);
            assigned.get(30, TimeUnit.SECONDS);
            assertEquals(5, reader.get(30, TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldAssignTheOldValuesWhenNoAnswerComes(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final CompletableFuture<Long> answer = new CompletableFuture<>();
            final Reservation reservation = test.get().reserve(x);
            final CompletableFuture<Void> assigned =
                reservation.assignWhen(answer, (value, action) -> action.set(x, value));
            assertThrows(IllegalStateException.class, () -> reservation.assign(action -> action.set(x, 7)));
            final IllegalStateException failure = new IllegalStateException("no answer");
            answer.completeExceptionally(failure);
            assertEquals(failure, assertThrows(ExecutionException.class, assigned::get).getCause());
            assertEquals(1, x.get());
            assertTrue(reservation.isEnded());
            try (Reservation other = test.get().reserve(x))
            {
                assertFalse(other.isEnded());
            }
            assertEquals(1, x.get());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldPassOnAFailureWithoutACause(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final CompletableFuture<Long> answer = new CompletableFuture<>();
            final CompletableFuture<Void> assigned =
                test.get().reserve(x).assignWhen(answer, (value, action) -> action.set(x, value));
            final CompletionException failure = new CompletionException("no answer", null);
            answer.completeExceptionally(failure);
            assertTrue(assigned.isDone());
            assertEquals(failure, assertThrows(CompletionException.class, assigned::join));
            assertEquals(1, x.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldAssignTheOldValuesWhenTheAnswerIsLate(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(hosts).threadingMode(mode).awaitTimeout(Duration.ofMillis(200))))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final CompletableFuture<Void> assigned = test.get().reserve(x).assignWhen(
                new CompletableFuture<Long>(), (value, action) -> action.set(x, value));
            assertThrows(ExecutionException.class, () -> assigned.get(30, TimeUnit.SECONDS));
            assertEquals(1, x.get());
        }
    }

    /**
     * The call ends at once, and gives back what it has reserved, though it does not know its values yet.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldGiveBackAfterAnInterrupt(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", 3, 1);
            final Reservation held = isotach.reserve(x[0]);
            final CompletableFuture<String> result = new CompletableFuture<>();
            final Thread thread = new Thread(() ->
            {
                try
                {
                    isotach.update(x[0], x[1]).reading(x[2]).execute(action -> action.set(x[1], 7));
                    result.complete("the body has run");
                }
                catch (final IsotachException ex)
                {
                    result.complete(Thread.currentThread().isInterrupted() + " " + ex.getMessage());
                }
            });
            thread.start();
            // In a wait or before it, as it happens.
            thread.interrupt();
            final String message = result.get(30, TimeUnit.SECONDS);
            assertTrue(message.startsWith("true interrupted while host "), message);
            assertTrue(message.contains("the values of update(x[0], x[1]).reading(x[2])"), message);
            assertEquals(1, x[1].get());
            held.assign(action -> action.set(x[0], 5));
            assertEquals(5, x[0].get());
            assertEquals(1, x[1].get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldGiveBackAfterATimeout(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(hosts).threadingMode(mode).awaitTimeout(Duration.ofMillis(200))))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            // By another thread: this one would wait for itself.
            try (Reservation held = CompletableFuture.supplyAsync(() -> isotach.reserve(x)).get())
            {
                final String message = assertThrows(IsotachTimeoutException.class,
                    () -> isotach.update(y, x).execute(action -> action.set(y, 2))).getMessage();
                assertTrue(message.contains("for the values of update(y, x), of which these are reserved: x"),
                    message);
                assertEquals(1, y.get());
                assertFalse(held.isEnded());
            }
            assertEquals(1, x.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldGiveBackAfterADeadlock(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            final IsoLong[] free = isotach.longs("free", 2, 1);
            assertDeadlock(
                (results, bothHold) -> holdAnd(isotach, x, () -> takeBoth(isotach, free[0], y), bothHold, results),
                (results, bothHold) -> holdAnd(isotach, y, () -> takeBoth(isotach, free[1], x), bothHold, results),
                "result 2", "update(free[0], y)", "update(free[1], x)");
        }
    }

    /**
     * @param free a variable that nobody holds, also when the call has failed.
     */
    private static long takeBoth(final Isotach isotach, final IsoLong free, final IsoLong held)
    {
        try
        {
            return isotach.update(free, held).run(action -> action.get(free) + action.get(held));
        }
        catch (final DeadlockException ex)
        {
            assertEquals(1, free.get());
            throw ex;
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNameTheBodyThatDoesNotReturn(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(hosts).threadingMode(mode).awaitTimeout(Duration.ofMillis(300))))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final CountDownLatch isInside = new CountDownLatch(1);
            final CountDownLatch end = new CountDownLatch(1);
            final TestThreads threads = new TestThreads();
            threads.start("slow", () -> isotach.update(x).run(action ->
            {
                isInside.countDown();
                end.await();
                return null;
            }));
            isInside.await();
            final String message = assertThrows(IsotachTimeoutException.class,
                () -> isotach.update(x).execute(action -> action.set(x, 2))).getMessage();
            assertTrue(message.contains("the body of update(x) has not returned: thread 'slow' runs it"), message);
            end.countDown();
            threads.join();
            assertEquals(1, x.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldEndTheLastWaitOfADeadlock(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            assertDeadlock(
                (results, bothHold) -> reserveBoth(isotach, x, y, bothHold, results),
                (results, bothHold) -> reserveBoth(isotach, y, x, bothHold, results),
                "both", "update(y)", "update(x)");
            assertEquals(2, x.get() + y.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseAnyCallThatWouldWaitForItself(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong[] y = isotach.longs("y", 2, 1);
            final IsoReference<String> text = isotach.reference("text", "old");
            try (Reservation held = isotach.reserve(x, y[1], text))
            {
                assertRefused("x", "x", x::get);
                assertRefused("x", "x", () -> x.addAndGet(1));
                assertRefused("x", "x", () -> x.compareAndSet(1, 2));
                assertRefused("text", "text", text::get);
                assertRefused("text", "text", () -> text.set("new"));
                assertRefused("write()", "text", () -> isotach.write(batch -> batch.set(text, "new")));
                assertRefused("snapshot(y[0], y[1])", "y[1]", () -> TestIsotach.total(isotach, y));
                assertRefused("update(y[0], y[1])", "y[1]",
                    () -> isotach.update(y).execute(ReservationTest::doNothing));
                assertRefused("update(y[0]).reading(y[1])", "y[1]",
                    () -> isotach.update(y[0]).reading(y[1]).execute(ReservationTest::doNothing));
                assertRefused("update(y[0], y[1])", "y[1]", () -> isotach.reserve(y));
                assertRefused("update(y[0]).reading(y[1])", "y[1]", () -> isotach.update(y[0]).reading(y[1])
                    .when(now -> true, Duration.ofSeconds(30)).execute(ReservationTest::doNothing));
                assertEquals(1, y[0].get());
                assertEquals("old", held.values().get(text));
                held.assign(action -> action.set(x, 7).set(text, "assigned"));
            }
            assertEquals(7, x.get());
            assertEquals("assigned", text.get());
            assertEquals(2, TestIsotach.total(isotach, y));
        }
    }

    private static void doNothing(final Action action)
    {
    }

    private static void assertRefused(final String call, final String variable, final Executable refused)
    {
        final String message = assertThrows(DeadlockException.class, refused).getMessage();
        assertEquals("deadlock: thread '" + Thread.currentThread().getName() + "' would wait for itself: it needs the" +
            " value of " + variable + (call.equals(variable) ? "" : " for " + call) + ", and holds update(x, y[1]," +
            " text). Read the variables of a reservation with its values(), and set them in its assign()", message);
    }

    /**
     * What needs no value waits for nothing, and comes after the reservation in the order.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldLetTheHolderChangeWhatItHolds(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            final IsoLong z = isotach.longVariable("z", 1);
            final CompletableFuture<Long> later;
            try (Reservation held = isotach.reserve(x, y, z))
            {
                isotach.apply(x.add(1));
                isotach.write(batch -> batch.set(y, 3));
                later = isotach.update(z).runAsync(action -> action.get(z), ForkJoinPool.commonPool());
                held.assign(action -> action.set(x, 10).set(y, 10).set(z, 10));
            }
            assertEquals(11, x.get());
            assertEquals(3, y.get());
            assertEquals(10, later.get(30, TimeUnit.SECONDS));
        }
    }

    /**
     * With one host: a read at another host may come before a reservation in the order, and then waits for nothing.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldEndTheLastReadOfADeadlock(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            assertDeadlock(
                (results, bothHold) -> holdAnd(isotach, x, y::get, bothHold, results),
                (results, bothHold) -> holdAnd(isotach, y, x::get, bothHold, results),
                "result 1", "y", "x");
        }
    }

    /**
     * The change that was issued takes place, although nobody is told its result.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldEndTheLastUpdateOfADeadlock(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            final String message = assertDeadlock(
                (results, bothHold) -> holdAnd(isotach, x, () -> y.addAndGet(10), bothHold, results),
                (results, bothHold) -> holdAnd(isotach, y, () -> x.addAndGet(10), bothHold, results),
                "result 11", "y", "x");
            assertTrue(message.matches(".* The change of [xy] was issued before, and takes place nevertheless"),
                message);
            assertEquals(11, x.get());
            assertEquals(11, y.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldSayThatAChangeTakesPlaceWhoseResultIsNotAwaited(final ThreadingMode mode, final int hosts)
        throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final CompletableFuture<String> told = new CompletableFuture<>();
            try (Reservation reservation = isotach.reserve(x))
            {
                final TestThreads threads = new TestThreads();
                threads.start("changer", () ->
                {
                    Thread.currentThread().interrupt();
                    told.complete(
                        assertThrows(IsotachInterruptedException.class, () -> x.addAndGet(10)).getMessage());
                    assertTrue(Thread.interrupted());
                });
                final String message = told.get(30, TimeUnit.SECONDS);
                assertTrue(message.endsWith(". The change of x was issued before, and takes place nevertheless"),
                    message);
                threads.join();
                assertEquals(1, reservation.values().get(x));
            }
            assertEquals(11, x.get());
        }
    }

    @Test
    void shouldSayBeforeTheStateOfTheClusterThatAChangeTakesPlace() throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(1).awaitTimeout(Duration.ofMillis(300))))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            try (Reservation reservation = test.get().reserve(x))
            {
                final CompletableFuture<String> told = CompletableFuture.supplyAsync(() ->
                    assertThrows(IsotachTimeoutException.class, () -> x.addAndGet(10)).getMessage());
                final String message = told.get(30, TimeUnit.SECONDS);
                assertTrue(message.lines().findFirst().orElseThrow().endsWith(
                    ". The change of x was issued before, and takes place nevertheless"), message);
                assertTrue(message.lines().count() > 1, message);
                assertFalse(reservation.isEnded());
            }
            assertEquals(11, x.get());
        }
    }

    /**
     * There is no time limit: nothing else would end the future, and a late answer would let the body run.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldEndWhatAwaitsAnAnswerWhenTheIsotachIsClosed(final ThreadingMode mode, final int hosts)
    {
        final CompletableFuture<Long> answer = new CompletableFuture<>();
        final CompletableFuture<Void> assigned;
        final Queue<Long> answers = new ConcurrentLinkedQueue<>();
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(hosts).threadingMode(mode).awaitTimeout(Duration.ZERO)))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            assigned = test.get().reserve(x).assignWhen(answer, (value, action) -> answers.add(value));
        }
        final ExecutionException ex = assertThrows(ExecutionException.class, () -> assigned.get(30, TimeUnit.SECONDS));
        assertEquals("reservation of update(x) awaited an answer when the Isotach was closed: its body does not run," +
            " and nothing is assigned", assertInstanceOf(ClusterClosedException.class, ex.getCause()).getMessage());
        answer.complete(3L);
        assertTrue(answers.isEmpty());
    }

    /**
     * Whoever closes runs none of the dependents: these may wait for each other.
     */
    @Test
    void shouldCloseWhileDependentsOfAnswersWaitForEachOther()
    {
        final CompletableFuture<Void> first;
        final CompletableFuture<Void> second;
        final CompletableFuture<?> firstEnd;
        final CompletableFuture<?> secondEnd;
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().awaitTimeout(Duration.ZERO)))
        {
            final Isotach isotach = test.get();
            first = isotach.reserve(isotach.longVariable("x")).assignWhen(
                new CompletableFuture<Long>(), (value, action) -> {});
            second = isotach.reserve(isotach.longVariable("y")).assignWhen(
                new CompletableFuture<Long>(), (value, action) -> {});
            final BiFunction<Void, Throwable, Object> awaitsSecond =
                (result, failure) -> assertThrows(CompletionException.class, second::join);
            final BiFunction<Void, Throwable, Object> awaitsFirst =
                (result, failure) -> assertThrows(CompletionException.class, first::join);
            firstEnd = first.handle(awaitsSecond);
            secondEnd = second.handle(awaitsFirst);
        }
        assertInstanceOf(CompletionException.class, firstEnd.orTimeout(30, TimeUnit.SECONDS).join());
        assertInstanceOf(CompletionException.class, secondEnd.orTimeout(30, TimeUnit.SECONDS).join());
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseAnAnswerThatComesWhenTheClusterIsClosed(final ThreadingMode mode, final int hosts)
    {
        final CompletableFuture<Long> answer = new CompletableFuture<>();
        final CompletableFuture<Void> assigned;
        final Queue<Long> answers = new ConcurrentLinkedQueue<>();
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().hosts(hosts).threadingMode(mode).awaitTimeout(Duration.ZERO));
            Isotach isotach = Isotach.on(cluster, new IsotachContext()))
        {
            final IsoLong x = isotach.longVariable("x", 1);
            assigned = isotach.reserve(x).assignWhen(answer, (value, action) -> answers.add(value));
        }
        answer.complete(3L);
        assertInstanceOf(ClusterClosedException.class, assertThrows(
            ExecutionException.class, () -> assigned.get(30, TimeUnit.SECONDS)).getCause());
        assertTrue(answers.isEmpty());
    }

    /**
     * A call of a thread that holds a reservation, and needs what the other one holds.
     */
    @FunctionalInterface
    private interface Holder
    {
        void run(Queue<String> results, CountDownLatch bothHold) throws InterruptedException;
    }

    /**
     * Thread A holds x, thread B holds y: one of them gets its result, the other one is told of the deadlock.
     *
     * @return what the other one is told.
     */
    private static String assertDeadlock(
        final Holder a, final Holder b, final String result, final String wantedByA, final String wantedByB)
        throws InterruptedException
    {
        final CountDownLatch bothHold = new CountDownLatch(2);
        final Queue<String> results = new ConcurrentLinkedQueue<>();
        final TestThreads threads = new TestThreads();
        threads.start("A", () -> a.run(results, bothHold));
        threads.start("B", () -> b.run(results, bothHold));
        threads.join();
        assertEquals(2, results.size());
        assertTrue(results.remove(result), results.toString());
        final String message = results.remove();
        assertTrue(message.startsWith("deadlock: thread '"), message);
        assertTrue(message.contains("thread 'A' waits for " + wantedByA + " and holds update(x)"), message);
        assertTrue(message.contains("thread 'B' waits for " + wantedByB + " and holds update(y)"), message);
        return message;
    }

    private static void holdAnd(
        final Isotach isotach,
        final IsoLong held,
        final LongSupplier call,
        final CountDownLatch bothHold,
        final Queue<String> results) throws InterruptedException
    {
        String result;
        try (Reservation reservation = isotach.reserve(held))
        {
            assertFalse(reservation.isEnded());
            bothHold.countDown();
            bothHold.await();
            result = "result " + call.getAsLong();
        }
        catch (final DeadlockException ex)
        {
            result = ex.getMessage();
        }
        results.add(result);
    }

    private static void reserveBoth(
        final Isotach isotach,
        final IsoLong first,
        final IsoLong second,
        final CountDownLatch bothHold,
        final Queue<String> results) throws InterruptedException
    {
        try (Reservation held = isotach.reserve(first))
        {
            assertEquals(1, held.values().get(first));
            bothHold.countDown();
            bothHold.await();
            try (Reservation other = isotach.reserve(second))
            {
                results.add(1 == other.values().get(second) ? "both" : "another value");
            }
            catch (final DeadlockException ex)
            {
                results.add(ex.getMessage());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellWhoWaitsThatItIsClosed(final ThreadingMode mode) throws Exception
    {
        final TestIsotach test = TestIsotach.launch(mode, 1);
        final IsoLong x = test.get().longVariable("x", 1);
        final Reservation held = test.get().reserve(x);
        final CompletableFuture<Object> result = new CompletableFuture<>();
        final Thread thread = new Thread(() ->
        {
            try
            {
                result.complete(x.addAndGet(1));
            }
            catch (final ClusterClosedException ex)
            {
                result.complete(ex.getClass());
            }
        });
        thread.start();
        test.close();
        assertEquals(ClusterClosedException.class, result.get(30, TimeUnit.SECONDS));
        held.close();
    }

    /**
     * The thread of the JDK for time limits runs none of them: each may wait for what another one ends.
     */
    @Test
    void shouldEndReservationsWithoutAnswersWhileDependentsWait() throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().hosts(1).threadingMode(ThreadingMode.SHARED)
            .executor(TestIsotach.THREADS).awaitTimeout(Duration.ofSeconds(2))))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 2);
            final CompletableFuture<Void> first = isotach.reserve(x).assignWhen(
                new CompletableFuture<Void>(), (value, action) -> {});
            final CompletableFuture<Long> read = first.handle((value, failure) ->
            {
                assertEquals("no answer has come for reservation of update(x) within 2000 ms," +
                    " IsotachContext.awaitTimeout: its old values are assigned",
                    assertInstanceOf(IsotachTimeoutException.class, failure).getMessage());
                return y.get();
            });
            final CompletableFuture<Void> later = isotach.reserve(y).assignWhen(
                new CompletableFuture<Void>(), (value, action) -> {});
            assertEquals(2, read.get(20, TimeUnit.SECONDS));
            assertInstanceOf(IsotachTimeoutException.class,
                assertThrows(ExecutionException.class, () -> later.get(20, TimeUnit.SECONDS)).getCause());
        }
    }

    static List<Consumer<CompletableFuture<Void>>> lateAnswers()
    {
        return List.of(
            answer -> {},
            answer -> answer.complete(null),
            answer -> answer.completeExceptionally(new IllegalStateException("late")));
    }

    /**
     * Also if the answer comes before the executor tells of the end.
     */
    @ParameterizedTest
    @MethodSource("lateAnswers")
    void shouldGiveBackWhatIsLateThoughTheExecutorIsBusy(final Consumer<CompletableFuture<Void>> late) throws Exception
    {
        final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().hosts(1).threadingMode(ThreadingMode.SHARED)
            .executor(tasks::add).awaitTimeout(Duration.ofSeconds(2))))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final Reservation held = test.get().reserve(x);
            final CompletableFuture<Void> answer = new CompletableFuture<>();
            final CompletableFuture<Void> assigned = held.assignWhen(answer, (value, action) -> {});
            while (!held.isEnded())
            {
                Thread.onSpinWait();
            }
            assertEquals(1, x.get());
            late.accept(answer);
            while (tasks.isEmpty())
            {
                Thread.onSpinWait();
            }
            tasks.remove().run();
            assertInstanceOf(IsotachTimeoutException.class,
                assertThrows(ExecutionException.class, () -> assigned.get(20, TimeUnit.SECONDS)).getCause());
        }
    }

    /**
     * The thread of the JDK for all time limits does not wait, though giving back may, for a session here.
     */
    @Test
    void shouldNotWaitOnTheThreadThatEndsTheFutureOfTheAnswer() throws Exception
    {
        // Two hosts: on one the old values are assigned at once.
        try (TestIsotach test = TestIsotach.launch(ThreadingMode.SHARED, 2))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final CompletableFuture<Void> assigned = test.get().reserve(x)
                .assignWhen(new CompletableFuture<Long>(), (value, action) -> action.set(x, value));
            final Field parts = Isotach.class.getDeclaredField("parts");
            parts.setAccessible(true);
            final Sessions sessions = ((IsotachParts)parts.get(test.get())).sessions;
            for (int i = 0; i < sessions.count(); i++)
            {
                sessions.get(i).enter();
            }
            try
            {
                CompletableFuture.runAsync(() -> assigned.cancel(false), TestIsotach.THREADS)
                    .get(20, TimeUnit.SECONDS);
            }
            finally
            {
                for (int i = 0; i < sessions.count(); i++)
                {
                    sessions.get(i).exit();
                }
            }
            assertEquals(1, x.get());
        }
    }
}
