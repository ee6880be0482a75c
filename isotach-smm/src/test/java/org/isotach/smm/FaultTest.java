/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Programs that go wrong: nobody waits for ever, whoever waits is told for whom, and the cluster can be closed.
 */
final class FaultTest
{
    private static final int V = 1;

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(
            new ClusterContext().hosts(3).threadingMode(mode).awaitTimeout(Duration.ofSeconds(20)),
            PageMap.builder().pageSize(4).page(0, 2).build());
    }

    private static String schedOnDyingThread(final TestCluster cluster) throws InterruptedException
    {
        final TestThreads threads = new TestThreads();
        final long[] version = new long[1];
        threads.start("careless", () -> version[0] = cluster.sched(1, V));
        threads.join();
        return "0x" + Long.toHexString(version[0]);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNameTheThreadThatEndedWithoutAssign(final ThreadingMode mode) throws InterruptedException
    {
        try (TestCluster cluster = launch(mode))
        {
            final String version = schedOnDyingThread(cluster);
            final IsoValue value = cluster.read(0, V);
            cluster.settle();
            final String expected = "host 0 has waited \\d+ ms for the value of variable 1, which waits for the" +
                " ASSIGN of version " + version + ", scheduled by host 1, thread 'careless', which has" +
                " ended\n  variable 1 is reserved by host 1, thread 'careless', which has ended," +
                " version " + version + ": 1 read of host 0 waits for it(, for \\d+ ms)?";

            for (int i = 0; i < 2; i++)
            {
                final String message = assertThrows(
                    IsotachTimeoutException.class, () -> value.await(5, TimeUnit.MILLISECONDS)).getMessage();
                // The state of the cluster follows, a line for each host.
                assertTrue(message.matches(expected + "(?s:\n.*)?"), message);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldDeliverALateAssignAfterATimeout(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(1, V);
            final IsoValue value = cluster.read(0, V);
            assertThrows(IsotachTimeoutException.class, () -> value.await(5, TimeUnit.MILLISECONDS));
            assertFalse(value.isReady());
            cluster.assign(1, V, 8);
            while (!value.isReady())
            {
                assertEquals(8, cluster.value(0, V));
            }
            assertEquals(8, value.get());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldEndWaitingThreadsWhenTheClusterIsClosed(final ThreadingMode mode) throws InterruptedException
    {
        final TestThreads threads = new TestThreads();
        final List<String> messages = new ArrayList<>();
        final String version;
        try (TestCluster cluster = launch(mode))
        {
            version = schedOnDyingThread(cluster);
            final CountDownLatch isWaiting = new CountDownLatch(1);
            threads.start("waiting", () ->
            {
                final IsoValue value = cluster.read(0, V);
                isWaiting.countDown();
                messages.add(assertThrows(ClusterClosedException.class, value::await).getMessage());
            });
            assertTrue(isWaiting.await(20, TimeUnit.SECONDS));
            cluster.settle();
        }
        threads.join();
        assertEquals(List.of("the cluster was closed while host 0 waited for the value of variable 1, which waits for" +
            " the ASSIGN of version " + version + ", scheduled by host 1, thread 'careless', which has" +
            " ended"), messages);
    }

    @Test
    void shouldReuseAValueWhoseClusterWasClosedBeforeItArrived()
    {
        final IsoValue value;
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.port(1).sched(cluster.begin(1), V);
            cluster.execute(1);
            value = cluster.read(0, V);
            assertFalse(value.isReady());
        }
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.port(0).read(cluster.begin(0), V, value);
            cluster.isochron(0).issue();
            assertEquals(0, value.await());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeNothingBackFromAClosedCluster(final ThreadingMode mode)
    {
        final TestCluster cluster = launch(mode);
        final IsoValue value = new IsoValue();
        cluster.port(0).read(cluster.begin(0), V, value);
        cluster.port(0).sched(cluster.isochron(0), V);
        cluster.close();

        assertEquals("the cluster of host 0 is closed: nothing can be issued",
            assertThrows(ClusterClosedException.class, cluster.isochron(0)::issue).getMessage());

        assertFalse(cluster.isochron(0).isOpen());
        assertEquals(0, cluster.port(0).outstandingScheds());
        assertEquals("an empty value", value.toString());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldStopWaitingWhenInterrupted(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final long version = cluster.sched(1, V);
            final IsoValue value = cluster.read(0, V);
            cluster.settle();
            Thread.currentThread().interrupt();
            final String message = assertThrows(IsotachException.class, value::await).getMessage();
            assertTrue(Thread.interrupted());
            assertEquals("interrupted while host 0 waited for the value of variable 1, which waits for the ASSIGN of" +
                " version 0x" + Long.toHexString(version) + ", scheduled by host 1, thread '" +
                Thread.currentThread().getName() + "'", message);
            cluster.assign(1, V, 3);
            assertEquals(3, value.await());
        }
    }
}
