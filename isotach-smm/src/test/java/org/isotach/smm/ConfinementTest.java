/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.Isochron;
import org.isotach.IsochronIssuer;
import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Threads that use the isochron, or the port, of another one, in paranoid mode.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ConfinementTest
{
    private static final int V = 1;
    private static final int MANY = 1000;

    private static TestCluster launch(final ThreadingMode mode, final boolean isParanoid)
    {
        return new TestCluster(
            new ClusterContext().threadingMode(mode).topology(Topology.singleSwitch(2)).paranoid(isParanoid),
            PageMap.replicated(1));
    }

    /**
     * Runs a task on another thread, to its end.
     */
    private static <T> T onThread(final String name, final Callable<T> task) throws Exception
    {
        final FutureTask<T> future = new FutureTask<>(task);
        final Thread thread = new Thread(future, name);
        thread.start();
        thread.join();
        return future.get();
    }

    private static IsotachException refused(final Executable call)
    {
        return assertThrows(IsotachException.class, call);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseAnotherThreadWhileAnIsochronIsOpen(final ThreadingMode mode) throws Exception
    {
        try (TestCluster cluster = launch(mode, true))
        {
            final Isochron isochron = cluster.isochron(0);
            final MemoryPort port = cluster.port(0);
            final IsoValue value = new IsoValue();
            isochron.begin();
            port.write(isochron, V, 5);
            final String own = Thread.currentThread().getName();
            final List<IsotachException> refused = onThread("intruder", () -> List.of(
                refused(isochron::begin),
                refused(isochron::fresh),
                refused(() -> port.write(isochron, V, 6)),
                refused(() -> port.write(isochron, new int[]{ V }, new long[]{ 6 })),
                refused(() -> port.read(isochron, V, value)),
                refused(() -> port.update(isochron, V, UpdateFunction.ADD, 1)),
                refused(() -> port.sched(isochron, V)),
                refused(isochron::tryIssue),
                refused(isochron::issue),
                refused(isochron::awaitExecuted),
                refused(isochron::abandon)));
            refused.forEach(ex ->
            {
                assertTrue(ex.getMessage().contains(" of host 0 by thread 'intruder', while thread '" + own +
                    "' has it open: "), ex.getMessage());
                assertTrue(ex.getMessage().endsWith("get one for each thread from Host.isochron()"), ex.getMessage());
            });
            isochron.issue();
            isochron.awaitExecuted();
            assertEquals(5, readBy(cluster));
            // Nobody has it open: it may be given away, there and back.
            onThread("next", () ->
            {
                isochron.begin();
                port.write(isochron, V, 7);
                isochron.issue();
                isochron.awaitExecuted();
                return null;
            });
            assertEquals(7, readBy(cluster));
        }
    }

    private static long readBy(final TestCluster cluster)
    {
        final IsoValue value = new IsoValue();
        final Isochron isochron = cluster.isochron(0).begin();
        cluster.port(0).read(isochron, V, value);
        isochron.issue();
        return value.await();
    }

    @Test
    void shouldNotNoticeItOtherwise() throws Exception
    {
        try (TestCluster cluster = launch(ThreadingMode.SHARED, false))
        {
            final Isochron isochron = cluster.isochron(0).begin();
            onThread("intruder", () ->
            {
                cluster.port(0).write(isochron, V, 6);
                return null;
            });
            isochron.issue();
            isochron.awaitExecuted();
            assertEquals(6, readBy(cluster));
        }
    }

    /**
     * The function of an UPDATE keeps the host from executing.
     */
    @Test
    void shouldRefuseAnotherThreadWhileOneWaits() throws Exception
    {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        final ClusterContext context = new ClusterContext().threadingMode(ThreadingMode.SHARED)
            .topology(Topology.singleSwitch(1)).paranoid(true);
        try (TestCluster cluster = new TestCluster(context, PageMap.replicated(1)))
        {
            final UpdateFunction slow = cluster.memory().registerFunction(0, (value, argument) ->
            {
                begun.countDown();
                await(end);
                return argument;
            });
            final Isochron isochron = cluster.isochron(0);
            final TestThreads threads = new TestThreads();
            final Thread waiter = threads.start("waiter", () ->
            {
                isochron.begin().fresh();
                cluster.port(0).update(isochron, V, slow, 3);
                isochron.issue();
                isochron.awaitExecuted();
            });
            begun.await();
            awaitInside(waiter, "awaitExecuted");
            // As if it had been checked before that one began to wait; this one does not go away meanwhile.
            final IsotachException late = refused(() -> isochron.issuer().awaitExecuted(IsochronIssuer.EXECUTED));
            for (final IsotachException ex : List.of(late, refused(isochron::awaitExecuted)))
            {
                assertTrue(ex.getMessage().startsWith("Isochron.awaitExecuted() of host 0 by thread '" +
                    Thread.currentThread().getName() + "', while thread 'waiter' waits for its execution: "),
                    ex.getMessage());
            }
            end.countDown();
            threads.join();
            assertEquals(3, readBy(cluster));
        }
        finally
        {
            end.countDown();
        }
    }

    /**
     * Waits until a thread is inside the issuer's method with that name, which it calls after it has said so.
     */
    private static void awaitInside(final Thread thread, final String method)
    {
        while (Arrays.stream(thread.getStackTrace()).noneMatch(frame ->
            frame.getClassName().endsWith(".ApplicationIssuer") && method.equals(frame.getMethodName())))
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
    }

    private static void await(final CountDownLatch latch)
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

    @Test
    void shouldRefuseAnotherThreadInAnOptimisticRead() throws Exception
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, true))
        {
            final MemoryPort port = cluster.port(0);
            final Snapshot snapshot = port.snapshot(V);
            final long stamp = port.tryOptimisticRead();
            assertEquals(0, port.localValue(V));
            final String own = Thread.currentThread().getName();
            final List<IsotachException> refused = onThread("intruder", () -> List.of(
                refused(() -> port.localValue(V)),
                refused(() -> port.validate(stamp)),
                refused(port::tryOptimisticRead),
                refused(() -> port.tryReadLocal(new int[]{ V }, new long[1])),
                refused(snapshot::tryRead)));
            refused.forEach(ex -> assertEquals(
                "a read of a memory port of host 0 by thread 'intruder', while thread '" + own +
                "' has begun an optimistic read and not ended it with validate(): a port belongs to one thread at a" +
                " time; make one for each thread with SharedMemory.port()", ex.getMessage()));
            assertTrue(port.validate(stamp), "nobody has ended it");
        }
    }

    @Test
    void shouldLetAnotherThreadReadAfterAnOptimisticRead() throws Exception
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, true))
        {
            final MemoryPort port = cluster.port(0);
            final Snapshot snapshot = port.snapshot(V);
            final long first = port.tryOptimisticRead();
            assertTrue(port.validate(first));
            assertEquals(0, onThread("next", () -> port.localValue(V)));
            final long second = port.tryOptimisticRead();
            assertFalse(port.validate(first), "it is over, too");
            assertFalse(onThread("next", () -> port.validate(first)));
            assertTrue(onThread("next", () -> port.validate(second)));
            assertTrue(onThread("next", () -> port.tryReadLocal(new int[]{ V }, new long[1])));
            assertTrue(onThread("next", snapshot::tryRead));
            assertTrue(onThread("next", () -> port.validate(port.tryOptimisticRead())));
            // A thread that has ended does not go on.
            final long left = onThread("next", port::tryOptimisticRead);
            assertTrue(left > 0);
            assertTrue(snapshot.tryRead());
        }
    }

    @Test
    void shouldNotTakeAReadThatWasRefusedForOneThatHasBegun() throws Exception
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, true))
        {
            final MemoryPort port = cluster.port(0);
            final IsoValue value = new IsoValue().onValue((address, read) ->
                assertThrows(IllegalStateException.class, port::tryOptimisticRead));
            final Isochron isochron = cluster.begin(0);
            port.read(isochron, V, value);
            assertTrue(port.tryOptimisticRead() > 0);
            isochron.issue();
            assertEquals(0, port.tryOptimisticRead(), "nobody has executed it");
            assertEquals(0, onThread("next", () -> port.localValue(V)));
            assertFalse(value.isReady());
            isochron.awaitExecuted();
            value.await();
            assertTrue(port.tryOptimisticRead() > 0);
            port.read(cluster.begin(0), V, value);
            cluster.execute(0);
            value.await();
            assertEquals(0, onThread("next", () -> port.localValue(V)));
        }
    }

    @Test
    void shouldFindThreadsInsideReadsAtTheSameTime() throws Exception
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, true))
        {
            final MemoryPort port = cluster.port(0);
            final int[] addresses = new int[MANY];
            final AtomicReference<IsotachException> found = new AtomicReference<>();
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 2; i++)
            {
                threads.add(new Thread(() ->
                {
                    final long[] values = new long[MANY];
                    while (null == found.get())
                    {
                        try
                        {
                            port.tryReadLocal(addresses, values);
                        }
                        catch (final IsotachException ex)
                        {
                            found.set(ex);
                        }
                    }
                }, "reader " + i));
            }
            threads.forEach(Thread::start);
            for (final Thread thread : threads)
            {
                thread.join();
            }
            final String message = found.get().getMessage();
            assertTrue(message.contains("by thread 'reader 0', while thread 'reader 1' is inside one: ") ||
                message.contains("by thread 'reader 1', while thread 'reader 0' is inside one: "), message);
        }
    }
}
