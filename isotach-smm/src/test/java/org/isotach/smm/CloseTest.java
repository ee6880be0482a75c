/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What becomes of reads that are outstanding when the cluster is closed.
 */
final class CloseTest
{
    private static final int VARIABLE = 1;
    private static final int RACES = 100;

    /**
     * Notes what it is told, and on which thread.
     */
    private static final class Listener implements ReadHandler
    {
        final List<String> told = new CopyOnWriteArrayList<>();
        volatile Thread thread;
        volatile IsotachException cause;

        @Override
        public void onValue(final int address, final long value)
        {
            told.add("value");
        }

        @Override
        public void onFailure(final int address, final IsotachException ex)
        {
            thread = Thread.currentThread();
            cause = ex;
            told.add("failure of " + address);
        }
    }

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(
            new ClusterContext().hosts(3).threadingMode(mode), PageMap.builder().page(0, 0).build());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailReadsThatAreOutstandingWhenTheClusterCloses(final ThreadingMode mode) throws Exception
    {
        final TestCluster cluster = launch(mode);
        final List<IsoValue> reads = new ArrayList<>();
        final List<Listener> listeners = new ArrayList<>();
        final TestThreads threads = new TestThreads();
        final CountDownLatch areWaiting = new CountDownLatch(2);
        try
        {
            cluster.sched(0, VARIABLE);
            for (int host = 0; host < 3; host++)
            {
                // One that is polled, one that calls a handler: at the port of the test, and at another one.
                reads.add(cluster.read(host, VARIABLE));
                final Listener listener = new Listener();
                listeners.add(listener);
                final IsoValue called = new IsoValue().onValue(listener);
                reads.add(called);
                final Isochron isochron = cluster.host(host).isochron();
                cluster.memory().port(cluster.host(host)).read(isochron.begin(), VARIABLE, called);
                isochron.issue();
            }
            for (int host = 1; host < 3; host++)
            {
                final IsoValue awaited = cluster.read(host, VARIABLE);
                reads.add(awaited);
                threads.start("waiting-" + host, () ->
                {
                    areWaiting.countDown();
                    assertThrows(ClusterClosedException.class, awaited::await);
                });
            }
            areWaiting.await();
        }
        finally
        {
            cluster.close();
        }
        // At once, whoever worked for the hosts in that moment.
        for (final Listener listener : listeners)
        {
            assertEquals(List.of("failure of 1"), listener.told);
            assertEquals(ClusterClosedException.class, listener.cause.getClass());
        }
        threads.join();

        for (final IsoValue read : reads)
        {
            assertTrue(read.isFailed(), read::toString);
            assertFalse(read.isReady());
            final String message = assertThrows(ClusterClosedException.class, read::get).getMessage();
            assertTrue(
                message.matches("the cluster was closed while host [0-2] waited for the value of variable 1, which" +
                    " waits for the ASSIGN of version \\S+, scheduled by host 0, thread '.*'"),
                message);
            assertEquals(message, assertThrows(ClusterClosedException.class, read::await).getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeReadyOrFailedWhenAnAssignRacesWithTheEndOfTheCluster(final ThreadingMode mode) throws Exception
    {
        for (int i = 0; i < RACES; i++)
        {
            final TestCluster cluster = launch(mode);
            cluster.sched(0, VARIABLE);
            final Listener listener = new Listener();
            final IsoValue read = new IsoValue().onValue(listener);
            cluster.port(1).read(cluster.begin(1), VARIABLE, read);
            cluster.execute(1);
            final TestThreads threads = new TestThreads();
            final AtomicInteger issued = new AtomicInteger();
            threads.start("assigning", () ->
            {
                try
                {
                    cluster.port(0).assign(cluster.isochron(0).begin(), VARIABLE, 7);
                    cluster.isochron(0).issue();
                    issued.set(1);
                }
                catch (final ClusterClosedException ex)
                {
                    issued.set(0);
                }
            });
            final AtomicInteger outcome = new AtomicInteger();
            threads.start("waiting", () ->
            {
                try
                {
                    assertEquals(7, read.await());
                    outcome.set(1);
                }
                catch (final ClusterClosedException ex)
                {
                    outcome.set(-1);
                }
            });
            cluster.close();
            threads.join();

            // What was issued is executed before the end, and its result delivered.
            assertEquals(1 == issued.get(), read.isReady());
            assertEquals(1 != issued.get(), read.isFailed());
            assertEquals(read.isReady() ? 1 : -1, outcome.get());
            assertEquals(List.of(read.isReady() ? "value" : "failure of 1"), listener.told);
        }
    }

    /**
     * The thread inside the handler is at work for the host, and tells the others when it comes back.
     */
    @Test
    void shouldFailReadsBehindAHandlerThatOutlivesTheCluster() throws Exception
    {
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayGo = new CountDownLatch(1);
        final Cluster cluster = Cluster.launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER)
            .closeTimeout(Duration.ofMillis(1)).errorHandler(error ->
            {
            }));
        final SharedMemory memory = SharedMemory.on(cluster, PageMap.builder().page(0, 0).build());
        final MemoryPort port = memory.port(cluster.host(0));
        final Isochron isochron = cluster.host(0).isochron();
        final Listener listener = new Listener();
        final IsoValue pending = new IsoValue().onValue(listener);
        port.sched(isochron.begin(), VARIABLE);
        port.read(isochron, VARIABLE, pending);
        isochron.issue();
        isochron.awaitExecuted();
        final TestThreads threads = new TestThreads();
        final Thread inside = threads.start("inside", () ->
        {
            final Isochron another = cluster.host(0).isochron();
            memory.port(cluster.host(0)).read(another.begin(), VARIABLE + 1, new IsoValue().onValue((address, value) ->
            {
                isInside.countDown();
                try
                {
                    mayGo.await();
                }
                catch (final InterruptedException ex)
                {
                    throw new AssertionError(ex);
                }
            }));
            another.issue();
        });
        isInside.await();
        cluster.close();
        assertFalse(pending.isReady() || pending.isFailed());
        assertThrows(IllegalStateException.class, () -> pending.onValue(null));

        mayGo.countDown();
        threads.join();
        assertTrue(pending.isFailed());
        assertEquals(List.of("failure of 1"), listener.told);
        assertSame(inside, listener.thread);
        pending.onValue(null);
    }
}
