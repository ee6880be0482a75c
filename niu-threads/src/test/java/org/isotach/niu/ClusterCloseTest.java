/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Code that the end of the cluster waits for closes the cluster, too.
 */
@Timeout(60)
final class ClusterCloseTest
{
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final CountDownLatch mayClose = new CountDownLatch(1);
    private final CountDownLatch haveReturned = new CountDownLatch(2);
    private final TestThreads threads = new TestThreads();

    private Cluster launch(final ThreadingMode mode)
    {
        return Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode).errorHandler(errors::add));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLetSeveralThreadsOfModelsCloseTheCluster(final ThreadingMode mode) throws Exception
    {
        final Cluster cluster = launch(mode);
        for (final Host host : cluster.localHosts())
        {
            host.models().startThread("closing", () ->
            {
                awaitQuietly(mayClose);
                cluster.close();
                haveReturned.countDown();
            }, mayClose::countDown);
        }
        threads.start("test", () ->
        {
            mayClose.countDown();
            haveReturned.await();
            cluster.close();
        });
        threads.join();
        assertTrue(cluster.isClosed());
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldCloseOnceWhenWhatTheEndCallsClosesTheCluster() throws Exception
    {
        final Cluster cluster = launch(ThreadingMode.INVOKER);
        final CountDownLatch mayEnd = new CountDownLatch(1);
        cluster.host(0).models().startThread("closed", () -> awaitQuietly(mayEnd), () ->
        {
            cluster.close();
            haveReturned.countDown();
            mayEnd.countDown();
        });
        threads.start("test", cluster::close);
        threads.join();
        assertTrue(cluster.isClosed());
        assertEquals(1, haveReturned.getCount());
        assertEquals(List.of(), errors);
    }

    private static void awaitQuietly(final CountDownLatch latch)
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
}
