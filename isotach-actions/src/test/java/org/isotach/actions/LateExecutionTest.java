/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.isotach.IsotachTimeoutException;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * With several hosts an action waits for the execution of its isochrons. One that executes later than that executes
 * nevertheless: nothing stays reserved, is lost, or is done twice. With INVOKER there is nobody else who could execute.
 */
class LateExecutionTest
{
    private static final int HOSTS = 2;
    private static final int SESSIONS = 2 * HOSTS;
    private static final Duration TIMEOUT = Duration.ofMillis(200);
    private static final String TAKES_EFFECT =
        "The isochron was issued before, and takes effect nevertheless: do not make the call once more";
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    /**
     * Stops the execution at all hosts: a handler waits in the middle of it.
     */
    private static final class Stop implements AutoCloseable
    {
        private final Isotach isotach;
        private final Topic<String> topic;
        private final FutureTask<Void> sending = new FutureTask<>(this::send, null);
        private final Semaphore stopped = new Semaphore(0);
        private final List<CountDownLatch> goOn = List.of(new CountDownLatch(1), new CountDownLatch(1));

        // That execute.
        private final int threadCount;

        Stop(final Isotach isotach)
        {
            this.isotach = isotach;
            threadCount = ThreadingMode.SHARED == isotach.cluster().context().threadingMode() ? 1 : HOSTS;
            topic = isotach.topic("stop");
            for (int i = 0; i < HOSTS; i++)
            {
                // Subscribers are at one host after the other.
                final int host = i;
                topic.subscribe(message -> awaitEnd(host), Runnable::run);
            }
        }

        private void awaitEnd(final int host)
        {
            stopped.release();
            try
            {
                goOn.get(host).await();
            }
            catch (final InterruptedException ex)
            {
                throw new IllegalStateException(ex);
            }
        }

        void begin()
        {
            // It may keep its session as long as it is stopped: not one that the tests ask for.
            TestIsotach.threadOf(SESSIONS - 1, SESSIONS, sending).start();
            assertTrue(assertDoesNotThrow(() -> stopped.tryAcquire(threadCount, PATIENCE_NS, TimeUnit.NANOSECONDS)));
        }

        private void send()
        {
            try
            {
                isotach.update().execute(action -> action.send(topic, "stop"));
            }
            catch (final IsotachTimeoutException ex)
            {
                // As a rule; but this thread may begin to wait so late that the stop ends in time.
                assertTrue(ex.getMessage().contains("waited"), ex.getMessage());
            }
        }

        void endAt(final int host)
        {
            goOn.get(host).countDown();
        }

        void end() throws Exception
        {
            goOn.forEach(CountDownLatch::countDown);
            sending.get();
        }

        @Override
        public void close()
        {
            goOn.forEach(CountDownLatch::countDown);
        }
    }

    /**
     * The message says what becomes of it, before the state of the cluster.
     */
    private static void assertGivenUp(final String sentence, final Executable call)
    {
        final String message = assertThrows(IsotachTimeoutException.class, call).getMessage();
        final int line = message.indexOf('\n');
        assertTrue(message.substring(0, line < 0 ? message.length() : line).endsWith(". " + sentence), message);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldSayOfAChangeWithAResultThatItTakesPlace(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = launch(mode); Stop stop = new Stop(test.get()))
        {
            final IsoLong a = test.get().longVariable("a");
            final IsoLong b = test.get().longVariable("b");
            stop.begin();
            assertGivenUp("The change of a was issued before, and takes place nevertheless", () -> a.addAndGet(1));
            assertGivenUp(TAKES_EFFECT, () -> test.get().apply(a.add(1), b.add(1)));
            stop.end();
            assertEquals("2 1", patiently(() -> test.get().update(a, b).run(action -> action.get(a) + " " +
                action.get(b))));
        }
    }

    /**
     * A caller that gets an exception might make the changes once more.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldReturnAFutureOfChangesThatTakePlace(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = launch(mode); Stop stop = new Stop(test.get()))
        {
            final IsoLong a = test.get().longVariable("a");
            final IsoLong b = test.get().longVariable("b");
            stop.begin();
            final CompletableFuture<Void> changed = test.get().applyAsync(a.add(1), b.add(1));
            assertGivenUp(TAKES_EFFECT, () -> rethrow(changed));
            stop.end();
            assertEquals("1 1", patiently(() -> test.get().update(a, b).run(action -> action.get(a) + " " +
                action.get(b))));
        }
    }

    /**
     * As for changes.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldReturnAFutureOfWritesThatTakePlace(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = launch(mode); Stop stop = new Stop(test.get()))
        {
            final IsoLong a = test.get().longVariable("a");
            final IsoLong b = test.get().longVariable("b");
            stop.begin();
            final CompletableFuture<Void> written = test.get().writeAsync(batch -> batch.set(a, 1).set(b, 2));
            assertGivenUp(TAKES_EFFECT, () -> rethrow(written));
            stop.end();
            assertEquals("1 2", patiently(() -> test.get().update(a, b).run(action -> action.get(a) + " " +
                action.get(b))));
        }
    }

    private static void rethrow(final CompletableFuture<?> future) throws Throwable
    {
        throw assertThrows(ExecutionException.class, () -> future.get(PATIENCE_NS, TimeUnit.NANOSECONDS)).getCause();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldGiveBackWhatIsReservedTooLate(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = launch(mode); Stop stop = new Stop(test.get()))
        {
            final IsoLong a = test.get().longVariable("a");
            final IsoLong b = test.get().longVariable("b");
            final AtomicInteger bodies = new AtomicInteger();
            stop.begin();
            assertGivenUp("Nothing has changed, and what the isochron reserves is given back", () ->
                test.get().update(a).reading(b).execute(action -> bodies.incrementAndGet()));
            stop.end();
            final long value = patiently(() -> test.get().update(a, b).run(action -> action.set(a, 1).get(a)));
            assertEquals(1, value);
            assertEquals(0, bodies.get());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldAssignAndSendOnceWhatIsAssignedTooLate(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = launch(mode); Stop stop = new Stop(test.get()))
        {
            final IsoLong a = test.get().longVariable("a");
            final IsoReference<String> text = test.get().reference("text", "before");
            final Topic<String> topic = test.get().topic("topic");
            try (Subscription<String> subscription = topic.subscribe())
            {
                assertGivenUp(TAKES_EFFECT, () ->
                    test.get().update(a, text).execute(action ->
                    {
                        stop.begin();
                        action.set(a, action.get(a) + 1).set(text, action.get(text) + " and after")
                            .send(topic, "assigned");
                    }));
                stop.end();
                assertEquals(
                    "1, before and after",
                    patiently(() -> test.get().update(a, text).run(action -> action.get(a) + ", " + action.get(text))));
                assertEquals("assigned", subscription.take(Duration.ofSeconds(30)));
                assertNull(subscription.poll());
            }
        }
    }

    /**
     * A copy of another host is read without an isochron again when the write is known to have been executed.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldSeeWhatIsWrittenTooLate(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = launch(mode); Stop stop = new Stop(test.get()))
        {
            final IsoLong a = test.get().longVariable("a");
            stop.begin();
            assertGivenUp(TAKES_EFFECT, () -> a.set(1));
            stop.end();
            // Nobody has waited for the write, so it may come behind the first reads, which other hosts may issue.
            final long endNs = System.nanoTime() + PATIENCE_NS;
            long value = patiently(a::get);
            while (0 == value && System.nanoTime() - endNs < 0)
            {
                value = patiently(a::get);
            }
            assertEquals(1, value);
            assertEquals(1, patiently(a::get), "and not back");
        }
    }

    /**
     * Who has seen it at one host does not find the copy of another host as it was, which has not executed it yet.
     */
    @Test
    void shouldNotReadBackWhereTheWriteIsNotExecutedYet() throws Exception
    {
        // Only there a host whose execution is stopped lets the time of others go on.
        try (TestIsotach test = launch(ThreadingMode.DEDICATED); Stop stop = new Stop(test.get()))
        {
            final IsoLong a = test.get().longVariable("a");
            stop.begin();
            runAt(1, () -> assertThrows(IsotachTimeoutException.class, () -> a.set(1)));
            stop.endAt(1);
            runAt(1, () -> awaitValue(a, 1));
            runAt(0, () -> assertThrows(IsotachTimeoutException.class, a::get));
            stop.end();
            runAt(0, () -> assertEquals(1, patiently(a::get)));
        }
    }

    private static void awaitValue(final IsoLong variable, final long value)
    {
        final long endNs = System.nanoTime() + PATIENCE_NS;
        while (value != patiently(variable::get))
        {
            assertTrue(System.nanoTime() - endNs < 0, "not written");
        }
    }

    /**
     * Although nobody uses the session again that has written.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldReadDirectlyAgainWhenAWriteIsExecutedTooLate(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = launch(mode); Stop stop = new Stop(test.get()))
        {
            final IsoLong a = test.get().longVariable("a");
            stop.begin();
            runAt(1, () -> assertThrows(IsotachTimeoutException.class, () -> a.set(1)));
            stop.end();
            runAt(0, () -> awaitDirectRead(test.get(), a));
        }
    }

    private static void runAt(final int host, final Runnable calls) throws Exception
    {
        final FutureTask<Void> task = new FutureTask<>(calls, null);
        TestIsotach.threadOf(host, SESSIONS, task).start();
        task.get();
    }

    private static void awaitDirectRead(final Isotach isotach, final IsoLong variable)
    {
        final long endNs = System.nanoTime() + PATIENCE_NS;
        final long before = isotach.directReads();
        while (before == isotach.directReads())
        {
            assertTrue(System.nanoTime() - endNs < 0, "no direct read");
            patiently(variable::get);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldMakeAVariableAgainWhoseInitialValueWasWrittenTooLate(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = launch(mode); Stop stop = new Stop(test.get()))
        {
            final Isotach isotach = test.get();
            stop.begin();
            assertThrows(IsotachTimeoutException.class, () -> isotach.longVariable("a", 1));
            assertThrows(IsotachTimeoutException.class, () -> isotach.longs("b", 3, 2));
            assertThrows(IsotachTimeoutException.class, () -> isotach.reference("c", "3"));
            stop.end();
            final IsoLong a = patiently(() -> isotach.longVariable("a", 1));
            final IsoLong[] b = patiently(() -> isotach.longs("b", 3, 2));
            final IsoReference<String> c = patiently(() -> isotach.reference("c", "3"));
            assertEquals(1, patiently(a::get));
            assertEquals(2, patiently(b[2]::get));
            assertEquals("3", patiently(c::get));
            assertEquals(List.of("a", "b", "c"), isotach.names());
        }
    }

    private static TestIsotach launch(final ThreadingMode mode)
    {
        return TestIsotach.launch(
            new IsotachContext().hosts(HOSTS).sessions(SESSIONS).threadingMode(mode).awaitTimeout(TIMEOUT));
    }

    /**
     * Waits longer than the timeout, which is short, on a machine that is busy.
     */
    private static <T> T patiently(final Supplier<T> call)
    {
        final long endNs = System.nanoTime() + PATIENCE_NS;
        while (true)
        {
            try
            {
                return call.get();
            }
            catch (final IsotachTimeoutException ex)
            {
                if (System.nanoTime() - endNs > 0)
                {
                    throw ex;
                }
            }
        }
    }
}
