/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Since when hosts hold others up: from the look on that has found it first.
 */
final class StallClockTest
{
    private final StallClock clock = new StallClock();

    @Test
    void shouldCountFromTheFirstLookUntilSomethingChanges()
    {
        assertEquals(Duration.ZERO, clock.sinceChange("link", 3, 100));
        assertEquals(Duration.ofNanos(50), clock.sinceChange("link", 3, 150));
        assertEquals(Duration.ZERO, clock.sinceChange("link", 4, 160));
        assertEquals(Duration.ofNanos(5), clock.sinceChange("link", 4, 165));
    }

    @Test
    void shouldForgetWhatALookDoesNotFindAnyMore()
    {
        for (int sched = 0; sched < 1000; sched++)
        {
            clock.sinceChange("sched " + sched, 0, sched);
            clock.sinceChange("link", 0, sched);
            clock.forgetUnseenSince(sched);
            assertEquals(2, clock.size(), "this one, and the link");
        }
        assertEquals(Duration.ofNanos(1000), clock.sinceChange("link", 0, 1000));
        clock.forgetUnseenSince(1000);
        assertEquals(1, clock.size());
    }

    @Test
    void shouldNotForgetWhatALookHasFoundThatBeganLater()
    {
        clock.sinceChange("sched", 0, 10);
        clock.sinceChange("sched", 0, 30);
        // One that began before that, and comes to the same sched after it.
        clock.sinceChange("sched", 0, 20);
        clock.forgetUnseenSince(30);
        assertEquals(Duration.ofNanos(30), clock.sinceChange("sched", 0, 40));
        assertEquals(Duration.ZERO, clock.sinceChange("other", 0, 50));
        assertEquals(Duration.ZERO, clock.sinceChange("other", 0, 45));
    }

    @Test
    void shouldAskModelsAndDescribeOnlyWhatSomebodyReads()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER)))
        {
            final List<Integer> described = new ArrayList<>();
            cluster.models().addStallSource(report ->
            {
                for (int i = 0; i < 20; i++)
                {
                    final int number = i;
                    report.add(1, "host-1/model", "stall " + i, 0, () ->
                    {
                        described.add(number);
                        return "host 1 holds up " + number;
                    });
                }
            });
            final long nowNs = System.nanoTime();
            cluster.parts().lookForStalls(nowNs - 1_000_000_000, nowNs);
            assertEquals(List.of(), described);

            final List<Stall> stalls = cluster.stalls();
            assertEquals(20, stalls.size());
            assertEquals(20, described.size());
            final Stall last = stalls.get(19);
            assertEquals(1, last.host());
            assertEquals("host-1/model", last.unit());
            assertEquals("host 1 holds up 19", last.description());
            assertTrue(last.duration().toNanos() > 0, "since somebody who waited looked");

            final String report = cluster.parts().stallReport();
            assertTrue(report.contains("\n  host 1 holds up 15, for "), report);
            assertTrue(report.endsWith("\n  and 4 more: Cluster.stalls()"), report);
        }
    }

    @Test
    void shouldLookByAClockBelowZero()
    {
        final long nowNs = -1_000_000_000_000L;
        assertTrue(clock.isTimeToLook(nowNs - 20_000_000, nowNs));
        assertFalse(clock.isTimeToLook(nowNs - 20_000_000, nowNs + 1_000_000));
        assertTrue(clock.isTimeToLook(nowNs - 20_000_000, nowNs + 20_000_000));
    }
}
