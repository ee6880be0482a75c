/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.Topology;
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
 * SCHEDs that are taken back.
 */
final class CancelTest
{
    private static final int V = 1;

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(mode, Topology.chain(2, 3), PageMap.replicated(1));
    }

    private static void cancel(final TestCluster cluster, final int host)
    {
        cluster.port(host).cancel(cluster.begin(host), V);
        cluster.execute(host);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeAsIfTheSchedHadNeverBeen(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(2, V, 7);
            cluster.sched(0, V);
            final IsoValue waiting = cluster.read(1, V);
            cancel(cluster, 0);
            assertEquals(7, waiting.await());
            assertEquals(List.of(7L, 7L, 7L), cluster.values(V));
            assertEquals(0, cluster.port(0).outstandingScheds());
            cluster.sched(0, V);
            cluster.assign(0, V, 8);
            assertEquals(List.of(8L, 8L, 8L), cluster.values(V));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForTheSchedBefore(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            final IsoValue first = cluster.read(2, V);
            cluster.sched(1, V);
            final IsoValue second = cluster.read(2, V);
            cancel(cluster, 1);
            final IsoValue third = cluster.read(2, V);
            assertFalse(second.isReady() || third.isReady());
            cluster.assign(0, V, 5);
            assertEquals(5, first.await());
            assertEquals(5, second.await());
            assertEquals(5, third.await());
            assertEquals(3, cluster.cluster().counters().total(Counter.READS_WAITED), "each of them once");
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldHaveTheValueThatWasAssignedBelow(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            cluster.sched(1, V);
            final IsoValue waiting = cluster.read(2, V);
            cluster.assign(0, V, 5);
            cancel(cluster, 1);
            assertEquals(5, waiting.await());
            assertEquals(List.of(5L, 5L, 5L), cluster.values(V));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLeaveLaterScheds(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(2, V, 7);
            cluster.sched(0, V);
            final IsoValue first = cluster.read(2, V);
            cluster.sched(1, V);
            final IsoValue second = cluster.read(2, V);
            cancel(cluster, 0);
            assertEquals(7, first.await());
            assertFalse(second.isReady());
            cluster.assign(1, V, 5);
            assertEquals(5, second.await());
            assertEquals(List.of(5L, 5L, 5L), cluster.values(V));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailReadsOfWhatHasBeenOverwritten(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            final AtomicReference<IsotachException> told = new AtomicReference<>();
            final IsoValue waiting = new IsoValue().onValue(new ReadHandler()
            {
                @Override
                public void onValue(final int address, final long value)
                {
                    throw new AssertionError("value " + value);
                }

                @Override
                public void onFailure(final int address, final IsotachException cause)
                {
                    told.set(cause);
                }
            });
            cluster.port(1).read(cluster.begin(1), V, waiting);
            cluster.execute(1);
            cluster.write(2, V, 9);

            cancel(cluster, 0);

            final String message = "the read of variable 1 by host 1 waited for an ASSIGN of host 0, whose SCHED was" +
                " cancelled after the variable had been overwritten: read again";
            assertEquals(message, assertThrows(SchedCancelledException.class, waiting::await).getMessage());
            assertTrue(waiting.isFailed());
            assertEquals(message, told.get().getMessage());
            assertEquals(List.of(9L, 9L, 9L), cluster.values(V));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCancelWhatAnotherPortHasHandedOver(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, V, 3);
            cluster.sched(0, V);
            final IsoValue waiting = cluster.read(1, V);
            final long version = cluster.port(0).handOver(V);
            cluster.port(2).cancel(cluster.begin(2), V, version);
            cluster.execute(2);
            assertEquals(3, waiting.await());
            assertEquals(List.of(3L, 3L, 3L), cluster.values(V));
        }
    }

    /**
     * What nobody but the expelled host could have said, nobody has to say: a counter loses nothing.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFreeWhoeverHasScheduledBehindAHostThatIsExpelled(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, V, 41);
            cluster.sched(0, V);
            final IsoValue second = new IsoValue();
            readAndSchedule(cluster, 1, second);
            final IsoValue third = new IsoValue();
            readAndSchedule(cluster, 2, third);
            cluster.cluster().expel(0);

            assertEquals(41, second.await());
            assertFalse(third.isReady());
            cluster.assign(1, V, second.await() + 1);
            cluster.assign(2, V, third.await() + 1);
            assertEquals(43, cluster.value(1, V));
            assertEquals(43, cluster.value(2, V));
        }
    }

    @Test
    void shouldRememberTheSchedWhenTheCancelIsAbandoned()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.sched(0, V);
            cluster.port(0).cancel(cluster.begin(0), V);
            assertEquals(0, cluster.port(0).outstandingScheds());
            cluster.isochron(0).abandon();
            assertEquals(1, cluster.port(0).outstandingScheds());
            cluster.assign(0, V, 4);
            assertEquals(4, cluster.value(1, V));
        }
    }

    private static void readAndSchedule(final TestCluster cluster, final int host, final IsoValue value)
    {
        cluster.port(host).read(cluster.begin(host), V, value);
        cluster.port(host).sched(cluster.isochron(host), V);
        cluster.execute(host);
    }
}
