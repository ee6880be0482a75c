/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How the value of a read arrives: waited for, polled for, or by a call.
 */
final class CompletionTest
{
    private static final int V = 1;
    private static final String IN_HANDLER = " from inside a handler: a handler runs in the middle of logical time" +
        " and can neither issue nor wait; hand the work to an application thread";

    private static TestCluster launch(final ThreadingMode mode, final int readCap)
    {
        // The variables are on host 1, so that host 0 reads them from afar.
        return new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode).readCap(readCap),
            PageMap.builder().pageSize(4).page(0, 1).build());
    }

    private static void awaitReady(final TestCluster cluster, final IsoValue value)
    {
        while (!value.isReady())
        {
            cluster.host(1).poll();
            cluster.host(0).poll();
            Thread.onSpinWait();
        }
    }

    private static String executorThread(final ThreadingMode mode)
    {
        switch (mode)
        {
            case DEDICATED:
                return "isotach-host-0/executor";
            case HOST:
                return "isotach-host-0";
            case SHARED:
                return "isotach-cluster";
            default:
                return Thread.currentThread().getName();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCallTheHandlerOnceBeforeTheValueIsReady(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode, 16))
        {
            final List<String> calls = new ArrayList<>();
            final IsoValue value = new IsoValue();
            assertSame(value, value.onValue((address, result) ->
                calls.add(address + "=" + result + " " + value.isReady() + " " + Thread.currentThread().getName())));
            cluster.write(0, V, 5);
            for (int i = 0; i < 3; i++)
            {
                cluster.port(0).read(cluster.begin(0), V, value);
                assertFalse(value.isReady());
                cluster.isochron(0).issue();
                awaitReady(cluster, value);
                cluster.settle();
                assertEquals(5, value.get());
                assertEquals(List.of("1=5 false " + executorThread(mode)), calls);
                calls.clear();
            }
            value.onValue(null);
            cluster.port(0).read(cluster.begin(0), V, value);
            cluster.execute(0);
            assertEquals(5, value.await());
            assertEquals(List.of(), calls);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReportWhatAHandlerThrowsAndDeliverTheValue(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode, 16))
        {
            final RuntimeException failure = new IllegalArgumentException("from the handler");
            final Error error = new AssertionError("from the handler");
            for (final Throwable thrown : List.of(failure, error))
            {
                final IsoValue value = new IsoValue().onValue((address, result) -> throwUnchecked(thrown));
                cluster.port(0).read(cluster.begin(0), V, value);
                cluster.execute(0);
                assertEquals(0, value.await());
            }
            assertEquals(List.of(failure, error), cluster.errors());
            cluster.errors().clear();
            cluster.write(0, V, 3);
            assertEquals(3, cluster.value(0, V));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldDeliverTheValueWhenTheErrorHandlerThrowsWhatItWasGiven(final ThreadingMode mode)
    {
        final Logger logger = Logger.getLogger("org.isotach");
        logger.setLevel(Level.OFF);
        try (Cluster cluster = launchRethrowing(2, mode))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.builder().pageSize(4).page(0, 1).build());
            final MemoryPort port = memory.port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();
            final OutOfMemoryError kept = new OutOfMemoryError("kept");
            for (int i = 0; i < 3; i++)
            {
                final AtomicInteger calls = new AtomicInteger();
                final IsoValue value = new IsoValue().onValue((address, result) ->
                {
                    calls.getAndIncrement();
                    throwUnchecked(kept);
                });
                port.write(isochron.begin(), V, i);
                isochron.issue();
                port.read(isochron.begin(), V, value);
                isochron.issue();
                assertEquals(i, value.await(5, TimeUnit.SECONDS));
                assertEquals(1, calls.get());
            }
        }
        finally
        {
            logger.setLevel(null);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailTheReadWhenItsHandlerAndTheErrorHandlerThrow(final ThreadingMode mode)
    {
        final Logger logger = Logger.getLogger("org.isotach");
        logger.setLevel(Level.OFF);
        try (Cluster cluster = launchRethrowing(3, mode))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.builder().pageSize(4).page(0, 1).build());
            final Isochron other = cluster.host(2).isochron();
            memory.port(cluster.host(2)).sched(other.begin(), V);
            other.issue();
            other.awaitExecuted();
            final IsoValue value = new IsoValue().onValue(new ReadHandler()
            {
                @Override
                public void onValue(final int address, final long result)
                {
                    throw new AssertionError("there is no value");
                }

                @Override
                public void onFailure(final int address, final IsotachException cause)
                {
                    throw cause;
                }
            });
            final Isochron isochron = cluster.host(0).isochron();
            memory.port(cluster.host(0)).read(isochron.begin().fresh(), V, value);
            isochron.issue();
            isochron.awaitExecuted();
            memory.port(cluster.host(0)).write(isochron.begin(), V, 1);
            isochron.issue();
            isochron.awaitExecuted();
            cluster.expel(2);
            assertThrows(HostExpelledException.class, () -> value.await(5, TimeUnit.SECONDS));
            assertTrue(value.isFailed());
        }
        finally
        {
            logger.setLevel(null);
        }
    }

    private static Cluster launchRethrowing(final int hosts, final ThreadingMode mode)
    {
        return Cluster.launch(new ClusterContext().hosts(hosts).threadingMode(mode)
            .errorHandler(CompletionTest::throwUnchecked));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseCallsFromInsideAHandlerThatIssueOrWait(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode, 16))
        {
            cluster.sched(1, V);
            final IsoValue pending = cluster.read(0, V);
            final Isochron issued = cluster.host(0).isochron();
            cluster.log().mark(issued.begin().fresh(), 1);
            issued.issue();
            issued.awaitExecuted();
            final Isochron open = cluster.host(0).isochron().begin();
            cluster.memory().port(cluster.host(0)).write(open, V + 1, 9);
            final Isochron closed = cluster.host(0).isochron();

            assertRefusedInHandler(cluster, "Isochron.begin()", closed::begin);
            assertRefusedInHandler(cluster, "Isochron.tryIssue()", open::issue);
            assertRefusedInHandler(cluster, "Isochron.tryIssue()", open::tryIssue);
            assertRefusedInHandler(cluster, "Isochron.awaitExecuted()", issued::awaitExecuted);
            assertRefusedInHandler(cluster, "waiting", pending::await);
            assertRefusedInHandler(cluster, "waiting", () -> pending.await(1, TimeUnit.SECONDS));
            assertRefusedInHandler(
                cluster, "MemoryPort.tryOptimisticRead()", cluster.memory().port(cluster.host(0))::tryOptimisticRead);
            assertRefusedInHandler(cluster, "Host.poll()", cluster.host(0)::poll);
            assertRefusedInHandler(cluster, "Host.poll()", cluster.host(1)::poll);
            assertRefusedInHandler(cluster, "Host.tryClose()", cluster.host(0)::close);
            assertRefusedInHandler(cluster, "Cluster.close()", cluster.cluster()::close);

            open.abandon();
            assertFalse(cluster.host(0).isClosed());
            assertEquals(0, cluster.value(0, V + 1));
            cluster.assign(1, V, 4);
            assertEquals(4, pending.await());
        }
    }

    private static void assertRefusedInHandler(
        final TestCluster cluster, final String what, final Executable misuse)
    {
        final AtomicReference<Throwable> thrown = new AtomicReference<>();
        final IsoValue value = new IsoValue().onValue((address, result) ->
            thrown.set(assertThrows(IllegalStateException.class, misuse)));
        cluster.port(0).read(cluster.begin(0), V + 2, value);
        cluster.execute(0);
        value.await();
        assertEquals(what + IN_HANDLER, thrown.get().getMessage());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepThousandsOfReadsOutstanding(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode, 4096))
        {
            cluster.sched(1, V);
            final List<IsoValue> values = new ArrayList<>();
            final AtomicInteger calls = new AtomicInteger();
            for (int i = 0; i < 400; i++)
            {
                final Isochron isochron = cluster.isochron(0).begin();
                for (int k = 0; k < 10; k++)
                {
                    final IsoValue value = new IsoValue().onValue((address, result) -> calls.incrementAndGet());
                    cluster.port(0).read(isochron, V, value);
                    values.add(value);
                }
                isochron.issue();
            }
            cluster.settle();
            assertEquals(
                "SharedMemoryManager{host=1, pendingReads=4000, waitingUpdates=0}",
                cluster.memory().manager(1).toString());
            assertTrue(values.stream().noneMatch(IsoValue::isReady));

            cluster.assign(1, V, 77);

            for (final IsoValue value : values)
            {
                assertEquals(77, value.await());
            }
            assertEquals(4000, calls.get());
            cluster.settle();
            assertEquals(
                "SharedMemoryManager{host=1, pendingReads=0, waitingUpdates=0}",
                cluster.memory().manager(1).toString());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldServeSeveralApplicationThreadsOfOneHost(final ThreadingMode mode) throws InterruptedException
    {
        try (TestCluster cluster = launch(mode, 8))
        {
            final int count = 200;
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < 4; i++)
            {
                threads.start("application-" + i, () -> increment(cluster, count));
            }
            threads.join();
            assertEquals(4 * count, cluster.value(0, V));
        }
    }

    private static void increment(final TestCluster cluster, final int count)
    {
        final MemoryPort port = cluster.memory().port(cluster.host(0));
        final Isochron isochron = cluster.host(0).isochron();
        final IsoValue value = new IsoValue();
        long last = -1;
        for (int i = 0; i < count; i++)
        {
            isochron.begin();
            port.read(isochron, V, value);
            port.sched(isochron, V);
            isochron.issue();
            final long now = value.await();
            assertTrue(now > last, "lost an increment");
            last = now;
            isochron.begin();
            port.assign(isochron, V, now + 1);
            isochron.issue();
        }
    }

    @Test
    void shouldTellItsStateInWords()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final IsoValue value = new IsoValue();
            assertEquals("an empty value", value.toString());
            final long version = cluster.sched(1, V);
            cluster.port(0).read(cluster.begin(0), V, value);
            assertEquals("the value of variable 1", value.toString());
            cluster.execute(0);
            cluster.settle();
            assertEquals("the value of variable 1, which waits for the ASSIGN of version 0x" +
                Long.toHexString(version) + ", scheduled by host 1, thread '" +
                Thread.currentThread().getName() + "'", value.toString());
            cluster.assign(1, V, -6);
            value.await();
            assertEquals("the value -6 of variable 1", value.toString());
        }
    }

    private static void throwUnchecked(final Throwable thrown)
    {
        if (thrown instanceof Error error)
        {
            throw error;
        }
        throw (RuntimeException)thrown;
    }
}
