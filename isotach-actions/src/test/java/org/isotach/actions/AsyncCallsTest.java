/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.status.Counter;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Changes, writes and snapshots whose results are futures.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class AsyncCallsTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";
    private static final int THREADS = 3;
    private static final int MANY = 1_100;

    private static <R> R get(final CompletableFuture<R> future) throws Exception
    {
        return future.get(60, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeDoneAtOnceWhereNothingIsReserved(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", 2, 1);
            assertTrue(isotach.applyAsync(x[0].add(4), x[1].add(5)).isDone());
            assertTrue(isotach.prepare(x[0].add(10)).applyAsync().isDone());
            assertTrue(isotach.writeAsync(batch -> batch.set(x[1], 7)).isDone());
            // The executor runs it on this thread.
            final CompletableFuture<Long> sum =
                isotach.snapshotAsync(now -> now.get(x[0]) + now.get(x[1]), Runnable::run, x);
            assertEquals(22, get(sum));
            final PreparedSnapshot<Long> first = isotach.prepare(now -> now.get(x[0]), x);
            assertEquals(15, get(first.takeAsync(Runnable::run)));
            assertEquals(2, isotach.cluster().counters().total(Counter.SNAPSHOTS_AT_ONCE));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldTakeTheirPlacesAtOnceAndWaitForReservations(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", 3, 1);
            final IsoReference<String> name = isotach.reference("name", "a");
            final List<CompletableFuture<?>> futures = new ArrayList<>();
            final CompletableFuture<String> before;
            final CompletableFuture<Long> after;
            try (Reservation held = isotach.reserve(x[0], name))
            {
                before = isotach.snapshotAsync(
                    now -> now.get(x[0]) + now.get(name), TestIsotach.THREADS, x[0], name);
                futures.add(isotach.applyAsync(x[0].add(3), x[1].add(3)));
                futures.add(isotach.writeAsync(batch -> batch.set(name, "c").set(x[2], 9)));
                after = isotach.prepare(now -> now.get(x[0]) + now.get(x[2]), x).takeAsync(TestIsotach.THREADS);
                futures.add(before);
                futures.add(after);
                futures.forEach(future -> assertFalse(future.isDone()));
                // What it has changed with them is there for all, and what is not reserved.
                assertEquals(4, x[1].get());
                held.assign(action -> action.set(x[0], 10).set(name, "b"));
            }
            assertEquals("10b", get(before));
            get(CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)));
            assertEquals(22, get(after));
            assertEquals(13, x[0].get());
            assertEquals(9, x[2].get());
            assertEquals("c", name.get());
            assertEquals(2, isotach.cluster().counters().total(Counter.SNAPSHOTS_IN_ORDER));
        }
    }

    /**
     * An executor may have one thread, as the common pool of a small machine has.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNotWaitForTheirOwnThreadWhereNothingIsReserved(final ThreadingMode mode, final int hosts)
        throws Exception
    {
        final ExecutorService executor = Executors.newSingleThreadExecutor();
        try (TestIsotach test = TestIsotach.launch(new IsotachContext()
            .hosts(hosts).threadingMode(mode).executor(executor).awaitTimeout(Duration.ofSeconds(10))))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoReference<String> name = isotach.reference("name", "a");
            final CompletableFuture<String> read = CompletableFuture.supplyAsync(() ->
            {
                final CompletableFuture<Void> written =
                    isotach.writeAsync(batch -> batch.set(name, "b").set(x, 2));
                final CompletableFuture<Void> changed = isotach.applyAsync(x.add(3));
                return name.get() + x.get() + written.isDone() + changed.isDone();
            }, executor);
            assertEquals("b5truetrue", get(read));
        }
        finally
        {
            executor.shutdownNow();
        }
    }

    /**
     * More words than a host may have outstanding reads.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldReserveNothingThatTheyOnlyRead(final ThreadingMode mode, final int hosts) throws Exception
    {
        final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        try (TestIsotach test = TestIsotach.launch(new IsotachContext()
            .hosts(hosts).threadingMode(mode).executor(tasks::add).awaitTimeout(Duration.ofSeconds(10))))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", MANY, 1);
            final IsoReference<String> name = isotach.reference("name", "a");
            final List<IsoVariable> all = new ArrayList<>(List.of(x));
            all.add(name);
            final List<CompletableFuture<?>> futures = new ArrayList<>();
            try (Reservation held = isotach.reserve(x[0]))
            {
                futures.add(isotach.snapshotAsync(
                    now -> now.get(name) + TestIsotach.sum(now, x), tasks::add, all.toArray(IsoVariable[]::new)));
                futures.add(isotach.snapshotAsync(now -> now.get(x[1]), tasks::add, x));
                futures.add(isotach.applyAsync(Arrays.stream(x).map(one -> one.add(1)).toArray(Change[]::new)));
                futures.get(1).cancel(false);
                held.assign(action -> action.set(x[0], 2));
            }
            while (tasks.size() < 2)
            {
                Thread.yield();
            }
            // No task has run yet.
            isotach.update(x[0], x[1], name).execute(action -> action.set(x[0], 7).set(name, "b"));
            assertEquals(7 + 2 * (MANY - 1), TestIsotach.total(isotach, x));
            while (!futures.stream().allMatch(CompletableFuture::isDone))
            {
                final Runnable task = tasks.poll();
                if (null != task)
                {
                    task.run();
                }
            }
            assertEquals("a" + (MANY + 1), get(futures.get(0)));
            get(futures.get(2));
            assertEquals(7, x[0].get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNoteAnInterruptThatDoesNotStopThem(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoLong y = isotach.longVariable("y", 1);
            Thread.currentThread().interrupt();
            final CompletableFuture<Void> changed = isotach.applyAsync(x.add(3));
            assertTrue(Thread.interrupted(), "noted");
            Thread.currentThread().interrupt();
            final CompletableFuture<Void> written = isotach.writeAsync(batch -> batch.set(y, 7));
            assertTrue(Thread.interrupted(), "noted");
            get(changed);
            get(written);
            assertEquals(4, x.get());
            assertEquals(7, y.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldDoWhatTheySayWhenCancelled(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoReference<String> name = isotach.reference("name", "a");
            final AtomicInteger calls = new AtomicInteger();
            final CompletableFuture<Void> changed;
            final CompletableFuture<Void> written;
            final CompletableFuture<Integer> taken;
            try (Reservation held = isotach.reserve(x, name))
            {
                changed = isotach.applyAsync(x.add(3));
                written = isotach.writeAsync(batch -> batch.set(name, "c").set(x, 9));
                taken = isotach.snapshotAsync(now -> calls.incrementAndGet(), TestIsotach.THREADS, x);
                assertTrue(changed.cancel(false));
                assertTrue(written.cancel(false));
                assertTrue(taken.cancel(false));
                held.assign(action -> action.set(x, 10));
            }
            assertEquals(13, x.get());
            assertEquals("a", name.get());
            assertThrows(CancellationException.class, taken::join);
            final List<Runnable> tasks = new ArrayList<>();
            final CompletableFuture<Integer> atOnce =
                isotach.snapshotAsync(now -> calls.incrementAndGet(), tasks::add, x);
            if (!tasks.isEmpty())
            {
                atOnce.cancel(false);
                tasks.get(0).run();
            }
            assertEquals(0, calls.get());
            // Nothing is left reserved.
            isotach.update(x).execute(action -> action.set(x, 1));
            assertEquals(1, x.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldWriteNothingThatIsRefusedOrCancelled(final ThreadingMode mode, final int hosts)
    {
        final IsotachContext context = new IsotachContext().hosts(hosts).threadingMode(mode).executor(task ->
        {
            throw new RejectedExecutionException("full");
        });
        try (TestIsotach test = TestIsotach.launch(context.awaitTimeout(Duration.ofSeconds(10))))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoReference<String> name = isotach.reference("name", "a");
            final CompletableFuture<Void> refused;
            try (Reservation held = isotach.reserve(x, name))
            {
                refused = isotach.writeAsync(batch -> batch.set(name, "b").set(x, 2));
                assertTrue(isotach.writeAsync(batch -> batch.set(name, "c").set(x, 3)).cancel(false));
                assertFalse(held.isEnded());
            }
            assertInstanceOf(RejectedExecutionException.class,
                assertThrows(ExecutionException.class, () -> get(refused)).getCause());
            assertEquals("a1", isotach.update(x, name).run(action -> action.get(name) + action.get(x)));
            assertEquals(1, isotach.objects());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldFailWithWhatAFunctionThrows(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x", 0);
            final IsoLong other = isotach.longVariable("other", 0);
            final List<CompletableFuture<?>> divided = new ArrayList<>();
            final List<CompletableFuture<?>> nested = new ArrayList<>();
            divided.add(isotach.snapshotAsync(now -> 1 / now.get(x), TestIsotach.THREADS, x));
            nested.add(isotach.snapshotAsync(now -> other.incrementAndGet(), TestIsotach.THREADS, x));
            final CompletableFuture<Long> undeclared =
                isotach.snapshotAsync(now -> now.get(other), TestIsotach.THREADS, x);
            final CompletableFuture<Long> refused = isotach.snapshotAsync(now -> now.get(x), task ->
            {
                throw new RejectedExecutionException("full");
            }, x);
            try (Reservation held = isotach.reserve(x))
            {
                divided.add(isotach.snapshotAsync(now -> 1 / now.get(x), TestIsotach.THREADS, x));
                nested.add(isotach.snapshotAsync(now -> other.incrementAndGet(), TestIsotach.THREADS, x));
                held.assign(action -> action.set(x, 0));
            }
            divided.forEach(future -> assertInstanceOf(
                ArithmeticException.class, assertThrows(CompletionException.class, future::join).getCause()));
            nested.forEach(future -> assertInstanceOf(
                IllegalStateException.class, assertThrows(CompletionException.class, future::join).getCause()));
            assertInstanceOf(IllegalArgumentException.class,
                assertThrows(CompletionException.class, undeclared::join).getCause());
            assertInstanceOf(RejectedExecutionException.class,
                assertThrows(CompletionException.class, refused::join).getCause());
            assertThrows(ArithmeticException.class, () -> isotach.writeAsync(batch -> batch.set(x, 1 / other.get())));
            assertEquals(0, other.get());
            assertEquals(0, x.get());
        }
    }

    /**
     * A future awaits all new values; without one, the length of an isochron limits the changes.
     */
    @Test
    void shouldLimitOnlyChangesThatHaveAFuture()
    {
        try (TestIsotach test = TestIsotach.launch(new IsotachContext()
            .threadingMode(ThreadingMode.SHARED).cluster(cluster -> cluster.maxIsochronLength(1 << 16))))
        {
            final IsoLong[] x = test.get().longs("x", 2 * MANY, 1);
            final PreparedChanges changes =
                test.get().prepare(Arrays.stream(x).map(one -> one.add(1)).toArray(Change[]::new));
            changes.apply();
            assertThrows(IllegalArgumentException.class, changes::applyAsync);
            assertEquals(2, x[0].get());
            assertEquals(2, x[x.length - 1].get());
        }
    }

    @Test
    void shouldRefuseWhatIsWrong() throws Exception
    {
        final Isotach isotach;
        final IsoLong x;
        final CompletableFuture<Void> changed;
        final CompletableFuture<Long> taken;
        try (TestIsotach test = TestIsotach.launch(ThreadingMode.SHARED, 1); TestIsotach foreign = TestIsotach.launch())
        {
            isotach = test.get();
            x = isotach.longVariable("x", 1);
            final IsoLong y = foreign.get().longVariable("y", 1);
            assertThrows(IllegalArgumentException.class, () -> isotach.applyAsync(x.add(1), y.add(1)));
            assertThrows(IllegalArgumentException.class, () -> isotach.writeAsync(batch -> batch.set(y, 1)));
            assertThrows(
                IllegalArgumentException.class, () -> isotach.snapshotAsync(now -> 1, Runnable::run, x, y));
            assertThrows(NullPointerException.class, () -> isotach.applyAsync((Change)null));
            assertThrows(NullPointerException.class, () -> isotach.writeAsync(null));
            assertThrows(NullPointerException.class, () -> isotach.snapshotAsync(null, Runnable::run, x));
            assertThrows(NullPointerException.class, () -> isotach.snapshotAsync(now -> 1, null, x));
            isotach.update(x).execute(action ->
            {
                assertThrows(IllegalStateException.class, () -> isotach.applyAsync(x.add(1)));
                assertThrows(IllegalStateException.class, () -> isotach.writeAsync(batch -> batch.set(x, 1)));
                assertThrows(
                    IllegalStateException.class, () -> isotach.snapshotAsync(now -> 1, Runnable::run, x));
            });
            assertEquals(1, x.get());
            assertFalse(isotach.reserve(x).isEnded());
            changed = isotach.applyAsync(x.add(1));
            taken = isotach.snapshotAsync(now -> now.get(x), TestIsotach.THREADS, x);
        }
        assertThrows(ClusterClosedException.class, () -> isotach.applyAsync(x.add(1)));
        assertThrows(ClusterClosedException.class, () -> isotach.writeAsync(batch -> batch.set(x, 1)));
        assertThrows(ClusterClosedException.class, () -> isotach.snapshotAsync(now -> 1, Runnable::run, x));
        assertInstanceOf(
            ClusterClosedException.class, assertThrows(ExecutionException.class, () -> get(changed)).getCause());
        assertInstanceOf(
            ClusterClosedException.class, assertThrows(ExecutionException.class, () -> get(taken)).getCause());
    }

    /**
     * A thread that goes on only with its futures sees what they promise; sums of pairs stay as they are.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldBeOfOneOrderWithEverythingElse(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", 2, 50);
            final IsoLong done = isotach.longVariable("done");
            final PreparedChanges move = isotach.prepare(x[0].add(-1), x[1].add(1), done.add(1));
            final PreparedSnapshot<Long> sum = isotach.prepare(now -> now.get(x[0]) + now.get(x[1]), x);
            final int rounds = 1 == hosts ? 500 : 50;
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                threads.start("thread " + i, () ->
                {
                    for (int round = 0; round < rounds; round++)
                    {
                        final long before = done.get();
                        final CompletableFuture<Void> moved = move.applyAsync();
                        final CompletableFuture<Long> total = sum.takeAsync(TestIsotach.THREADS);
                        final CompletableFuture<Long> count =
                            isotach.snapshotAsync(now -> now.get(done), TestIsotach.THREADS, done);
                        assertEquals(100, get(total));
                        assertTrue(get(count) > before);
                        get(moved);
                    }
                });
            }
            threads.start("reserves", () ->
            {
                for (int round = 0; round < rounds; round++)
                {
                    isotach.update(x).execute(action ->
                    {
                        final long first = action.get(x[0]);
                        action.set(x[0], action.get(x[1])).set(x[1], first);
                    });
                }
            });
            threads.join();
            assertEquals((long)THREADS * rounds, done.get());
            assertEquals(100, sum.take());
        }
    }
}
