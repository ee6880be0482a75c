/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.HostSet;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A host whose handler does not return can be expelled; the others go on, and what its thread does afterwards reaches
 * nobody.
 */
@Timeout(60)
class StuckHandlerTest
{
    private static final int HOSTS = 3;
    private static final int HANDLER = 1;

    private final CountDownLatch isInside = new CountDownLatch(1);
    private final CountDownLatch mayLeave = new CountDownLatch(1);
    private final AtomicReference<Thread> stuckThread = new AtomicReference<>();
    private final AtomicInteger handledByVictim = new AtomicInteger();
    private final AtomicInteger handledByOthers = new AtomicInteger();
    private final TestThreads threads = new TestThreads();

    private TestCluster launch(final ThreadingMode mode)
    {
        final TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(HOSTS).threadingMode(mode).handlerTimeout(Duration.ofMillis(20)));
        cluster.messaging().handler(cluster.host(0), HANDLER, (sender, message) -> stick());
        for (int host = 1; host < HOSTS; host++)
        {
            cluster.messaging().handler(
                cluster.host(host), HANDLER, (sender, message) -> handledByOthers.incrementAndGet());
        }
        return cluster;
    }

    private void stick()
    {
        handledByVictim.incrementAndGet();
        stuckThread.set(Thread.currentThread());
        isInside.countDown();
        boolean isOver = false;
        while (!isOver)
        {
            try
            {
                mayLeave.await();
                isOver = true;
            }
            catch (final InterruptedException ex)
            {
                // A handler that cannot be interrupted, either.
            }
        }
    }

    /**
     * Two messages for the handler of the victim in one isochron: the first one makes it stick.
     */
    private void sendTwo(final TestCluster cluster)
    {
        cluster.isochron(1).begin();
        for (int i = 0; i < 2; i++)
        {
            cluster.port(1).claimForHandler(HostSet.of(HOSTS, 0, 2), HANDLER, Long.BYTES).putLong(0, i);
        }
        cluster.isochron(1).issue();
    }

    private void startApplicationOfVictim(final TestCluster cluster, final ThreadingMode mode)
    {
        if (ThreadingMode.INVOKER == mode)
        {
            threads.start("victim", () ->
            {
                while (!cluster.host(0).isExpelled())
                {
                    cluster.host(0).poll();
                }
                assertThrows(ClusterClosedException.class, () -> cluster.host(0).isochron());
            });
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldExpelIt(final ThreadingMode mode) throws Exception
    {
        try (TestCluster cluster = launch(mode))
        {
            startApplicationOfVictim(cluster, mode);
            sendTwo(cluster);
            isInside.await();
            final Stall stall = cluster.cluster().stalls().stream()
                .filter(candidate -> candidate.description().contains("inside a handler of host 0")).findAny()
                .orElseThrow();
            assertEquals(0, stall.host());
            assertEquals("host-0/executor", stall.unit());

            assertTrue(cluster.cluster().expel(0) > 0);

            for (int i = 1; i <= 1000; i++)
            {
                cluster.isochron(1).begin();
                cluster.port(1).claimForHandler(HostSet.of(HOSTS, 0, 1, 2), HANDLER, Long.BYTES).putLong(0, i);
                cluster.isochron(1).issue();
            }
            cluster.isochron(1).awaitExecuted();
            cluster.isochron(2).begin();
            cluster.port(2).claimForHandler(HostSet.of(HOSTS, 1, 2), HANDLER, Long.BYTES).putLong(0, 0);
            cluster.isochron(2).issue();
            cluster.isochron(2).awaitExecuted();
            assertEquals(1, handledByVictim.get());

            mayLeave.countDown();
            threads.join();
            if (ThreadingMode.INVOKER != mode)
            {
                cluster.cluster().close();
                stuckThread.get().join();
            }
            assertEquals(1, handledByVictim.get(), "the second message of the isochron");
        }
        assertEquals(2 + 2 * 1000 + 2, handledByOthers.get());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCloseTheClusterThoughTheHandlerNeverReturns(final ThreadingMode mode) throws Exception
    {
        try (TestCluster cluster = launch(mode))
        {
            startApplicationOfVictim(cluster, mode);
            sendTwo(cluster);
            isInside.await();
            cluster.cluster().expel(0);
        }
        assertTrue(stuckThread.get().isAlive());
        mayLeave.countDown();
        stuckThread.get().join();
        threads.join();
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForAHandlerThatReturnsInTime(final ThreadingMode mode) throws Exception
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(HOSTS).threadingMode(mode).handlerTimeout(Duration.ofMinutes(1))))
        {
            cluster.messaging().handler(cluster.host(0), HANDLER, (sender, message) -> stick());
            cluster.messaging().handler(cluster.host(2), HANDLER, (sender, message) ->
            {
            });
            startApplicationOfVictim(cluster, mode);
            sendTwo(cluster);
            isInside.await();
            threads.start("expel", () -> cluster.cluster().expel(0));
            while (!cluster.host(0).isExpelled())
            {
                Thread.yield();
            }
            mayLeave.countDown();
            threads.join();
            // Nobody was in the middle of an isochron when the host went.
            assertEquals(0, handledByVictim.get() % 2);
        }
    }

    /**
     * The application thread of the victim itself: a purely local isochron executes on the thread that issues it.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellTheApplicationThatIsInsideItsOwnHandler(final ThreadingMode mode) throws Exception
    {
        try (TestCluster cluster = launch(mode))
        {
            threads.start("victim", () ->
            {
                cluster.isochron(0).begin();
                cluster.port(0).claimForHandler(0, HANDLER, Long.BYTES).putLong(0, 0);
                final String message =
                    assertThrows(HostExpelledException.class, cluster.isochron(0)::issue).getMessage();
                assertEquals("host 0 was expelled while this thread was inside one of its handlers", message);
                assertFalse(cluster.isochron(0).isOpen());
                cluster.isochron(0).begin();
                cluster.port(0).claim(1, Long.BYTES).putLong(0, 0);
                assertThrows(HostExpelledException.class, cluster.isochron(0)::issue);
            });
            isInside.await();
            cluster.cluster().expel(0);
            mayLeave.countDown();
            threads.join();
        }
    }

    /**
     * One thread after the other is lost, and the last one serves who is left.
     */
    @Test
    void shouldReplaceTheThreadOfASharedClusterAgainAndAgain() throws Exception
    {
        final int hosts = 5;
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(hosts)
            .threadingMode(ThreadingMode.SHARED).handlerTimeout(Duration.ZERO)))
        {
            for (int victim = 0; victim < hosts - 1; victim++)
            {
                final CountDownLatch isStuck = new CountDownLatch(1);
                cluster.messaging().handler(cluster.host(victim), HANDLER, (sender, message) ->
                {
                    isStuck.countDown();
                    stick();
                });
                cluster.isochron(hosts - 1).begin();
                cluster.port(hosts - 1).claimForHandler(victim, HANDLER, 0);
                cluster.isochron(hosts - 1).issue();
                isStuck.await();
                cluster.cluster().expel(victim);
            }
            cluster.send(hosts - 1, hosts - 1, 7);
            assertEquals(7, cluster.receive(hosts - 1));
            assertEquals(hosts - 1, handledByVictim.get());
        }
        mayLeave.countDown();
    }

    @Test
    void shouldTryAgainWhenThereWasNoThreadToTakeThePlace() throws Exception
    {
        final AtomicInteger made = new AtomicInteger();
        final ClusterContext context = new ClusterContext().hosts(2).threadingMode(ThreadingMode.SHARED)
            .handlerTimeout(Duration.ZERO)
            .threadFactory(work ->
            {
                if (2 == made.incrementAndGet())
                {
                    throw new IllegalStateException("no thread for you");
                }
                final Thread thread = new Thread(work);
                thread.setDaemon(true);
                return thread;
            });
        try (TestCluster cluster = new TestCluster(context))
        {
            cluster.messaging().handler(cluster.host(0), HANDLER, (sender, message) -> stick());
            cluster.isochron(1).begin();
            cluster.port(1).claimForHandler(0, HANDLER, 0);
            cluster.isochron(1).issue();
            isInside.await();
            assertThrows(IllegalStateException.class, () -> cluster.cluster().expel(0));
            assertTrue(cluster.cluster().expel(0) > 0);
            cluster.send(1, 1, 7);
            assertEquals(7, cluster.receive(1));
        }
        mayLeave.countDown();
    }
}
