/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.atomic.AtomicReference;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Reads without an isochron.
 */
final class LocalReadTest
{
    private static final int PAGE_SIZE = 4;
    private static final int V = 1;
    private static final int W = 2;
    private static final int[] BOTH = { W, V };
    private static final int ELSEWHERE = PAGE_SIZE;

    private final long[] values = new long[2];

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(mode, Topology.singleSwitch(2),
            PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 1).build());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadWhatHasBeenExecuted(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, V, 5);
            cluster.write(0, W, 6);
            cluster.settle();
            for (int host = 0; host < 2; host++)
            {
                // Not while a thread of the cluster executes something at the host.
                while (!cluster.port(host).tryReadLocal(BOTH, values))
                {
                    Thread.onSpinWait();
                }
                assertArrayEquals(new long[]{ 6, 5 }, values);
            }
        }
    }

    @Test
    void shouldNotOvertakeWhatTheHostHasIssued()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final Isochron isochron = cluster.isochron(0).begin();
            cluster.port(0).write(isochron, V, 5);
            isochron.issue();
            assertFalse(cluster.port(0).tryReadLocal(BOTH, values));
            isochron.awaitExecuted();
            assertTrue(cluster.port(0).tryReadLocal(BOTH, values));
            assertArrayEquals(new long[]{ 0, 5 }, values);
        }
    }

    @Test
    void shouldNotReadWhatIsScheduledOrElsewhere()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.sched(1, V);
            cluster.settle();
            assertFalse(cluster.port(0).tryReadLocal(BOTH, values));
            assertTrue(cluster.port(0).tryReadLocal(new int[]{ W }, values));
            cluster.assign(1, V, 7);
            cluster.settle();
            assertTrue(cluster.port(0).tryReadLocal(BOTH, values));
            assertArrayEquals(new long[]{ 0, 7 }, values);
            assertFalse(cluster.port(0).tryReadLocal(new int[]{ W, ELSEWHERE }, values));
            assertTrue(cluster.port(1).tryReadLocal(new int[]{ W, ELSEWHERE }, values));
        }
    }

    @Test
    void shouldRefuseWhatNobodyCanRead()
    {
        final MemoryPort port;
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            port = cluster.port(0);
            for (final int address : new int[]{ -1, 2 * PAGE_SIZE, Integer.MAX_VALUE })
            {
                assertThrows(IndexOutOfBoundsException.class,
                    () -> port.tryReadLocal(new int[]{ V, address }, values));
                // This one holds all variables.
                assertThrows(IndexOutOfBoundsException.class,
                    () -> cluster.port(1).tryReadLocal(new int[]{ V, address }, values));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> port.tryReadLocal(new int[]{ V, V, V }, values));
            // Nobody is in the way after that.
            assertTrue(port.tryReadLocal(BOTH, values));
        }
        assertThrows(ClusterClosedException.class, () -> port.tryReadLocal(BOTH, values));
    }

    /**
     * One host writes pairs and never waits, the other one reads them without isochrons.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadAtOnePointOfTheOrder(final ThreadingMode mode) throws InterruptedException
    {
        final int last = 20_000;
        try (TestCluster cluster = launch(mode))
        {
            final AtomicReference<Throwable> failure = new AtomicReference<>();
            final Thread writer = new Thread(() ->
            {
                final Isochron isochron = cluster.isochron(0);
                for (int i = 1; i <= last; i++)
                {
                    isochron.begin();
                    cluster.port(0).write(isochron, V, i);
                    cluster.port(0).write(isochron, W, -i);
                    isochron.issue();
                }
                isochron.awaitExecuted();
            });
            writer.setUncaughtExceptionHandler((thread, ex) -> failure.set(ex));
            writer.start();
            long before = 0;
            while (before < last && null == failure.get())
            {
                if (cluster.port(1).tryReadLocal(BOTH, values))
                {
                    assertEquals(0, values[0] + values[1]);
                    assertTrue(values[1] >= before, "from " + before + " back to " + values[1]);
                    before = values[1];
                }
                cluster.host(1).poll();
            }
            writer.join();
            assertEquals(null, failure.get());
        }
    }
}
