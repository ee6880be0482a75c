/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.isotach.IsochronTooLargeException;
import org.isotach.IsotachException;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Objects that no variable refers to leave the table, also when calls fail.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ReplacedObjectsTest
{
    private static final int TOO_MANY = 5000;
    private static final int CALLS = 8;
    private static final int MAX_LOOKS = 10_000;

    // Two that variables refer to, and some that were replaced recently.
    private static final int KEPT = 4;

    @ParameterizedTest
    @MethodSource("org.isotach.actions.TestIsotach#modes")
    void shouldForgetWhatAnActionCouldNotAssign(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<String> x = isotach.reference("x", "old");
            final Topic<String> topic = isotach.topic("topic");
            final Subscription<String> subscription = topic.subscribe();
            for (int i = 0; i < CALLS; i++)
            {
                assertThrows(IsochronTooLargeException.class, () -> isotach.update(x).execute(action ->
                {
                    action.set(x, "new");
                    for (int message = 0; message < TOO_MANY; message++)
                    {
                        action.send(topic, "message");
                    }
                }));
            }
            assertEquals("old", x.get());
            assertNull(subscription.poll());
            assertEquals(1, isotach.objects());
        }
    }

    @ParameterizedTest
    @MethodSource("org.isotach.actions.TestIsotach#modes")
    void shouldForgetWhatACallHasReplacedThatWaitsNoMore(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<String> x = isotach.reference("x", "0");
            final IsoReference<String> y = isotach.reference("y", "0");
            for (int i = 0; i < CALLS; i++)
            {
                final String next = Integer.toString(i);
                interruptWhileReserved(isotach, x, value -> x.set(next));
                interruptWhileReserved(isotach, x, value -> isotach.write(batch -> batch.set(x, next)));
            }
            assertEquals("7", x.get());
            // A call that retires an object also frees others.
            for (int i = 0; i < MAX_LOOKS && isotach.objects() > KEPT; i++)
            {
                y.set("1");
                Thread.sleep(1);
            }
            assertTrue(isotach.objects() <= KEPT, () -> isotach.objects() + " objects");
        }
    }

    @ParameterizedTest
    @MethodSource("org.isotach.actions.TestIsotach#modes")
    void shouldForgetWhatIsReplacedWhileAnotherReferenceIsReserved(final ThreadingMode mode, final int hosts)
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoReference<String> a = isotach.reference("a", "0");
            final IsoReference<String> b = isotach.reference("b", "0");
            try (Reservation held = isotach.reserve(a))
            {
                for (int i = 0; i < TOO_MANY; i++)
                {
                    b.set("1");
                }
                assertTrue(isotach.objects() <= KEPT, () -> isotach.objects() + " objects");
                assertEquals("0", held.values().get(a));
                held.assign(action -> action.set(a, action.get(a) + "1"));
            }
            assertEquals("01", a.get());
        }
    }

    /**
     * The thread waits for what the variable had before.
     */
    private static void interruptWhileReserved(
        final Isotach isotach, final IsoReference<String> variable, final Consumer<String> call) throws Exception
    {
        final Reservation held =
            CompletableFuture.supplyAsync(() -> isotach.reserve(variable), TestIsotach.THREADS).get();
        try (held)
        {
            final CompletableFuture<Throwable> end = new CompletableFuture<>();
            final Thread waiting = new Thread(() ->
                end.complete(assertThrows(IsotachException.class, () -> call.accept(""))));
            waiting.start();
            while (Thread.State.TIMED_WAITING != waiting.getState() && !end.isDone())
            {
                Thread.onSpinWait();
            }
            waiting.interrupt();
            end.get();
        }
    }
}
