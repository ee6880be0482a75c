/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.List;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * The right to assign may be given away: the version of a SCHED says who waits for what.
 */
final class HandOverTest
{
    private static final int V = 1;
    private static final int MAILBOX = 2;

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(mode, Topology.chain(2, 3), PageMap.replicated(1));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLetAnotherHostAssignWhatItWasTold(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            // The version travels as the value of a variable that is scheduled itself, so its reader has to wait.
            cluster.sched(0, MAILBOX);
            final IsoValue mail = cluster.read(2, MAILBOX);
            final long version = cluster.sched(0, V);
            final IsoValue waiting = cluster.read(1, V);
            assertEquals(version, cluster.port(0).handOver(V));
            cluster.assign(0, MAILBOX, version);

            final long received = mail.await();
            assertEquals(version, received);
            cluster.assign(2, V, received, 42);

            assertEquals(42, waiting.await());
            assertEquals(List.of(42L, 42L, 42L), cluster.values(V));
            assertEquals(0, cluster.port(0).outstandingScheds());
        }
    }

    /**
     * The only copy is at the host that assigns, which may not have executed the SCHED yet when its issuer has.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldAssignBehindASchedSeenToBeExecutedWhenFresh(final ThreadingMode mode)
    {
        try (TestCluster cluster =
            new TestCluster(mode, Topology.chain(2, 3), PageMap.builder().page(0, 2).build()))
        {
            final long version = cluster.port(0).sched(cluster.begin(0), V);
            cluster.isochron(0).issue();
            cluster.isochron(0).awaitExecuted();
            cluster.port(0).handOver(V);

            cluster.port(2).assign(cluster.isochron(2).begin().fresh(), V, version, 42);
            cluster.isochron(2).issue();
            cluster.isochron(2).awaitExecuted();

            assertEquals(42, cluster.read(0, V).await());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepTheVersionsOfOnePortApart(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final MemoryPort port = cluster.port(0);
            final long first = cluster.sched(0, V);
            final IsoValue readsFirst = cluster.read(1, V);
            port.handOver(V);
            final long second = cluster.sched(0, V);
            final IsoValue readsSecond = cluster.read(1, V);

            // Both of this port; only the explicit version tells which one is meant.
            cluster.assign(0, V, second, 2);
            assertEquals(0, port.outstandingScheds());
            assertEquals(2, readsSecond.await());
            cluster.settle();
            assertFalse(readsFirst.isReady());

            cluster.assign(1, V, first, 1);
            assertEquals(1, readsFirst.await());
            assertEquals(List.of(2L, 2L, 2L), cluster.values(V));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseToAssignWhatWasGivenAway(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final MemoryPort port = cluster.port(0);
            cluster.sched(0, V);
            final long version = port.handOver(V);
            final Isochron isochron = cluster.begin(0);
            assertThrows(IllegalStateException.class, () -> port.assign(isochron, V, 1));
            assertThrows(IllegalStateException.class, () -> port.handOver(V));
            isochron.abandon();

            final MemoryPort other = cluster.memory().port(cluster.host(0));
            other.assign(cluster.begin(0), V, version, 9);
            cluster.execute(0);
            assertEquals(List.of(9L, 9L, 9L), cluster.values(V));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldIgnoreVersionsOfOtherVariables(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final long version = cluster.sched(0, V);
            final IsoValue waiting = cluster.read(1, V);
            cluster.assign(0, MAILBOX, version, 5);
            cluster.settle();
            assertFalse(waiting.isReady());
            assertEquals(List.of(0L, 0L, 0L), cluster.values(MAILBOX));
            assertEquals(1, cluster.port(0).outstandingScheds());

            cluster.assign(0, V, 6);
            assertEquals(6, waiting.await());
        }
    }
}
