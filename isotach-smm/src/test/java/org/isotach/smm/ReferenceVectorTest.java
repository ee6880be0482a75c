/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The access sequences of the papers (V1 figure 2.1 and section 3.2.6, Ironman section 3.4), and others computed from
 * their rules. Hosts stand for the processes; operations are steps, so their order in logical time is that of the
 * program. Every sequence is played in all threading modes, on a variable that everybody, somebody or one host holds.
 */
final class ReferenceVectorTest
{
    private static final int HOSTS = 6;
    private static final int V = 1;
    private static final long INITIAL = 3;

    private enum Placement
    {
        EVERYWHERE, TWO_HOSTS, ONE_HOST;

        private PageMap pageMap()
        {
            final PageMap.Builder builder = PageMap.builder().pageSize(4);
            switch (this)
            {
                case EVERYWHERE:
                    return builder.everywhere(0).build();
                case TWO_HOSTS:
                    return builder.page(0, 1, 4).build();
                default:
                    return builder.page(0, 2).build();
            }
        }
    }

    static Stream<Arguments> settings()
    {
        return Stream.of(ThreadingMode.values())
            .flatMap(mode -> Stream.of(Placement.values()).map(placement -> Arguments.of(mode, placement)));
    }

    private static TestCluster launch(final ThreadingMode mode, final Placement placement)
    {
        final TestCluster cluster =
            new TestCluster(mode, Topology.tree(2, HOSTS / 2), placement.pageMap());
        cluster.write(0, V, INITIAL);
        return cluster;
    }

    private static void assertValue(final long expected, final TestCluster cluster)
    {
        assertEquals(Collections.nCopies(HOSTS, expected), cluster.values(V));
    }

    private static void assertBlocked(final TestCluster cluster, final IsoValue... values)
    {
        cluster.settle();
        for (final IsoValue value : values)
        {
            assertFalse(value.isReady(), value::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT1TheAccessSequenceOfFigure21(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            cluster.write(1, V, 7);
            cluster.sched(2, V);
            final IsoValue x = cluster.read(3, V);
            cluster.write(4, V, 6);
            final IsoValue y = cluster.read(5, V);

            assertEquals(6, y.await());
            assertBlocked(cluster, x);

            cluster.assign(2, V, 9);

            assertEquals(9, x.await());
            assertValue(6, cluster);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT2TwoSchedsAssignedInOrder(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            cluster.sched(1, V);
            final IsoValue a = cluster.read(3, V);
            cluster.sched(2, V);
            final IsoValue b = cluster.read(4, V);

            cluster.assign(1, V, 10);

            assertEquals(10, a.await());
            assertBlocked(cluster, b);

            cluster.assign(2, V, 20);

            assertEquals(20, b.await());
            assertValue(20, cluster);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT3LateAssignOfAnOldSchedDoesNotOverwrite(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            cluster.sched(1, V);
            final IsoValue a = cluster.read(3, V);
            cluster.sched(2, V);
            final IsoValue b = cluster.read(4, V);

            cluster.assign(2, V, 20);

            assertEquals(20, b.await());
            assertBlocked(cluster, a);
            assertValue(20, cluster);

            cluster.assign(1, V, 10);

            assertEquals(10, a.await());
            assertValue(20, cluster);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT4AssignWithoutSchedIsDropped(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            cluster.sched(1, V);
            final long version = cluster.port(1).handOver(V);
            cluster.assign(1, V, version, INITIAL);
            assertValue(INITIAL, cluster);

            cluster.assign(1, V, version, 5);

            assertValue(INITIAL, cluster);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT5WriteBetweenSchedAndAssign(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            cluster.sched(1, V);
            final IsoValue a = cluster.read(2, V);
            cluster.write(1, V, 4);
            assertBlocked(cluster, a);
            cluster.assign(1, V, 9);
            final IsoValue b = cluster.read(3, V);

            assertEquals(9, a.await());
            assertEquals(4, b.await());
            assertValue(4, cluster);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT6AssignOfASchedThatAWriteReplaced(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            cluster.sched(1, V);
            cluster.write(2, V, 4);
            cluster.sched(3, V);
            final IsoValue c = cluster.read(4, V);

            cluster.assign(1, V, 9);

            assertBlocked(cluster, c);

            cluster.assign(3, V, 8);

            assertEquals(8, c.await());
            assertValue(8, cluster);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT7SchedAndAssignInOneIsochronIsAWrite(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            final MemoryPort port = cluster.port(1);
            port.sched(cluster.begin(1), V);
            port.assign(cluster.isochron(1), V, 5);
            cluster.execute(1);

            assertValue(5, cluster);
            assertEquals(0, port.outstandingScheds());
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT8OneAssignServesReadersOnSeveralHosts(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            cluster.sched(1, V);
            final IsoValue a = cluster.read(1, V);
            final IsoValue b = cluster.read(2, V);
            final IsoValue c = cluster.read(3, V);
            assertBlocked(cluster, a, b, c);

            cluster.assign(1, V, 5);

            assertEquals(List.of(5L, 5L, 5L), List.of(a.await(), b.await(), c.await()));
            assertValue(5, cluster);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT9SecondSchedNeedsAPortOfItsOwn(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            final long version = cluster.sched(1, V);
            final IsoValue a = cluster.read(2, V);

            cluster.begin(1);
            final IllegalStateException ex = assertThrows(
                IllegalStateException.class, () -> cluster.port(1).sched(cluster.isochron(1), V));
            assertEquals("variable 1 is scheduled by this port already, version 0x" + Long.toHexString(version) +
                ": assign it, or handOver() the version, before the next sched", ex.getMessage());
            cluster.isochron(1).abandon();

            final MemoryPort second = cluster.memory().port(cluster.host(1));
            second.sched(cluster.begin(1), V);
            cluster.execute(1);
            final IsoValue b = cluster.read(3, V);

            second.assign(cluster.begin(1), V, 22);
            cluster.execute(1);
            assertEquals(22, b.await());
            assertBlocked(cluster, a);

            cluster.assign(1, V, 11);
            assertEquals(11, a.await());
            assertValue(22, cluster);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT10ReadBehindTheOwnSchedWaitsForTheOwnAssign(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            final IsoValue x = new IsoValue();
            final long version = cluster.port(1).sched(cluster.begin(1), V);
            cluster.port(1).read(cluster.isochron(1), V, x);
            cluster.execute(1);
            cluster.settle();

            final IsotachTimeoutException ex =
                assertThrows(IsotachTimeoutException.class, () -> x.await(20, TimeUnit.MILLISECONDS));
            final String expected = "host 1 has waited \\d+ ms for the value of variable 1, which waits for the" +
                " ASSIGN of version 0x" + Long.toHexString(version) +
                ", scheduled by host 1, thread '" + Thread.currentThread().getName() + "'\n  variable 1" +
                " is reserved by .*: 1 read of host 1 waits for it(, for \\d+ ms)?";
            // The state of the cluster follows.
            assertTrue(ex.getMessage().matches(expected + "(?s:\n.*)?"), ex.getMessage());

            cluster.assign(1, V, 12);
            assertEquals(12, x.await());
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldPlayT11ContendersForOneForkGetItInOrder(final ThreadingMode mode, final Placement placement)
    {
        try (TestCluster cluster = launch(mode, placement))
        {
            final IsoValue[] fork = new IsoValue[HOSTS];
            for (int host = 0; host < HOSTS; host++)
            {
                fork[host] = new IsoValue();
                cluster.port(host).read(cluster.begin(host), V, fork[host]);
                cluster.port(host).sched(cluster.isochron(host), V);
                cluster.execute(host);
            }
            for (int host = 0; host < HOSTS; host++)
            {
                assertEquals(INITIAL + host, fork[host].await());
                if (host + 1 < HOSTS)
                {
                    assertBlocked(cluster, fork[host + 1]);
                }
                cluster.assign(host, V, INITIAL + host + 1);
            }
            assertValue(INITIAL + HOSTS, cluster);
        }
    }

    @Test
    void shouldGiveTheRulesOfAVariableInItsStore()
    {
        final VariableStore store = new VariableStore(
            new VariableCells(0, PageTable.copysets(PageMap.replicated(1), 1), PageMap.DEFAULT_PAGE_SIZE),
            new WaitingUpdates());
        final int cell = store.cell(V);
        assertEquals(0, store.value(cell));
        assertEquals(Version.SUBSTANTIATED, store.version(cell));

        store.sched(cell, 11);
        assertEquals(11, store.version(cell));
        store.sched(cell, 12);
        store.assign(cell, 11, 1);
        assertEquals(12, store.version(cell));
        assertEquals(1, store.value(cell), "what there is if 12 is taken back");
        store.assign(cell, 12, 2);
        assertEquals(Version.SUBSTANTIATED, store.version(cell));
        assertEquals(2, store.value(cell));
        store.assign(cell, 12, 3);
        assertEquals(2, store.value(cell));
        store.sched(cell, 13);
        store.write(cell, 4);
        assertEquals(Version.SUBSTANTIATED, store.version(cell));
        store.assign(cell, 13, 5);
        assertEquals(4, store.value(cell));
    }
}
