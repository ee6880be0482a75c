/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.isotach.IsotachInterruptedException;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Changes of a reference that need its old object: they compare objects, lose none, and keep none for ever.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ReferenceChangesTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";
    private static final int THREADS = 4;
    private static final int ROUNDS = 300;
    private static final int PLACES = 3;
    private static final int MAX_LOOKS = 10_000;

    // Each change frees what was retired two epochs before.
    private static final int RETIRED = 4;

    private record Node(int value, Node next)
    {
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldReturnWhatIsReplaced(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoReference<String> x = test.get().reference("x");
            assertNull(x.getAndSet("a"));
            assertEquals("a", x.getAndSet("b"));
            assertEquals("b", x.getAndSet(null));
            assertNull(x.get());
            assertEquals(0, test.get().objects());
            assertNull(x.getAndSet("c"));
            assertEquals("c", x.get());
            assertEquals(1, test.get().objects());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldCompareIdentities(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final String a = new String("a");
            final IsoReference<String> x = test.get().reference("x", a);
            assertFalse(x.compareAndSet(new String("a"), "b"), "equal, and another object");
            assertFalse(x.compareAndSet(null, "b"));
            assertSame(a, x.get());
            assertTrue(x.compareAndSet(a, "b"));
            assertEquals("b", x.get());
            assertTrue(x.compareAndSet("b", null));
            assertNull(x.get());
            assertTrue(x.compareAndSet(null, null));
            assertTrue(x.compareAndSet(null, a));
            assertSame(a, x.compareAndExchange(null, "b"));
            assertSame(a, x.compareAndExchange(a, "b"));
            assertSame("b", x.compareAndExchange("b", "b"));
            assertSame("b", x.get());
            assertEquals(1, test.get().objects());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldApplyAFunctionOnce(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoReference<String> x = test.get().reference("x", "a");
            final AtomicInteger calls = new AtomicInteger();
            assertEquals("a1", x.updateAndGet(value -> value + calls.incrementAndGet()));
            assertEquals("a1", x.getAndUpdate(value -> value + calls.incrementAndGet()));
            assertEquals("a12", x.get());
            assertThrows(ArithmeticException.class, () -> x.updateAndGet(value -> value + 1 / (calls.get() - 2)));
            assertEquals("a12", x.getAndUpdate(value -> null));
            assertNull(x.get());
            assertRefused(
                IllegalStateException.class,
                "x inside the body of update(x): an action inside an action could wait for itself; declare" +
                " all variables with one update(), and use the Action of the body",
                () -> x.updateAndGet(value -> x.get()));
            assertNull(x.updateAndGet(value -> value));
            assertEquals(0, test.get().objects());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldWaitForAReservation(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<String> x = isotach.reference("x", "a");
            assertEquals("b", whileReserved(isotach, x, "b", () -> x.getAndSet("c")));
            assertEquals("c", x.get());
            assertEquals("d", whileReserved(isotach, x, "d", () -> x.compareAndExchange("d", "e")));
            assertEquals("e", x.get());
            assertEquals("f", whileReserved(isotach, x, "f", () -> x.compareAndExchange("e", "g")));
            assertEquals("f", x.get());
            assertEquals("gh", whileReserved(isotach, x, "g", () -> x.updateAndGet(value -> value + "h")));
            awaitFew(isotach, x, 1);
        }
    }

    /**
     * @param value is assigned when the call waits.
     */
    private static <R> R whileReserved(
        final Isotach isotach, final IsoReference<String> variable, final String value, final Supplier<R> call)
    {
        final CompletableFuture<R> result;
        try (Reservation held = isotach.reserve(variable))
        {
            result = TestIsotach.waiting(call);
            assertFalse(result.isDone());
            held.assign(action -> action.set(variable, value));
        }
        return result.join();
    }

    /**
     * A wait that is interrupted: what was issued takes place, and nothing is kept for ever.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldForgetWhatIsReplacedTooLate(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<String> x = isotach.reference("x", "a");
            for (int i = 0; i < 4; i++)
            {
                final String next = "b" + i;
                final String message = interruptedWhileReserved(isotach, x, () -> x.getAndSet(next));
                assertTrue(message.contains("The change of x was issued before, and takes place nevertheless"),
                    message);
                assertSame(next, x.get());
                interruptedWhileReserved(isotach, x, () -> x.compareAndSet(next, "c"));
                interruptedWhileReserved(isotach, x, () -> x.compareAndSet("a", "c"));
                interruptedWhileReserved(isotach, x, () -> x.updateAndGet(value -> "c"));
            }
            awaitFew(isotach, x, 1);
        }
    }

    private static String interruptedWhileReserved(
        final Isotach isotach, final IsoReference<String> variable, final Runnable call) throws Exception
    {
        final Reservation held =
            CompletableFuture.supplyAsync(() -> isotach.reserve(variable), TestIsotach.THREADS).get();
        try (held)
        {
            final CompletableFuture<String> end = new CompletableFuture<>();
            final Thread waiting = new Thread(() ->
                end.complete(assertThrows(IsotachInterruptedException.class, call::run).getMessage()));
            waiting.start();
            TestIsotach.awaitWaiting(waiting, end::isDone);
            waiting.interrupt();
            return end.get();
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseToWaitForItsOwnReservation(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoReference<String> x = test.get().reference("x", "a");
            try (Reservation held = test.get().reserve(x))
            {
                assertThrows(DeadlockException.class, () -> x.getAndSet("b"));
                assertThrows(DeadlockException.class, () -> x.compareAndSet("a", "b"));
                assertThrows(DeadlockException.class, () -> x.updateAndGet(value -> "b"));
                assertEquals("a", held.values().get(x));
            }
            assertEquals("a", x.get());
            awaitFew(test.get(), x, 1);
        }
    }

    /**
     * Threads put what they have into places, and take what is there.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNeitherLoseNorDoubleWhatThreadsExchange(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<Object>[] places = isotach.references("place", PLACES);
            final Object[] hands = new Object[THREADS];
            Arrays.setAll(hands, i -> "token " + i);
            final Map<Object, Boolean> tokens = new IdentityHashMap<>();
            Arrays.asList(hands).forEach(token -> tokens.put(token, true));
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                final int own = i;
                threads.start("exchanges-" + own, () ->
                {
                    final Random random = new Random(own);
                    for (int round = 0; round < ROUNDS; round++)
                    {
                        hands[own] = exchange(places[random.nextInt(PLACES)], hands[own], random.nextInt(3));
                    }
                });
            }
            threads.join();
            for (final IsoReference<Object> place : places)
            {
                remove(tokens, place.getAndSet(null));
            }
            for (final Object hand : hands)
            {
                remove(tokens, hand);
            }
            assertTrue(tokens.isEmpty(), () -> "lost: " + tokens.keySet());
            awaitFew(isotach, places[0], 0);
        }
    }

    private static Object exchange(final IsoReference<Object> place, final Object hand, final int way)
    {
        switch (way)
        {
            case 0:
                return place.getAndSet(hand);
            case 1:
                return place.getAndUpdate(before -> hand);
            default:
                Object expected = place.get();
                Object witness = place.compareAndExchange(expected, hand);
                while (witness != expected)
                {
                    expected = witness;
                    witness = place.compareAndExchange(expected, hand);
                }
                return witness;
        }
    }

    private static void remove(final Map<Object, Boolean> tokens, final Object token)
    {
        assertTrue(null == token || tokens.remove(token), () -> token + " is there twice");
    }

    /**
     * A stack of immutable nodes, as one writes it with an AtomicReference.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldCarryAStackOfManyThreads(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final IsoReference<Node> top = test.get().reference("top");
            final List<List<Integer>> popped = new ArrayList<>();
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                final int own = i;
                final List<Integer> values = new ArrayList<>();
                popped.add(values);
                threads.start("pushes-" + own, () ->
                {
                    for (int round = 0; round < ROUNDS; round++)
                    {
                        push(top, own * ROUNDS + round);
                        if (0 == round % 2)
                        {
                            values.add(pop(top));
                        }
                    }
                });
            }
            threads.join();
            final boolean[] seen = new boolean[THREADS * ROUNDS];
            popped.forEach(values -> values.forEach(value -> see(seen, value)));
            for (Node node = top.getAndSet(null); null != node; node = node.next())
            {
                see(seen, node.value());
            }
            for (int value = 0; value < seen.length; value++)
            {
                assertTrue(seen[value], "lost: " + value);
            }
            awaitFew(test.get(), top, 0);
        }
    }

    private static void push(final IsoReference<Node> top, final int value)
    {
        Node before = top.get();
        while (!top.compareAndSet(before, new Node(value, before)))
        {
            before = top.get();
        }
    }

    private static int pop(final IsoReference<Node> top)
    {
        Node before = top.get();
        while (!top.compareAndSet(before, before.next()))
        {
            before = top.get();
        }
        return before.value();
    }

    private static void see(final boolean[] seen, final int value)
    {
        assertFalse(seen[value], () -> "twice: " + value);
        seen[value] = true;
    }

    /**
     * The variable always has the same object, with one handle after the other.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldFindTheExpectedObjectThatIsSetAgainAndAgain(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final String only = "only";
            final IsoReference<String> x = test.get().reference("x", only);
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                final boolean isComparing = 0 == i % 2;
                threads.start((isComparing ? "compares-" : "sets-") + i, () ->
                {
                    for (int round = 0; round < ROUNDS; round++)
                    {
                        if (isComparing)
                        {
                            assertTrue(x.compareAndSet(only, only));
                            assertSame(only, x.compareAndExchange("another", "new"));
                        }
                        else
                        {
                            x.set(only);
                        }
                    }
                });
            }
            threads.join();
            assertSame(only, x.get());
            awaitFew(test.get(), x, 1);
        }
    }

    /**
     * Each change ends an epoch.
     *
     * @param count number of objects that variables refer to.
     */
    private static <T> void awaitFew(final Isotach isotach, final IsoReference<T> variable, final int count)
    {
        for (int i = 0; i < MAX_LOOKS && isotach.objects() > count + RETIRED; i++)
        {
            variable.set(variable.get());
            Thread.yield();
        }
        assertTrue(isotach.objects() <= count + RETIRED, () -> isotach.objects() + " objects");
    }
}
