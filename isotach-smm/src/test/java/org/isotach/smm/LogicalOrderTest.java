/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * At which logical time, and in which order, the isochrons of shared memory execute (V1 sections 3.2.2 to 3.2.5 and
 * 3.4): what is local, what is remote, and what waits for what.
 */
final class LogicalOrderTest
{
    /** Hosts 0 and 1 on the first switch, host 2 behind three more: 5 links from host 1 to host 2. */
    private static final int NEAR = 0;
    private static final int ISSUER = 1;
    private static final int FAR = 2;

    /** One variable on the issuer, near, far, on issuer and far host, and everywhere. */
    private static final int OWN_PAGE = 0;
    private static final int NEAR_PAGE = 1;
    private static final int FAR_PAGE = 2;
    private static final int SHARED_PAGE = 3;
    private static final int COMMON_PAGE = 4;

    private static TestCluster launch(final ThreadingMode mode)
    {
        final Topology.Builder builder = Topology.builder();
        for (int i = 0; i < 4; i++)
        {
            builder.addSwitch();
            if (i > 0)
            {
                builder.connect(i - 1, i);
            }
        }
        builder.addHost(0);
        builder.addHost(0);
        builder.addHost(3);
        // What is tested is the order of several isochrons that are under way.
        return new TestCluster(new ClusterContext().threadingMode(mode).topology(builder.build()).oneInFlight(false),
            PageMap.builder().pageSize(32)
            .page(OWN_PAGE, ISSUER).page(NEAR_PAGE, NEAR).page(FAR_PAGE, FAR).page(SHARED_PAGE, ISSUER, FAR)
            .everywhere(COMMON_PAGE).build());
    }

    private static int variable(final int page, final int index)
    {
        return 32 * page + index;
    }

    /**
     * Issues a marked isochron that is not fresh.
     */
    private static IsoValue issue(final TestCluster cluster, final int host, final int id, final int... pages)
    {
        final Isochron isochron = cluster.isochron(host).begin();
        final IsoValue value = new IsoValue();
        for (final int page : pages)
        {
            cluster.port(host).write(isochron, variable(page, 0), id);
        }
        cluster.port(host).read(isochron, variable(OWN_PAGE, 0), value);
        cluster.log().mark(isochron, id);
        isochron.issue();
        return value;
    }

    private static List<Long> timestamps(final TestCluster cluster, final int host)
    {
        return cluster.log().of(host).stream().map(ExecutionLog.Entry::timestamp).collect(Collectors.toList());
    }

    private static void work(final TestCluster cluster)
    {
        while (cluster.cluster().units().stream().mapToInt(unit -> unit.doWork()).sum() > 0)
        {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldExecuteAtTheSameTimeAtBothEndsOfALongRoute(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            assertEquals(5, cluster.cluster().topology().distance(ISSUER, FAR));
            cluster.write(FAR, variable(SHARED_PAGE, 10), 444);
            cluster.settle();
            final long time = cluster.host(ISSUER).logicalTime();

            final IsoValue read = new IsoValue();
            final Isochron isochron = cluster.isochron(ISSUER).begin();
            cluster.port(ISSUER).read(isochron, variable(SHARED_PAGE, 10), read);
            cluster.port(ISSUER).write(isochron, variable(SHARED_PAGE, 20), 555);
            cluster.log().mark(isochron, 7);
            cluster.execute(ISSUER);

            assertEquals(444, read.await());
            assertEquals(555, cluster.value(FAR, variable(SHARED_PAGE, 20)));
            assertEquals(555, cluster.value(ISSUER, variable(SHARED_PAGE, 20)));
            final List<ExecutionLog.Entry> expected = List.of(new ExecutionLog.Entry(ISSUER, time + 5, 7));
            assertEquals(expected, cluster.log().of(ISSUER));
            assertEquals(expected, cluster.log().of(FAR));
            assertEquals(List.of(), cluster.log().of(NEAR));
        }
    }

    @Test
    void shouldExecuteLocalIsochronsBehindTheRemoteOneBeforeThem()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            issue(cluster, ISSUER, 1, OWN_PAGE, NEAR_PAGE);
            final IsoValue first = issue(cluster, ISSUER, 2, OWN_PAGE);
            final IsoValue second = issue(cluster, ISSUER, 3);
            issue(cluster, ISSUER, 4, OWN_PAGE, FAR_PAGE);
            final IsoValue third = issue(cluster, ISSUER, 5);
            assertEquals(List.of(), cluster.log().of(ISSUER));

            // Sends what the host has collected, before anybody moves time.
            cluster.host(ISSUER).poll();
            work(cluster);

            assertEquals(List.of(1, 2, 3, 4, 5), cluster.log().idsOf(ISSUER));
            assertEquals(List.of(2L, 2L, 2L, 5L, 5L), timestamps(cluster, ISSUER));
            assertEquals(List.of(2L, 2L, 4L), List.of(first.get(), second.get(), third.get()));
            assertEquals(List.of(1), cluster.log().idsOf(NEAR));
            assertEquals(List.of(4), cluster.log().idsOf(FAR));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepIssueOrderOfLocalAndRemoteIsochrons(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final List<IsoValue> values = new ArrayList<>();
            for (int id = 0; id < 300; id++)
            {
                values.add(issue(cluster, ISSUER, id, OWN_PAGE, id % 3 == 0 ? NEAR_PAGE : OWN_PAGE));
            }
            for (int id = 0; id < values.size(); id++)
            {
                assertEquals(id, values.get(id).await());
            }
            assertEquals(
                IntStream.range(0, 300).boxed().collect(Collectors.toList()), cluster.log().idsOf(ISSUER));
        }
    }

    @Test
    void shouldKeepLocalIsochronsBehindARemoteOneWithoutLocalPart()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final Isochron isochron = cluster.isochron(ISSUER).begin();
            cluster.port(ISSUER).write(isochron, variable(FAR_PAGE, 0), 1);
            isochron.issue();
            final IsoValue local = issue(cluster, ISSUER, 2, OWN_PAGE);
            assertFalse(local.isReady());
            assertFalse(isochron.isExecuted());

            work(cluster);

            assertEquals(2, local.get());
            assertEquals(List.of(5L), timestamps(cluster, ISSUER));
        }
    }

    @Test
    void shouldExecuteLocalIsochronAtOnceIfNothingIsPending()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final IsoValue value = issue(cluster, ISSUER, 1, OWN_PAGE);
            assertTrue(value.isReady());
            assertEquals(1, value.get());
            assertEquals(0, cluster.host(ISSUER).logicalTime());
        }
    }

    @Test
    void shouldOrderOnePulseByIssuerAndIssueOrder()
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER).oneInFlight(false),
            PageMap.builder().pageSize(32).everywhere(0).build()))
        {
            final int[] issuers = { 2, 0, 2, 1, 0 };
            for (int id = 0; id < issuers.length; id++)
            {
                final Isochron isochron = cluster.isochron(issuers[id]).begin();
                cluster.port(issuers[id]).write(isochron, 0, id);
                cluster.log().mark(isochron, id);
                isochron.issue();
            }

            work(cluster);

            for (int host = 0; host < 3; host++)
            {
                assertEquals(List.of(1, 4, 3, 0, 2), cluster.log().idsOf(host));
                assertEquals(List.of(2L, 2L, 2L, 2L, 2L), timestamps(cluster, host));
            }
            assertEquals(List.of(2L, 2L, 2L), cluster.values(0));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldExchangeAtomically(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final int variable = variable(COMMON_PAGE, 3);
            final List<IsoValue> seen = new ArrayList<>();
            final int count = 60;
            for (int i = 1; i <= count; i++)
            {
                final int host = i % 3;
                final IsoValue value = new IsoValue();
                final Isochron isochron = cluster.isochron(host).begin();
                cluster.port(host).read(isochron, variable, value);
                cluster.port(host).write(isochron, variable, i);
                isochron.issue();
                seen.add(value);
            }
            final List<Long> values = seen.stream().map(IsoValue::await).collect(Collectors.toList());
            values.add(cluster.value(0, variable));
            values.sort(Comparator.naturalOrder());
            assertEquals(LongStream.rangeClosed(0, count).boxed().collect(Collectors.toList()), values);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadTheNearestCopyAndChangeAll(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final Isochron isochron = cluster.isochron(NEAR).begin();
            cluster.port(NEAR).read(isochron, variable(SHARED_PAGE, 1), new IsoValue());
            assertEquals("{1}", isochron.destinations().toString());
            assertEquals(2, isochron.distance());
            cluster.port(NEAR).write(isochron, variable(SHARED_PAGE, 1), 1);
            assertEquals("{1, 2}", isochron.destinations().toString());
            assertEquals(5, isochron.distance());
            cluster.port(NEAR).sched(isochron, variable(COMMON_PAGE, 1));
            assertEquals("{0, 1, 2}", isochron.destinations().toString());
            isochron.abandon();

            cluster.port(NEAR).sched(isochron.begin(), variable(FAR_PAGE, 1));
            assertEquals("{2}", isochron.destinations().toString());
            cluster.execute(NEAR);
            cluster.port(NEAR).assign(isochron.begin(), variable(FAR_PAGE, 1), 3);
            assertEquals("{2}", isochron.destinations().toString());
            cluster.execute(NEAR);
            assertEquals(List.of(3L, 3L, 3L), cluster.values(variable(FAR_PAGE, 1)));
        }
    }
}
