/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Several variables that are read, and not scheduled, as one operation.
 */
final class ReadAllTest
{
    private static final int PAGE_SIZE = 4;

    // Page 0 has copies everywhere, the others on one of three hosts.
    private static final int X = 0;
    private static final int Y = 1;
    private static final int ON_0 = PAGE_SIZE;
    private static final int ON_1 = 2 * PAGE_SIZE;

    private static TestCluster launch(final ClusterContext context)
    {
        return new TestCluster(
            context.hosts(3), PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 0).page(2, 1).build());
    }

    private static void read(
        final TestCluster cluster, final int host, final TakenVariables into, final int... addresses)
    {
        cluster.port(host).read(cluster.begin(host), addresses, into);
        cluster.execute(host);
    }

    private static long[] values(final TakenVariables read)
    {
        final long[] values = new long[read.await().count()];
        read.copyValues(values);
        return values;
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadAtOnePointOfTheOrderAndReserveNothing(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(new ClusterContext().threadingMode(mode)))
        {
            final TakenVariables into = new TakenVariables(6);
            for (final int address : new int[]{ X, Y, ON_0, ON_1 })
            {
                cluster.write(0, address, 10 + address);
            }
            cluster.sched(2, X);
            read(cluster, 1, into, ON_0, X, Y, ON_1, ON_1 + 1, Y);
            assertFalse(into.isReady());
            assertFalse(into.isHeld());

            // Behind the read, and none of them waits for it.
            final TakenVariables taken = new TakenVariables(2);
            cluster.port(0).take(cluster.begin(0), new int[]{ Y, ON_1 }, taken);
            cluster.execute(0);
            taken.await();
            cluster.port(0).assign(cluster.begin(0), taken, new long[]{ 1, 2 });
            cluster.execute(0);
            assertEquals(1, cluster.value(2, Y));
            assertEquals(2, cluster.value(2, ON_1));

            cluster.assign(2, X, 5);
            assertArrayEquals(new long[]{ 10 + ON_0, 5, 10 + Y, 10 + ON_1, 0, 10 + Y }, values(into));
            assertEquals(0, cluster.port(1).outstandingScheds());

            read(cluster, 1, into, X, Y);
            assertArrayEquals(new long[]{ 5, 1 }, values(into));
        }
    }

    @Test
    void shouldRefuseWhatItCannotRead()
    {
        try (TestCluster cluster = launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER).readCap(4)))
        {
            final MemoryPort port = cluster.port(2);
            final TakenVariables into = new TakenVariables(5);
            final Isochron isochron = cluster.begin(2);
            assertRefused(IllegalArgumentException.class,
                "addresses: 0 (expected: 1..5, the capacity of these TakenVariables)",
                () -> port.read(isochron, new int[0], into));
            assertThrows(IndexOutOfBoundsException.class, () -> port.read(isochron, new int[]{ X, 100 }, into));
            assertThrows(IsochronTooLargeException.class,
                () -> port.read(isochron, new int[]{ ON_0, ON_0 + 1, ON_0 + 2, ON_0 + 3, ON_1 }, into));

            port.read(isochron, new int[]{ ON_0, X, ON_1 }, into);
            assertThrows(IllegalStateException.class, () -> port.read(isochron, new int[]{ X }, into));
            isochron.abandon();
            assertEquals("no taken variables", into.toString());

            read(cluster, 2, into, X, Y);
            assertArrayEquals(new long[2], values(into));
            cluster.begin(2);
            assertThrows(IllegalStateException.class, () -> port.assign(isochron, into, new long[2]));
            assertThrows(IllegalStateException.class, () -> port.cancel(isochron, into));
            isochron.abandon();

            cluster.cluster().expel(0);
            // Behind the end of host 0.
            cluster.write(2, Y, 1);
            assertThrows(PageLostException.class, () -> port.read(cluster.begin(2), new int[]{ X, ON_0 }, into));
            isochron.abandon();
        }
    }

    @Test
    void shouldFailWhenTheHostThatAnswersIsExpelled()
    {
        try (TestCluster cluster = launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER).readCap(4)))
        {
            final TakenVariables into = new TakenVariables(4);
            final Isochron isochron = cluster.begin(2);
            cluster.port(2).read(isochron, new int[]{ ON_0, ON_0 + 1, X, ON_1 }, into);
            cluster.cluster().expel(0);
            isochron.issue();
            assertThrows(HostExpelledException.class, into::await);
            // Its room is there again.
            read(cluster, 2, into, ON_1, ON_1 + 1, ON_1 + 2, ON_1 + 3);
            assertArrayEquals(new long[4], values(into));
        }
    }
}
