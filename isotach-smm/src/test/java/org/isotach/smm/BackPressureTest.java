/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What happens when there is no room: an isochron is issued as a whole or not at all, and waits without harm.
 */
final class BackPressureTest
{
    private static final int V = 1;
    private static final int READ_CAP = 4;
    private static final int ISOCHRONS = 70_000;

    private static TestCluster launch(final ThreadingMode mode, final int readCap)
    {
        return new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode).readCap(readCap).sendRingSize(2).linkRingSize(1)
                .awaitTimeout(Duration.ofSeconds(20)),
            PageMap.builder().pageSize(4).page(0, 1).build());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldHoldReadsBackWhenTooManyAreOutstanding(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode, READ_CAP))
        {
            cluster.sched(1, V);
            final List<IsoValue> waiting = new ArrayList<>();
            for (int i = 0; i < READ_CAP; i++)
            {
                waiting.add(cluster.read(0, V));
            }
            final IsoValue last = new IsoValue();
            final Isochron isochron = cluster.begin(0);
            cluster.port(0).read(isochron, V, last);
            assertFalse(isochron.tryIssue());
            assertFalse(isochron.tryIssue());
            assertTrue(isochron.isOpen());
            assertThrows(IllegalStateException.class, last::await);

            cluster.assign(1, V, 6);
            assertEquals(6, waiting.get(0).await());
            isochron.issue();

            assertFalse(isochron.isOpen());
            assertEquals(6, last.await());
            for (final IsoValue value : waiting)
            {
                assertEquals(6, value.await());
            }
        }
    }

    /**
     * Row I1: the other host has a copy, and its application calls nothing. One in flight would fail hundreds of times
     * for each isochron.
     */
    @ParameterizedTest
    @ValueSource(ints = { 2048, ClusterContext.MAX_ISOCHRON_LENGTH_DEFAULT })
    void shouldMakeProgressInALoopThatOnlyTriesWhenTheOtherHostIsIdleI1(final int maxIsochronLength)
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).maxIsochronLength(maxIsochronLength)
                .oneInFlight(false),
            PageMap.replicated(1)))
        {
            final Isochron isochron = cluster.isochron(0);
            int failures = 0;
            for (int i = 0; i < ISOCHRONS; i++)
            {
                cluster.port(0).write(isochron.begin(), V, i);
                while (!isochron.tryIssue())
                {
                    failures++;
                    assertTrue(failures < ISOCHRONS, "stands still after " + i + " isochrons");
                }
            }
            isochron.awaitExecuted();
            assertEquals(ISOCHRONS - 1, cluster.value(1, V));
        }
    }

    /**
     * A read at a host whose application calls nothing, in a loop that only polls.
     */
    @Test
    void shouldReadFromAnIdleHostInALoopThatOnlyPolls()
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER),
            PageMap.builder().pageSize(4).page(0, 1).build()))
        {
            final IsoValue value = new IsoValue();
            cluster.port(0).read(cluster.begin(0), V, value);
            assertTrue(cluster.isochron(0).tryIssue());
            int polls = 0;
            while (!value.isReady())
            {
                polls++;
                assertTrue(polls < 2 * FailurePoll.FAILURES_PER_ROUND);
                cluster.host(0).poll();
            }
            assertEquals(0, value.get());
        }
    }

    @Test
    void shouldGiveUpWaitingForRoomAndIssueLater()
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).readCap(1)
                .awaitTimeout(Duration.ofMillis(20)),
            PageMap.builder().pageSize(4).page(0, 1).build()))
        {
            cluster.sched(1, V);
            final IsoValue first = cluster.read(0, V);
            final IsoValue second = new IsoValue();
            final Isochron isochron = cluster.begin(0);
            cluster.port(0).read(isochron, V, second);
            final String message = assertThrows(IsotachTimeoutException.class, isochron::issue).getMessage();
            assertTrue(message.matches("host 0 has waited \\d+ ms for room to issue Isochron\\{host=0, open=true," +
                " operations=1, destinations=\\{1\\}\\}\n  variable 1 is reserved by host 1, thread '" +
                Thread.currentThread().getName() + "', version 0x[0-9a-f]+: 1 read of host 0 waits for it" +
                "(, for \\d+ ms)?(?s:\n.*)?"), message);

            cluster.assign(1, V, 3);
            assertEquals(3, first.await());
            isochron.issue();
            assertEquals(3, second.await());
        }
    }

    /**
     * Each of two ports needs as many reads as its host may have outstanding, at a moment when there is room for a
     * part of them.
     */
    @Test
    void shouldNotLetTwoPortsHoldWhatTheOtherOneNeeds()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 2))
        {
            final MemoryPort[] ports = {
                cluster.memory().port(cluster.host(0)), cluster.memory().port(cluster.host(0)) };
            final Isochron[] isochrons = { cluster.host(0).isochron(), cluster.host(0).isochron() };
            final IsoValue[][] values = { { new IsoValue(), new IsoValue() }, { new IsoValue(), new IsoValue() } };
            for (int i = 0; i < 2; i++)
            {
                isochrons[i].begin();
                ports[i].read(isochrons[i], V, values[i][0]);
                ports[i].read(isochrons[i], V, values[i][1]);
            }
            cluster.sched(1, V);
            final IsoValue waiting = cluster.read(0, V);
            assertFalse(isochrons[0].tryIssue());
            cluster.assign(1, V, 8);
            assertEquals(8, waiting.await());

            isochrons[1].issue();
            isochrons[0].issue();

            for (final IsoValue[] pair : values)
            {
                assertEquals(8, pair[0].await());
                assertEquals(8, pair[1].await());
            }
        }
    }

    @Test
    void shouldNotTakeAReadForIssuedBecauseItsSlotWasReserved()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, READ_CAP))
        {
            final Isochron isochron = cluster.isochron(0);
            final IsoValue value = new IsoValue();
            int issued = 0;
            isochron.begin();
            cluster.port(0).write(isochron, V, ++issued);
            while (isochron.tryIssue())
            {
                isochron.begin();
                cluster.port(0).write(isochron, V, ++issued);
            }
            cluster.port(0).read(isochron, V, value);
            assertFalse(isochron.tryIssue());
            assertEquals("the read of variable 1 was not issued yet: issue() its isochron before await()",
                assertThrows(IllegalStateException.class, value::await).getMessage());
            isochron.issue();
            assertEquals(issued, value.await());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldPipelineMoreIsochronsThanAnyRingHolds(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode, READ_CAP))
        {
            final List<IsoValue> values = new ArrayList<>();
            for (int i = 0; i < 500; i++)
            {
                final Isochron isochron = cluster.isochron(0).begin();
                final IsoValue value = new IsoValue();
                cluster.port(0).write(isochron, V, i);
                cluster.port(0).read(isochron, V, value);
                isochron.issue();
                values.add(value);
            }
            for (int i = 0; i < 500; i++)
            {
                assertEquals(i, values.get(i).await());
            }
        }
    }
}
