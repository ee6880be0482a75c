/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.UpdateFunction;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Whatever users' code throws, and wherever it calls: nothing stays reserved, nothing is half done, nobody waits.
 */
class MisuseTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";
    private static final Duration LONG = Duration.ofSeconds(30);

    private static final Pair ONE = new Pair(1, 1);

    private record Pair(int first, int second)
    {
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldReserveNothingWhenAConditionThrows(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            for (int look = 1; look <= 2; look++)
            {
                final int throwing = look;
                final int[] looks = new int[1];
                assertThrows(ArithmeticException.class, () -> isotach.update(x).when(now ->
                {
                    looks[0]++;
                    return now.get(x) / (throwing - looks[0]) != Long.MAX_VALUE;
                }, LONG).execute(action -> action.set(x, 2)));
                assertEquals(look, looks[0]);
                isotach.update(x).execute(action -> assertEquals(1, action.get(x)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldGoOnAfterFunctionsThatThrow(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoReference<String> name = isotach.reference("name", "first");
            assertThrows(ArithmeticException.class,
                () -> isotach.write(batch -> batch.set(name, "second").set(x, 1 / (x.words() - 1))));
            assertThrows(ArithmeticException.class, () -> isotach.snapshot(now -> 1 / (now.get(x) - 1), x));
            assertThrows(NullPointerException.class, () -> isotach.apply(x.add(1), null));
            assertThrows(NullPointerException.class, () -> isotach.update(x, null).execute(action -> action.set(x, 2)));
            try (Reservation held = isotach.reserve(x, name))
            {
                assertThrows(ArithmeticException.class, () -> held.assign(action ->
                    action.set(name, "third").set(x, 1 / (action.get(x) - 1))));
                assertTrue(held.isEnded());
                assertThrows(IllegalStateException.class, () -> held.assign(action -> null));
            }
            try (Pipeline pipeline = isotach.pipeline(2))
            {
                final var failed = pipeline.submit(isotach.update(x), action -> action.set(x, 1 / (action.get(x) - 1)));
                final var next = pipeline.submit(isotach.update(x), action -> action.get(x));
                assertThrows(CompletionException.class, failed::join);
                assertEquals(1, next.join());
            }
            assertEquals(1, x.get());
            assertEquals("first", name.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseEveryActionInsideABody(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            for (final Runnable call : calls(isotach))
            {
                assertThrows(IllegalStateException.class, () -> isotach.update(x).execute(action -> call.run()));
                assertThrows(IllegalStateException.class, () -> isotach.update(x).when(now ->
                {
                    call.run();
                    return true;
                }, LONG).execute(action -> action.set(x, 2)));
            }
            assertEquals(1, x.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseEverythingWhenClosed(final ThreadingMode mode, final int hosts)
    {
        final TestIsotach test = TestIsotach.launch(mode, hosts);
        final List<Runnable> calls = calls(test.get());
        test.close();
        for (final Runnable call : calls)
        {
            assertThrows(ClusterClosedException.class, call::run);
        }
    }

    /**
     * All that is an action by itself.
     */
    private static List<Runnable> calls(final Isotach isotach)
    {
        final IsoLong y = isotach.longVariable("y");
        final IsoReference<String> reference = isotach.reference("reference");
        final IsoStruct<Pair> pair = isotach.struct("pair", Pair.class);
        final PreparedAction<Void> action = isotach.update(y).prepare(body -> null);
        final PreparedAction<Void> conditional =
            isotach.update(y).when(now -> true, LONG).prepare(body -> null);
        final PreparedChanges changes = isotach.prepare(y.add(1));
        final PreparedSnapshot<Long> snapshot = isotach.prepare(now -> now.get(y), y);
        final Pipeline pipeline = isotach.pipeline(1);
        return List.of(
            y::get, () -> y.set(1), () -> y.addAndGet(1), () -> y.compareAndSet(0, 1), () -> y.getAndSet(1),
            reference::get, () -> reference.set("text"), () -> isotach.write(batch -> batch.set(reference, "text")),
            () -> reference.getAndSet("text"), () -> reference.compareAndSet(null, "text"),
            () -> reference.compareAndExchange("a", "b"), () -> reference.updateAndGet(value -> "text"),
            () -> reference.getAndUpdate(value -> "text"),
            action::run, conditional::run, changes::apply, snapshot::take, () -> pipeline.submit(action),
            () -> action.runAsync(ForkJoinPool.commonPool()), () -> conditional.runAsync(ForkJoinPool.commonPool()),
            () -> isotach.reserve(y), () -> isotach.intVariable("new"), () -> isotach.references("new", 2, "text"),
            () -> isotach.structs("new", 2, Pair.class), pair::get, () -> pair.set(ONE), () -> pair.getAndSet(ONE),
            () -> pair.compareAndSet(ONE, ONE), () -> pair.compareAndExchange(ONE, ONE),
            () -> pair.updateAndGet(value -> ONE), () -> pair.getAndUpdate(value -> ONE),
            () -> pair.accumulateAndGet(ONE, (first, second) -> first));
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldKeepTheInterruptAndReserveNothing(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            try (Reservation held = isotach.reserve(x))
            {
                for (final Runnable wait : List.<Runnable>of(
                    () -> isotach.update(x, y).execute(action -> action.set(y, 2)),
                    () -> isotach.reserve(x, y),
                    () -> isotach.update(y).when(now -> now.get(y) > 1, LONG).execute(action -> action.set(y, 2)),
                    () -> isotach.snapshot(now -> now.get(x), x, y),
                    x::get))
                {
                    Thread.currentThread().interrupt();
                    assertThrows(IsotachException.class, wait::run);
                    assertTrue(Thread.interrupted());
                }
                assertEquals(1, held.values().get(x));
            }
            // What does not wait is done.
            Thread.currentThread().interrupt();
            y.set(7);
            isotach.apply(y.add(1));
            isotach.write(batch -> batch.set(x, 3));
            assertTrue(Thread.interrupted());
            isotach.update(x, y).execute(action -> assertEquals(11, action.get(x) + action.get(y)));
            assertFalse(Thread.interrupted());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSayThatAConditionWaitsForItsVariables(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().threadingMode(mode).awaitTimeout(Duration.ofMillis(50))))
        {
            final IsoLong[] x = test.get().longs("x", 3, 1);
            final Reservation held = test.get().reserve(x[2]);
            final TestThreads threads = new TestThreads();
            threads.start("waits", () ->
            {
                final String message = assertThrows(
                    IsotachTimeoutException.class,
                    () -> test.get().update(x).when(now -> true, LONG).execute(action -> action.set(x[0], 2)))
                    .getMessage();
                assertTrue(message.contains("for the values of update(x[0], x[1], x[2])"), message);
            });
            threads.join();
            held.assign(action -> action.set(x[2], 5));
            assertEquals(7, TestIsotach.total(test.get(), x));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseFunctionsOfAnother(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts);
            TestIsotach other = TestIsotach.launch(new IsotachContext().function(7, (value, argument) -> value)))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final UpdateFunction theirs = other.get().function(7);
            final String message = assertThrows(
                IllegalStateException.class, () -> x.updateAndGet(theirs, 1)).getMessage();
            assertTrue(message.contains("7"), message);
            assertThrows(IllegalStateException.class, () -> test.get().apply(x.add(1), x.update(theirs, 1)));
            assertEquals(1, x.get());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNameWhatIsNull(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final Update update = isotach.update(x);
            assertNullRefused("context", () -> Isotach.launch(null));
            assertNullRefused("awaitTimeout", () -> new IsotachContext().awaitTimeout(null));
            assertNullRefused("change 1 is null", () -> isotach.apply(x.add(1), null));
            assertNullRefused("change 0 is null", () -> isotach.prepare((Change)null));
            assertNullRefused("name", () -> isotach.topic(null));
            assertNullRefused("timeout", () -> update.when(now -> true, null));
            assertNullRefused("values", () -> isotach.write(null));
            assertNullRefused("function", () -> isotach.snapshot(null, x));
            assertNullRefused("function", () -> x.updateAndGet(null, 7));
            assertNullRefused("function", () -> x.getAndUpdate(null, 7));
            final IsoReference<String> reference = isotach.reference("reference");
            assertNullRefused("function", () -> reference.updateAndGet(null));
            assertNullRefused("function", () -> reference.getAndUpdate(null));
            assertNullRefused("variable", () -> isotach.changed((IsoVariable)null));
            assertNullRefused("type", () -> isotach.struct("struct", (Class<Pair>)null));
            assertNullRefused("type", () -> isotach.structs("structs", 2, (Class<Pair>)null));
            try (Subscription<String> subscription = isotach.<String>topic("topic").subscribe())
            {
                assertNullRefused("limit", () -> subscription.take(null));
            }
            try (Pipeline pipeline = isotach.pipeline(1))
            {
                assertNullRefused("update", () -> pipeline.submit(null, action -> null));
                assertNullRefused("action", () -> pipeline.submit(null));
            }
            try (Reservation held = isotach.reserve(x))
            {
                assertNullRefused("answer", () -> held.assignWhen(null, (answer, action) -> action.set(x, 2)));
                assertFalse(held.isEnded());
            }
            assertEquals(1, x.get());
        }
    }

    private static void assertNullRefused(final String message, final Executable call)
    {
        assertRefused(NullPointerException.class, message, call);
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldTendItselfWhereItHasAThread(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            assertRefused(
                IllegalStateException.class,
                "tend() on an Isotach that has a thread for its chores: call it only on clusters with a scheduler," +
                " such as simulated ones",
                test.get()::tend);
        }
    }
}
