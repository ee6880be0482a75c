/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;
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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Calls for whose reads a host has no room.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(ThreadingMode.class)
class RoomTest
{
    @Parameter
    private ThreadingMode mode;

    private static final int READS = 4;
    private static final int READS_OF_THREADS = READS / 4;
    private static final int READS_OF_NO_THREADS = READS / 2;
    private static final long LIMIT_S = 20;

    private TestIsotach launch(final int hosts)
    {
        return TestIsotach.launch(new IsotachContext().hosts(hosts).threadingMode(mode)
            .cluster(cluster -> cluster.readCap(READS).awaitTimeout(Duration.ofSeconds(2 * LIMIT_S))));
    }

    static List<BiFunction<Isotach, IsoLong, Object>> calls()
    {
        final List<BiFunction<Isotach, IsoLong, Object>> calls = new ArrayList<>(callsWithTurns());
        calls.add((isotach, y) -> y.addAndGet(1));
        calls.add((isotach, y) -> y.get());
        calls.add((isotach, y) -> isotach.snapshot(now -> now.get(y), y, isotach.longVariable("z")));
        calls.add((isotach, y) -> isotach.update(y).runAsync(action -> action.get(y), Runnable::run).join());
        return calls;
    }

    static List<BiFunction<Isotach, IsoLong, Object>> callsWithTurns()
    {
        return List.of(
            (isotach, y) -> isotach.update(y).run(action -> action.get(y)),
            (isotach, y) -> isotach.update().reading(y).run(action -> action.get(y)));
    }

    /**
     * Others have all reads, and wait for another variable.
     */
    @ParameterizedTest
    @MethodSource("calls")
    void shouldGoOnWithoutRoomWhenItsVariableIsFree(final BiFunction<Isotach, IsoLong, Object> call) throws Exception
    {
        try (TestIsotach test = launch(1))
        {
            final Isotach isotach = test.get();
            final IsoLong y = isotach.longVariable("y", 1);
            assertEndsWhenFree(isotach, y, READS, IsoLong::get, () -> call.apply(isotach, y));
        }
    }

    @Test
    void shouldSetAReferenceWithoutRoomWhenItIsFree() throws Exception
    {
        try (TestIsotach test = launch(1))
        {
            final IsoReference<String> text = test.get().reference("text", "old");
            assertEndsWhenFree(test.get(), text, READS, IsoLong::get, () ->
            {
                text.set("new");
                return null;
            });
            assertEquals("new", text.get());
        }
    }

    /**
     * One that waits for another variable has all turns of threads.
     */
    @ParameterizedTest
    @MethodSource("callsWithTurns")
    void shouldGoOnOutOfTurnWhenItsVariableIsFree(final BiFunction<Isotach, IsoLong, Object> call) throws Exception
    {
        try (TestIsotach test = launch(1))
        {
            final Isotach isotach = test.get();
            final IsoLong y = isotach.longVariable("y", 1);
            assertEndsWhenFree(
                isotach,
                y,
                READS_OF_THREADS,
                x -> isotach.update(x).run(action -> action.get(x)),
                () -> call.apply(isotach, y));
        }
    }

    /**
     * @param others number of calls that wait for another variable.
     * @param other  one of them.
     */
    private static void assertEndsWhenFree(
        final Isotach isotach,
        final IsoVariable y,
        final int others,
        final Function<IsoLong, Long> other,
        final Supplier<Object> call)
        throws Exception
    {
        final IsoLong x = isotach.longVariable("x", 7);
        final List<CompletableFuture<Long>> waiting = new ArrayList<>();
        final Reservation held = reserve(isotach, x);
        try (held)
        {
            for (int i = 0; i < others; i++)
            {
                waiting.add(TestIsotach.waiting(() -> other.apply(x)));
            }
            final CompletableFuture<Object> called;
            final Reservation heldToo = reserve(isotach, y);
            try (heldToo)
            {
                called = TestIsotach.waiting(call);
                assertFalse(called.isDone());
            }
            called.get(LIMIT_S, TimeUnit.SECONDS);
        }
        for (final CompletableFuture<Long> one : waiting)
        {
            assertEquals(7, one.get(LIMIT_S, TimeUnit.SECONDS));
        }
    }

    private static Reservation reserve(final Isotach isotach, final IsoVariable... variables) throws Exception
    {
        return CompletableFuture.supplyAsync(() -> isotach.reserve(variables), TestIsotach.THREADS).get();
    }

    /**
     * As many as wait may be asynchronous, and no other call waits for them.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldLeaveRoomForCallsThatDoNotWait(final int hosts) throws Exception
    {
        try (TestIsotach test = launch(hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y", 1);
            final List<CompletableFuture<Long>> first = new ArrayList<>();
            final List<CompletableFuture<CompletableFuture<Long>>> more = new ArrayList<>();
            final Reservation held = reserve(isotach, x);
            try (held)
            {
                for (int i = 0; i < READS_OF_NO_THREADS; i++)
                {
                    first.add(increment(isotach, x));
                }
                for (int i = 0; i < READS; i++)
                {
                    more.add(TestIsotach.waiting(() -> increment(isotach, x)));
                }
                assertEquals(2, y.addAndGet(1));
                final long third = isotach.update(y).run(action -> action.set(y, action.get(y) + 1).get(y));
                assertEquals(3, third);
            }
            for (final CompletableFuture<CompletableFuture<Long>> one : more)
            {
                first.add(one.get(LIMIT_S, TimeUnit.SECONDS));
            }
            for (final CompletableFuture<Long> one : first)
            {
                one.get(LIMIT_S, TimeUnit.SECONDS);
            }
            assertEquals(READS_OF_NO_THREADS + READS, x.get());
        }
    }

    private static CompletableFuture<Long> increment(final Isotach isotach, final IsoLong x)
    {
        return isotach.update(x).runAsync(action -> action.set(x, action.get(x) + 1).get(x), TestIsotach.THREADS);
    }

    /**
     * Although the values that it waits for have not come.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldNotTakeAllRoomWithWhatIsCalledOff(final int hosts) throws Exception
    {
        try (TestIsotach test = launch(hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y", 1);
            final List<CompletableFuture<CompletableFuture<Long>>> more = new ArrayList<>();
            final Reservation held = reserve(isotach, x);
            try (held)
            {
                for (int i = 0; i < READS_OF_NO_THREADS; i++)
                {
                    increment(isotach, x).cancel(false);
                }
                for (int i = 0; i < READS; i++)
                {
                    more.add(TestIsotach.waiting(() -> increment(isotach, x)));
                }
                assertEquals(2, y.addAndGet(1));
                assertFalse(more.stream().anyMatch(CompletableFuture::isDone), "the reads are still outstanding");
            }
            for (final CompletableFuture<CompletableFuture<Long>> one : more)
            {
                one.get(LIMIT_S, TimeUnit.SECONDS).get(LIMIT_S, TimeUnit.SECONDS);
            }
            assertEquals(READS, x.get());
        }
    }

    /**
     * A call that has given up has its reads until the variable is given back, and not longer.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldGiveRoomBackAfterCallsThatHaveGivenUp(final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().hosts(hosts)
            .threadingMode(mode).awaitTimeout(Duration.ofMillis(200))
            .cluster(cluster -> cluster.readCap(READS))))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            for (int round = 0; round < READS; round++)
            {
                final Reservation held = reserve(isotach, x);
                try (held)
                {
                    assertThrows(
                        IsotachTimeoutException.class, () -> isotach.update(x).execute(action -> action.set(x, 1)));
                    final String message = assertThrows(IsotachTimeoutException.class, () ->
                        isotach.update(x).execute(action -> action.set(x, 1))).getMessage();
                    assertTrue(message.contains("it needs 1 of the 1 reads for actions that wait"), message);
                }
                final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
                boolean isDone = false;
                while (!isDone)
                {
                    try
                    {
                        isotach.update(x).execute(action -> action.set(x, 0));
                        isDone = true;
                    }
                    catch (final IsotachTimeoutException ex)
                    {
                        // On a machine that is busy with something else.
                        assertTrue(System.nanoTime() - endNs < 0, ex::getMessage);
                    }
                }
            }
        }
    }

    /**
     * A value of a call that has given up, and has reserved nothing, comes even if no thread of the cluster brings it.
     */
    @Test
    void shouldGiveRoomBackAfterReadsThatHaveGivenUpWithoutThreads() throws Exception
    {
        final int hosts = 4;
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().hosts(hosts).sessions(hosts)
            .threadingMode(ThreadingMode.INVOKER).awaitTimeout(Duration.ofSeconds(LIMIT_S))
            .cluster(cluster -> cluster.readCap(READS))))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y", 5);
            // Each thread has a session of its own, so one of them reads elsewhere than where x is reserved.
            for (int i = 0; i < hosts; i++)
            {
                final CompletableFuture<Thread> reader = new CompletableFuture<>();
                final Reservation held = reserve(isotach, x);
                try (held)
                {
                    final Thread thread = TestIsotach.threadOf(i, hosts, () ->
                    {
                        assertThrows(IsotachInterruptedException.class, () ->
                            isotach.update().reading(x).execute(action -> action.get(x)));
                        reader.complete(Thread.currentThread());
                    });
                    thread.start();
                    TestIsotach.awaitWaiting(thread, reader::isDone);
                    thread.interrupt();
                    reader.get(LIMIT_S, TimeUnit.SECONDS);
                }
                final CompletableFuture<Long> other = CompletableFuture.supplyAsync(() ->
                    isotach.update(y).run(action -> action.get(y)), TestIsotach.THREADS);
                assertEquals(5, other.get(2 * LIMIT_S, TimeUnit.SECONDS));
            }
        }
    }

    /**
     * It waits for itself: those before it wait for what its thread has reserved, and for each other.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldRefuseToWaitForRoomThatItsOwnReservationTakes(final int hosts) throws Exception
    {
        try (TestIsotach test = launch(hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final List<CompletableFuture<Long>> futures = new ArrayList<>();
            final Reservation held = isotach.reserve(x);
            try (held)
            {
                for (int i = 0; i < READS_OF_NO_THREADS; i++)
                {
                    futures.add(increment(isotach, x));
                }
                final String message =
                    assertThrows(DeadlockException.class, () -> increment(isotach, x)).getMessage();
                assertEquals("deadlock: thread '" + Thread.currentThread().getName() + "' would wait for itself with" +
                    " update(x): it needs 1 of the 2 reads for asynchronous actions that wait, and 2 are those of" +
                    " actions that wait for what the thread holds, which is update(x). Close its reservation first," +
                    " or raise ClusterContext.readCap, half of which is for these", message);
                futures.add(TestIsotach.waiting(() -> isotach.update(x).run(action -> action.get(x))));
                final long behindNobody = isotach.update(y).run(action -> action.set(y, 5).get(y));
                assertEquals(5, behindNobody);
            }
            for (final CompletableFuture<Long> future : futures)
            {
                future.get(LIMIT_S, TimeUnit.SECONDS);
            }
            assertEquals(READS_OF_NO_THREADS, x.get());
            assertEquals(READS_OF_NO_THREADS + 1, increment(isotach, x).get(LIMIT_S, TimeUnit.SECONDS));
        }
    }

    /**
     * Actions that were called off have their reads until the reservation that they wait for ends.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldRefuseToWaitForRoomOfWhatIsCalledOff(final int hosts) throws Exception
    {
        try (TestIsotach test = launch(hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final Reservation held = isotach.reserve(x);
            try (held)
            {
                for (int i = 0; i < READS_OF_NO_THREADS; i++)
                {
                    increment(isotach, x).cancel(false);
                }
                assertThrows(DeadlockException.class, () -> increment(isotach, x));
            }
            assertEquals(1, increment(isotach, y).get(LIMIT_S, TimeUnit.SECONDS));
        }
    }

    /**
     * What it waits for is behind what waits for its own reservation.
     */
    @Test
    void shouldRefuseToWaitForRoomOfThoseThatWaitForAPipeline() throws Exception
    {
        try (TestIsotach test = launch(1);
            Pipeline pipeline = test.get().pipeline(2))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final List<CompletableFuture<Long>> futures = new ArrayList<>();
            final Reservation held = isotach.reserve(x);
            try (held)
            {
                pipeline.submit(isotach.update(x, y), action -> action.set(y, 4));
                for (int i = 0; i < READS_OF_NO_THREADS; i++)
                {
                    futures.add(increment(isotach, y));
                }
                assertThrows(DeadlockException.class, () -> increment(isotach, y));
            }
            for (final CompletableFuture<Long> future : futures)
            {
                future.get(LIMIT_S, TimeUnit.SECONDS);
            }
            assertEquals(4 + READS_OF_NO_THREADS, y.get());
        }
    }

    /**
     * It begins to wait for itself when another thread begins to wait for what it has reserved.
     */
    @Test
    void shouldRefuseToWaitOnForRoomThatItsOwnReservationHasComeToTake() throws Exception
    {
        try (TestIsotach test = launch(1))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final IsoLong z = isotach.longVariable("z");
            final List<CompletableFuture<Long>> futures = new ArrayList<>();
            final ExecutorService other = Executors.newSingleThreadExecutor();
            final Reservation heldZ = other.submit(() -> isotach.reserve(z)).get();
            for (int i = 0; i < READS_OF_NO_THREADS; i++)
            {
                futures.add(increment(isotach, z));
            }
            final CompletableFuture<DeadlockException> refused = TestIsotach.waiting(() ->
            {
                final Reservation heldX = isotach.reserve(x);
                try (heldX)
                {
                    return assertThrows(DeadlockException.class, () -> isotach.update(x).reading(y).runAsync(
                        action -> action.set(x, 1).get(x), TestIsotach.THREADS));
                }
            });
            assertFalse(refused.isDone());
            other.execute(x::get);
            assertTrue(refused.get(LIMIT_S, TimeUnit.SECONDS).getMessage().contains("update(x).reading(y)"));
            other.execute(heldZ::close);
            other.shutdown();
            for (final CompletableFuture<Long> future : futures)
            {
                future.get(LIMIT_S, TimeUnit.SECONDS);
            }
            assertEquals(READS_OF_NO_THREADS, z.get());
        }
    }

    /**
     * An isochron that has to wait for another reason does not wait for the oldest action.
     */
    @Test
    void shouldNotFinishTheOldestActionOfAPipelineWhileThatWaits() throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().hosts(1).threadingMode(mode)
                .cluster(cluster -> cluster.oneInFlight(true).awaitTimeout(Duration.ofSeconds(2 * LIMIT_S))));
            Pipeline pipeline = test.get().pipeline(2 * READS))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final ActionBody<Long, RuntimeException> body = action -> action.set(x, action.get(x) + 1).get(x);
            final List<CompletableFuture<Long>> futures = new ArrayList<>();
            final Reservation held = reserve(isotach, x);
            try (held)
            {
                for (int i = 0; i < READS; i++)
                {
                    futures.add(pipeline.submit(isotach.update(x), body));
                }
            }
            for (int i = 0; i < READS; i++)
            {
                assertEquals(i + 1, futures.get(i).get(LIMIT_S, TimeUnit.SECONDS));
            }
        }
    }

    /**
     * The values of the actions behind the oldest one arrive when it has ended.
     */
    @Test
    void shouldFinishTheOldestActionOfAPipelineForRoom() throws Exception
    {
        try (TestIsotach test = launch(1);
            Pipeline pipeline = test.get().pipeline(2 * READS))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y", 1);
            final IsoLong z = isotach.longVariable("z", 1);
            final ActionBody<Long, RuntimeException> body =
                action -> action.set(x, action.get(x) + 1).get(x);
            final Update small = isotach.update(x, y, z);
            final Update large = isotach.update(x).reading(y, z);
            final CompletableFuture<CompletableFuture<Long>> third;
            final Reservation held = reserve(isotach, x, y, z);
            try (held)
            {
                pipeline.submit(small, body);
                pipeline.submit(large, body);
                third = TestIsotach.waiting(() -> pipeline.submit(large, body));
                assertFalse(third.isDone());
            }
            assertEquals(3, third.get(LIMIT_S, TimeUnit.SECONDS).get(LIMIT_S, TimeUnit.SECONDS));
        }
    }

    /**
     * Nothing is under way any more before the next action begins.
     */
    @Test
    void shouldFinishTheOnlyActionOfAPipelineForRoom() throws Exception
    {
        try (TestIsotach test = launch(1);
            Pipeline pipeline = test.get().pipeline(2 * READS))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong[] others = isotach.longs("other", READS - 1, 2);
            final CompletableFuture<CompletableFuture<Long>> large;
            final Reservation held = reserve(isotach, x);
            try (held)
            {
                pipeline.submit(isotach.update(x), action -> action.set(x, 3));
                large = TestIsotach.waiting(() -> pipeline.submit(
                    isotach.update(x).reading(others), action -> action.get(x) + TestIsotach.sum(action, others)));
                assertFalse(large.isDone());
            }
            assertEquals(3 + 2 * (READS - 1), large.get(LIMIT_S, TimeUnit.SECONDS).get(LIMIT_S, TimeUnit.SECONDS));
        }
    }
}
