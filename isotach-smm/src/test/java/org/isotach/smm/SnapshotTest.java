/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.ref.WeakReference;
import java.time.Duration;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.status.Counter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Variables that are read again and again.
 */
final class SnapshotTest
{
    private static final int PAGE_SIZE = 4;
    private static final int V = 1;
    private static final int W = 2;
    private static final int OTHER = 3;
    private static final int ELSEWHERE = PAGE_SIZE;
    private static final PageMap PAGES =
        PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 1).build();

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(mode, Topology.singleSwitch(2), PAGES);
    }

    @Test
    void shouldHitAsLongAsNobodyChangesItsVariables()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.write(1, V, 5);
            cluster.settle();
            final Snapshot snapshot = cluster.port(0).snapshot(W, V);
            for (int i = 1; i < 100; i++)
            {
                cluster.sched(1, OTHER);
                cluster.settle();
                assertTrue(snapshot.read(cluster.isochron(0)));
                assertEquals(0, snapshot.value(0));
                assertEquals(5, snapshot.value(1));
                assertTrue(snapshot.tryRead());
                cluster.assign(1, OTHER, i);
                assertEquals(2L * i, snapshot.hits());
                assertEquals(0, snapshot.misses());
            }
            assertEquals(2, snapshot.count());
            assertEquals(V, snapshot.address(1));
        }
    }

    @Test
    void shouldBeCountedWhenNobodyHasThePortAnyMore() throws Exception
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            MemoryPort port = cluster.memory().port(cluster.host(0));
            final Snapshot snapshot = port.snapshot(V, W);
            final WeakReference<MemoryPort> reference = new WeakReference<>(port);
            port = null;
            while (null != reference.get())
            {
                System.gc();
                Thread.sleep(1);
            }
            for (int i = 1; i <= 20; i++)
            {
                assertTrue(snapshot.read(cluster.isochron(0)));
                assertEquals(i, cluster.cluster().counters().value(0, Counter.SNAPSHOTS_AT_ONCE));
                // What else was reachable only from the port is found out later, perhaps.
                Thread.sleep(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadWithAnIsochronWhatIsElsewhere(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(1, ELSEWHERE, 7);
            cluster.write(1, V, 5);
            cluster.settle();
            final Snapshot snapshot = cluster.port(0).snapshot(V, ELSEWHERE);
            assertFalse(snapshot.tryRead());
            assertFalse(snapshot.read(cluster.isochron(0)));
            assertEquals(5, snapshot.value(0));
            assertEquals(7, snapshot.value(1));
            assertEquals(0, snapshot.hits());
            assertEquals(1, snapshot.misses());
        }
    }

    @Test
    void shouldReadWithAnIsochronWhatHasNoValue()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.sched(1, V);
            final Isochron assigning = cluster.isochron(1).begin();
            cluster.port(1).assign(assigning, V, 9);
            assigning.issue();
            final Snapshot snapshot = cluster.port(0).snapshot(V);
            // The SCHED has come to host 0, the ASSIGN perhaps not yet.
            snapshot.read(cluster.isochron(0));
            assertTrue(9 == snapshot.value(0) || 0 == snapshot.value(0));
            cluster.settle();
            snapshot.read(cluster.isochron(0));
            assertEquals(9, snapshot.value(0));
        }
    }

    @Test
    void shouldHaveNoValuesWhenAReadThrows()
    {
        final TestCluster cluster = launch(ThreadingMode.INVOKER);
        final Snapshot tried = cluster.port(0).snapshot(V);
        final Snapshot read = cluster.port(0).snapshot(V);
        final Isochron isochron = cluster.isochron(0);
        assertTrue(tried.tryRead());
        assertTrue(read.read(isochron));
        cluster.close();
        assertThrows(ClusterClosedException.class, tried::tryRead);
        assertThrows(IllegalStateException.class, () -> tried.value(0));
        assertThrows(ClusterClosedException.class, () -> read.read(isochron));
        assertThrows(IllegalStateException.class, () -> read.value(0));
    }

    @Test
    void shouldWaitNoLongerThanItMayForAValueThatDoesNotCome()
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().threadingMode(ThreadingMode.INVOKER).topology(Topology.singleSwitch(2))
                .awaitTimeout(Duration.ofSeconds(1)),
            PAGES))
        {
            cluster.sched(1, V);
            cluster.settle();
            final Snapshot snapshot = cluster.port(0).snapshot(V, W);
            assertThrows(IsotachTimeoutException.class, () -> snapshot.read(cluster.isochron(0)));
            assertThrows(IllegalStateException.class, () -> snapshot.value(0));
            cluster.assign(1, V, 8);
            cluster.settle();
            // The value that was waited for has come; it is not that of the next read.
            cluster.write(1, V, 9);
            cluster.settle();
            assertFalse(snapshot.maxTries(0).read(cluster.isochron(0)));
            assertEquals(9, snapshot.value(0));
            assertTrue(snapshot.maxTries(1).read(cluster.isochron(0)));
            assertEquals(1, snapshot.hits());
            assertEquals(2, snapshot.misses());
        }
    }

    @Test
    void shouldRefuseWhatIsWrong()
    {
        final Snapshot snapshot;
        final Isochron isochron;
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            assertThrows(IndexOutOfBoundsException.class, () -> cluster.port(0).snapshot(V, 2 * PAGE_SIZE));
            assertThrows(IndexOutOfBoundsException.class, () -> cluster.port(1).snapshot(-1));
            snapshot = cluster.port(0).snapshot(V);
            assertThrows(IllegalArgumentException.class, () -> snapshot.maxTries(-1));
            assertThrows(IllegalStateException.class, () -> snapshot.value(0));
            assertTrue(snapshot.tryRead());
            assertThrows(IndexOutOfBoundsException.class, () -> snapshot.value(1));
            assertThrows(IndexOutOfBoundsException.class, () -> snapshot.address(1));
            snapshot.maxTries(0);
            assertThrows(IllegalStateException.class, () -> snapshot.read(cluster.isochron(1)));
            isochron = cluster.isochron(0).begin();
            assertThrows(IllegalStateException.class, () -> snapshot.read(isochron));
            cluster.port(0).write(isochron, V, 3);
            isochron.issue();
            assertFalse(snapshot.read(isochron), "what was open is as it was");
            assertEquals(3, snapshot.value(0));
        }
        assertThrows(ClusterClosedException.class, () -> snapshot.read(isochron));
        assertThrows(ClusterClosedException.class, snapshot::tryRead);
    }
}
