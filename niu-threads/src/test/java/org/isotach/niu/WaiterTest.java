/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.spi.Scheduler;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Threads that wait: one of them is on duty, and parks for a while at a time; the others park until they are woken.
 */
@Timeout(60)
class WaiterTest
{
    private static final int THREADS = 5;

    private final List<Cluster> clusters = new ArrayList<>();
    private final TestThreads threads = new TestThreads();

    /**
     * A clock that begins at 0, and leaps to the end of a time limit, once.
     */
    private static final class LeapingClock implements Scheduler
    {
        private long now;
        private long next;

        @Override
        public void idle(final Object what)
        {
            assertTrue(next > now, "nothing is expected any more");
            now = next;
        }

        @Override
        public long nanoTime()
        {
            return now;
        }

        @Override
        public void expect(final long ns)
        {
            next = now + ns + 1;
        }
    }

    /**
     * A thread that waits until it is told to go on.
     */
    private static final class Sleeper
    {
        final Waiter waiter;
        volatile boolean mayGo;
        volatile int looks;
        Thread thread;

        Sleeper(final Waiter waiter)
        {
            this.waiter = waiter;
        }

        void sleep()
        {
            waiter.awaitCall(
                () ->
                {
                    looks++;
                    return mayGo;
                },
                "the call",
                Waiter.NO_LIMIT_NS);
        }

        void wakeUp() throws InterruptedException
        {
            mayGo = true;
            waiter.wake();
            thread.join();
        }
    }

    @AfterEach
    void close()
    {
        clusters.forEach(Cluster::close);
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = "INVOKER", mode = EnumSource.Mode.EXCLUDE)
    void shouldParkWithoutATimeLimitUnlessOnDuty(final ThreadingMode mode) throws Exception
    {
        final List<Sleeper> sleepers = start(launch(mode));
        awaitAllButOneForGood(sleepers);

        while (!sleepers.isEmpty())
        {
            sleepers.remove(sleepers.size() - 1).wakeUp();
            // Whoever was on duty, somebody is now.
            awaitAllButOneForGood(sleepers);
        }
        threads.join();
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellAllWhoWaitThatTheirHostIsExpelled(final ThreadingMode mode) throws Exception
    {
        final Cluster cluster = launch(mode);
        final List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < THREADS; i++)
        {
            final Waiter waiter = cluster.host(1).waiter();
            waiting.add(threads.start("waiting-" + i, () -> assertThrows(
                HostExpelledException.class, () -> waiter.awaitCall(() -> false, "Godot", Waiter.NO_LIMIT_NS))));
        }
        awaitParked(waiting, ThreadingMode.INVOKER == mode ? 0 : THREADS - 1);

        cluster.expel(1);
        threads.join();
    }

    /**
     * Those who are parked do not work; the one on duty does so for all, whoever issues.
     */
    @Test
    void shouldCountFromZero()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(1).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofSeconds(3)).scheduler(new LeapingClock())))
        {
            final Waiter waiter = cluster.host(0).waiter();
            final String message =
                assertThrows(IsotachTimeoutException.class, () -> waiter.await(() -> false, "nothing")).getMessage();
            assertTrue(message.startsWith("host 0 has waited 3000 ms for nothing"), message);
        }
    }

    @Test
    void shouldWorkForAllOnTheThreadOnDuty() throws Exception
    {
        final Cluster cluster = launch(ThreadingMode.INVOKER);
        final RecordingModel model = RecordingModel.on(cluster);
        final AtomicInteger executed = new AtomicInteger();
        model.recorder(2).onExecution(payload -> executed.incrementAndGet());
        final List<Sleeper> sleepers = start(cluster);
        final Isochron isochron = cluster.host(0).isochron();
        for (int i = 0; i < 100; i++)
        {
            model.issue(isochron, i, 0, 1, 2);
        }
        while (executed.get() < 100)
        {
            Thread.onSpinWait();
        }
        for (final Sleeper sleeper : sleepers)
        {
            sleeper.wakeUp();
        }
        threads.join();
    }

    /**
     * A thread on duty that is inside a handler keeps nobody from what others can do.
     */
    @Test
    void shouldWorkForAllWhileTheThreadOnDutyIsInsideAHandler() throws Exception
    {
        final Cluster cluster = launch(ThreadingMode.INVOKER);
        final RecordingModel model = RecordingModel.on(cluster);
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayGo = new CountDownLatch(1);
        final AtomicInteger executed = new AtomicInteger();
        model.recorder(0).onExecution(payload -> executed.incrementAndGet());
        model.recorder(1).onExecution(payload -> cluster.host(1).models().runHandler(() ->
            awaitInside(isInside, mayGo)));
        final List<Sleeper> sleepers = start(cluster);
        final Isochron toTheHandler = cluster.host(0).isochron();
        model.issue(toTheHandler, 1, 1);
        isInside.await();
        final Isochron isochron = cluster.host(2).isochron();
        for (int i = 0; i < 10; i++)
        {
            model.issue(isochron, i, 0);
        }
        while (executed.get() < 10)
        {
            Thread.onSpinWait();
        }
        mayGo.countDown();
        for (final Sleeper sleeper : sleepers)
        {
            sleeper.wakeUp();
        }
        threads.join();
    }

    /**
     * What units have done wakes those who wait for it. The thread on duty would do the same after a while, so it is
     * busy here. Host 1 holds up all logical time until the other thread is parked for good.
     */
    @Test
    void shouldWakeThoseWhoWaitForExecution() throws Exception
    {
        final Cluster cluster = Cluster.launch(
            new ClusterContext().hosts(3).threadingMode(ThreadingMode.SHARED).awaitTimeout(Duration.ZERO));
        clusters.add(cluster);
        final RecordingModel model = RecordingModel.on(cluster);
        final CountDownLatch isHeldUp = new CountDownLatch(1);
        final CountDownLatch isBusy = new CountDownLatch(1);
        final CountDownLatch mayGo = new CountDownLatch(1);
        final CountDownLatch mayLeave = new CountDownLatch(1);
        model.recorder(1).onExecution(payload -> awaitInside(isHeldUp, mayGo));
        final AtomicBoolean isToBeBusy = new AtomicBoolean();
        final Thread onDuty = threads.start("on duty", () -> cluster.host(2).waiter().awaitCall(() ->
        {
            if (isToBeBusy.get())
            {
                awaitInside(isBusy, mayLeave);
            }
            return isToBeBusy.get();
        }, "the end", Waiter.NO_LIMIT_NS));
        try
        {
            while (Thread.State.TIMED_WAITING != onDuty.getState())
            {
                Thread.yield();
            }
            isToBeBusy.set(true);
            isBusy.await();
            model.issue(cluster.host(2).isochron(), 1, 1);
            isHeldUp.await();
            final Isochron isochron = cluster.host(0).isochron();
            final Thread waiting = threads.start("waiting", () ->
            {
                model.issue(isochron, 2, 0, 1, 2);
                isochron.awaitExecuted();
            });
            awaitParked(List.of(waiting), 1);
            mayGo.countDown();
            waiting.join();
        }
        finally
        {
            mayGo.countDown();
            mayLeave.countDown();
        }
        threads.join();
    }

    private static void awaitInside(final CountDownLatch isInside, final CountDownLatch end)
    {
        isInside.countDown();
        try
        {
            end.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldExecuteWhatManyWaitFor(final ThreadingMode mode) throws Exception
    {
        final Cluster cluster = launch(mode);
        final RecordingModel model = RecordingModel.on(cluster);
        final CountDownLatch areDone = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++)
        {
            final Isochron isochron = cluster.host(i % 3).isochron();
            final int first = i;
            threads.start("issuing-" + i, () ->
            {
                for (int k = 0; k < 1000; k++)
                {
                    model.issue(isochron, first, (first + 1) % 3, (first + 2) % 3);
                    isochron.awaitExecuted();
                }
                areDone.countDown();
            });
        }
        threads.join();
        assertEquals(0, areDone.getCount());
    }

    /**
     * The text is made by code of users.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSayWhyAWaitHasEndedAlthoughItsNameThrows(final ThreadingMode mode)
    {
        final Cluster cluster = launch(mode);
        final Waiter waiter = cluster.host(0).waiter();
        final String name = Nameless.class.getName() + ", which cannot be printed";
        assertEnds(IsotachTimeoutException.class, name, () -> waiter.await(() -> false, new Nameless(), 1));
        cluster.expel(0);
        assertEnds(HostExpelledException.class, name, () -> waiter.await(() -> false, new Nameless()));
        final Waiter other = cluster.host(1).waiter();
        cluster.close();
        assertEnds(ClusterClosedException.class, name, () -> other.await(() -> false, new Nameless()));
    }

    /**
     * The limit of the inner wait would be that of the outer one, and its end that of the registration of the thread.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseAConditionThatWaitsAtItsOwnWaiter(final ThreadingMode mode)
    {
        final Cluster cluster = launch(mode);
        final Waiter waiter = cluster.host(0).waiter();
        final Waiter other = cluster.host(0).waiter();
        final AtomicInteger looks = new AtomicInteger();
        final Runnable nested = () -> waiter.await(() -> true, "the inner one");
        // At the first look, when nothing is waited for yet, and later.
        for (final int look : new int[]{ 1, 3 })
        {
            looks.set(0);
            assertEnds(IllegalStateException.class, "waiting for the inner one at host 0, inside the condition", () ->
                waiter.awaitChange(() ->
                {
                    if (look == looks.incrementAndGet())
                    {
                        nested.run();
                    }
                    return false;
                }, "the outer one"));
        }
        // Another waiter has a limit of its own; and the refused wait has left nothing behind.
        waiter.await(() ->
        {
            other.await(() -> looks.incrementAndGet() > 10, "the inner one", 1_000_000_000L);
            return looks.get() > 12;
        }, "the outer one");
    }

    private static void assertEnds(
        final Class<? extends RuntimeException> type, final String name, final Executable call)
    {
        final String message = assertThrows(type, call).getMessage();
        assertTrue(message.contains(name), message);
    }

    /**
     * A name that cannot be printed.
     */
    private static final class Nameless
    {
        @Override
        public String toString()
        {
            throw new IllegalStateException("no name");
        }
    }

    private Cluster launch(final ThreadingMode mode)
    {
        final Cluster cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode));
        clusters.add(cluster);
        return cluster;
    }

    private List<Sleeper> start(final Cluster cluster)
    {
        final List<Sleeper> sleepers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++)
        {
            final Sleeper sleeper = new Sleeper(cluster.host(i % 3).waiter());
            sleeper.thread = threads.start("sleeping-" + i, sleeper::sleep);
            sleepers.add(sleeper);
        }
        return sleepers;
    }

    private static void awaitAllButOneForGood(final List<Sleeper> sleepers) throws InterruptedException
    {
        awaitParked(sleepers.stream().map(sleeper -> sleeper.thread).toList(), Math.max(0, sleepers.size() - 1));
    }

    private static void awaitParked(final List<Thread> waiting, final int count) throws InterruptedException
    {
        while (count != waiting.stream().filter(thread -> Thread.State.WAITING == thread.getState()).count())
        {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
