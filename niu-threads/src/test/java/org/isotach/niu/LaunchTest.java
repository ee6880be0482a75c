/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A launch that fails leaves nothing behind: no thread, and settings that are as they were.
 */
final class LaunchTest
{
    private static final int LATE_MS = 50;

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final RuntimeException failure = new IllegalArgumentException("no more threads");

    /**
     * Makes threads that come to their work late: when the launch has failed, if nobody waits for them.
     */
    private ThreadFactory threadsUpTo(final int count)
    {
        return work ->
        {
            if (count == threads.size())
            {
                throw failure;
            }
            final Thread thread = new Thread(() ->
            {
                pause();
                work.run();
                pause();
            });
            thread.setDaemon(true);
            threads.add(thread);
            return thread;
        };
    }

    private static void pause()
    {
        try
        {
            Thread.sleep(LATE_MS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private void assertNoThreadIsLeft()
    {
        for (final Thread thread : threads)
        {
            assertFalse(thread.isAlive(), thread::toString);
        }
    }

    private static void assertWorks(final Cluster cluster)
    {
        final RecordingModel model = RecordingModel.on(cluster);
        final Isochron isochron = cluster.host(0).isochron();
        model.issue(isochron, 7, 0, 1);
        isochron.awaitExecuted();
        assertEquals(List.of(7L), model.recorder(0).payloads());
    }

    @ParameterizedTest
    @CsvSource({
        "DEDICATED, 0", "DEDICATED, 1", "DEDICATED, 2", "DEDICATED, 3", "DEDICATED, 4", "DEDICATED, 5", "DEDICATED, 6",
        "HOST, 0", "HOST, 1", "SHARED, 0" })
    void shouldLeaveNoThreadBehindAndTheContextAsItWasWhenALaunchFails(final ThreadingMode mode, final int count)
    {
        final ThreadFactory factory = threadsUpTo(count);
        final ClusterContext context = new ClusterContext().threadingMode(mode).threadFactory(factory);
        final String before = context.toString();
        assertSame(failure, assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context)));
        assertEquals(0, failure.getSuppressed().length);
        assertEquals(count, threads.size());
        assertNoThreadIsLeft();
        assertEquals(before, context.toString());
        assertNull(context.topology());
        assertNull(context.errorHandler());
        assertSame(factory, context.threadFactory());
        assertSame(failure, assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context)));

        try (Cluster cluster = Cluster.launch(context.threadFactory(null)))
        {
            assertSame(context, cluster.context());
            assertWorks(cluster);
        }
        assertThrows(IllegalStateException.class, () -> Cluster.launch(context));
    }

    /**
     * What was filled in for a launch that failed would be wrong for another number of hosts.
     */
    @Test
    void shouldFillInAnewForTheNextLaunch()
    {
        final ClusterContext context = new ClusterContext().hosts(2).maxIsochronLength(64).slabLength(64);
        assertThrows(IllegalArgumentException.class, () -> Cluster.launch(context));
        assertEquals(0, context.linkRingSize());
        assertNull(context.threadingMode());
        context.topology(Topology.singleSwitch(ClusterContext.MANY_HOSTS + 1)).slabLength(0);
        try (Cluster cluster = Cluster.launch(context.threadingMode(ThreadingMode.INVOKER)))
        {
            assertEquals(ClusterContext.SMALL_LINK_RING_SIZE_DEFAULT, context.linkRingSize());
            assertEquals(16 * 64, context.slabLength());
            assertWorks(cluster);
        }
    }

    /**
     * A factory that starts its threads itself makes the launch fail, with threads that are running.
     */
    @Test
    void shouldWaitForThreadsThatTheFactoryHasStarted()
    {
        final ThreadFactory factory = threadsUpTo(Integer.MAX_VALUE);
        assertThrows(IllegalThreadStateException.class, () -> Cluster.launch(
            new ClusterContext().threadingMode(ThreadingMode.HOST).threadFactory(work ->
            {
                final Thread thread = factory.newThread(work);
                thread.start();
                return thread;
            })));
        assertEquals(1, threads.size());
        assertNoThreadIsLeft();
    }

    @Test
    void shouldLeaveNoThreadBehindWhenTheLaunchFailsOnAnInterruptedThread()
    {
        Thread.currentThread().interrupt();
        assertSame(failure, assertThrows(IllegalArgumentException.class, () -> Cluster.launch(
            new ClusterContext().threadingMode(ThreadingMode.DEDICATED).threadFactory(threadsUpTo(3)))));
        assertTrue(Thread.interrupted());
        assertNoThreadIsLeft();
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLeaveNoThreadBehindWhenAClusterIsClosedAtOnce(final ThreadingMode mode)
    {
        Cluster.launch(
            new ClusterContext().threadingMode(mode).threadFactory(threadsUpTo(Integer.MAX_VALUE))).close();
        assertNoThreadIsLeft();
    }
}
