/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.Topology;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.Unit;
import org.isotach.test.LaunchedCluster;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the application of a host sees, without threads: nothing happens unless somebody issues, polls or waits.
 */
class HostTest
{
    private final Cluster cluster = Cluster.launch(context().hosts(3));
    private final RecordingModel model = RecordingModel.on(cluster);
    private final Host host = cluster.host(0);
    private final Isochron isochron = host.isochron();

    @AfterEach
    void close()
    {
        cluster.close();
    }

    /**
     * Vector H3.
     */
    @Test
    void shouldExecuteALocalIsochronAtOnceWhenNothingIsPending()
    {
        model.issue(isochron, 1, 0);
        assertEquals(List.of(1L), model.recorder(0).payloads());
        assertTrue(isochron.isExecuted());
        assertEquals(0, host.logicalTime(), "no token was needed");
    }

    /**
     * Vector H1: local isochrons execute right behind the remote one that was issued before them.
     */
    @Test
    void shouldExecuteLocalIsochronsBehindTheRemoteOnesBeforeThem()
    {
        model.issue(isochron, 1, 0, 1);
        model.issue(isochron, 2, 0);
        model.issue(isochron, 3, 0);
        model.issue(isochron, 4, 0, 2);
        model.issue(isochron, 5, 0);
        assertEquals(List.of(), model.recorder(0).payloads());
        host.poll();
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L), model.recorder(0).payloads());
        assertEquals(model.recorder(0).timestamps().get(0), model.recorder(0).timestamps().get(2));
    }

    /**
     * Vector H2: the remote isochron has no part at its own host, and still holds the local one back.
     */
    @Test
    void shouldNotOvertakeARemoteIsochronWithoutALocalPart()
    {
        model.issue(isochron, 1, 1);
        model.issue(isochron, 2, 0);
        assertFalse(isochron.isExecuted());
        assertEquals(List.of(), model.recorder(0).payloads());
        host.poll();
        assertEquals(List.of(2L), model.recorder(0).payloads());
        assertTrue(isochron.isExecuted());
        assertTrue(host.logicalTime() >= 2, "the pulse of the remote one has ended");
    }

    @Test
    void shouldGiveAFreshLocalIsochronALaterTimestampThanWhatWasSeen()
    {
        final Isochron other = cluster.host(2).isochron();
        model.issue(other, 1, 0, 2);
        other.awaitExecuted();

        isochron.begin().fresh();
        model.append(isochron, 2, 0);
        isochron.issue();
        assertEquals(List.of(), model.recorder(0).payloads().stream().filter(payload -> 2 == payload).toList());
        isochron.awaitExecuted();
        assertEquals(List.of(1L, 2L), model.recorder(0).payloads());
        assertTrue(model.recorder(0).timestamps().get(1) > model.recorder(0).timestamps().get(0));
    }

    @Test
    void shouldNotMoveLogicalTimeWhileNobodyNeedsIt()
    {
        for (int i = 0; i < 100; i++)
        {
            assertEquals(0, host.poll());
        }
        assertEquals(0, host.logicalTime());
        model.issue(isochron, 1, 1);
        cluster.host(1).poll();
        assertEquals(2, host.logicalTime());
        cluster.host(1).poll();
        assertEquals(2, host.logicalTime());
    }

    @Test
    void shouldKeepAnIsochronOpenWhileThereIsNoRoom()
    {
        try (Cluster narrow = Cluster.launch(context().sendRingSize(2).linkRingSize(1)))
        {
            final RecordingModel narrowModel = RecordingModel.on(narrow);
            final Isochron first = narrow.host(0).isochron();
            final List<Long> issued = new ArrayList<>(List.of(0L));
            narrowModel.append(first.begin(), 0, 1);
            while (first.tryIssue())
            {
                narrowModel.append(first.begin(), issued.size(), 1);
                issued.add((long)issued.size());
            }
            assertTrue(first.isOpen());
            while (!first.tryIssue())
            {
                narrow.host(0).poll();
                narrow.host(1).poll();
            }
            first.awaitExecuted();
            narrow.host(1).poll();
            assertEquals(issued, narrowModel.recorder(1).payloads());
        }
    }

    /**
     * Isochrons for different hosts, issued while the hosts have frames to take, share frames: each host executes its
     * own, in issue order, and passes over the rest.
     */
    @Test
    void shouldPutIsochronsForDifferentHostsIntoOneFrame()
    {
        final List<List<Long>> expected = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < 60; i++)
        {
            model.issue(isochron, i, i % 3);
            expected.get(i % 3).add((long)i);
        }
        LaunchedCluster.pollUntilIdle(cluster);
        assertTrue(isochron.isExecuted());
        for (int receiver = 0; receiver < 3; receiver++)
        {
            final RecordingModel.Recorder recorder = model.recorder(receiver);
            assertEquals(expected.get(receiver), recorder.payloads());
            assertTrue(recorder.calls() < 10, receiver + " got " + recorder.calls() + " frames");
            assertTrue(recorder.passedOver() > 0);
        }
    }

    /**
     * A host would have to read too much that is not for it.
     */
    @Test
    void shouldNotPutLongIsochronsForDifferentHostsIntoOneFrame()
    {
        for (int i = 0; i < 30; i++)
        {
            isochron.begin();
            for (int operation = 0; operation < 50; operation++)
            {
                model.append(isochron, i, 1 + i % 2);
            }
            isochron.issue();
        }
        LaunchedCluster.pollUntilIdle(cluster);
        for (int receiver = 1; receiver < 3; receiver++)
        {
            assertEquals(15 * 50, model.recorder(receiver).payloads().size());
            assertEquals(0, model.recorder(receiver).passedOver());
        }
    }

    /**
     * An isochron for a near host that shares a frame with one for a far host executes when that one does.
     */
    @Test
    void shouldStampAFrameForDifferentHostsWithTheLargestDistance()
    {
        try (Cluster chain = Cluster.launch(context().topology(Topology.chain(3, 3))))
        {
            final RecordingModel chainModel = RecordingModel.on(chain);
            final Isochron sender = chain.host(0).isochron();
            for (int i = 0; i < 6; i++)
            {
                chainModel.issue(sender, i, 1);
            }
            chainModel.issue(sender, 6, 2);
            LaunchedCluster.pollUntilIdle(chain);
            assertEquals(List.of((long)chain.topology().distance(0, 2)), chainModel.recorder(2).timestamps());
            assertEquals(6, chainModel.recorder(1).payloads().size());
            assertEquals(
                chainModel.recorder(2).timestamps().get(0), chainModel.recorder(1).timestamps().get(5),
                "in one frame");
            assertTrue(chainModel.recorder(1).passedOver() > 0);
        }
    }

    /**
     * What is issued behind a marker must not get in front of it.
     */
    @Test
    void shouldNotPutAnIsochronIntoAFrameInFrontOfAMarker()
    {
        final Marker marker = new Marker()
        {
            @Override
            public long pass(final long pulse)
            {
                return NO_NOTICE;
            }

            @Override
            public long notice()
            {
                return 0;
            }
        };
        for (int i = 0; i < 5; i++)
        {
            model.issue(isochron, i, 1);
        }
        assertTrue(host.models().tryIssueFromListener(marker));
        model.issue(isochron, 5, 1);
        LaunchedCluster.pollUntilIdle(cluster);
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L), model.recorder(1).payloads());
        final int framesWithMarker = model.recorder(1).calls();
        for (int i = 0; i < 6; i++)
        {
            model.issue(isochron, i, 1);
        }
        LaunchedCluster.pollUntilIdle(cluster);
        assertEquals(framesWithMarker - 1, model.recorder(1).calls() - framesWithMarker);
    }

    /**
     * A marker is not in front of what was issued before it.
     */
    @Test
    void shouldPassAMarkerWithoutATokenOnlyWhenEverythingBeforeItIsOnItsLinks()
    {
        final List<Long> passed = new ArrayList<>();
        final Marker marker = new Marker()
        {
            @Override
            public long pass(final long pulse)
            {
                passed.add(-pulse);
                return NO_NOTICE;
            }

            @Override
            public boolean tryPassWithoutToken(final long last)
            {
                passed.add(last);
                return true;
            }

            @Override
            public long notice()
            {
                return 0;
            }
        };
        try (Cluster narrow = Cluster.launch(context().linkRingSize(4)))
        {
            final RecordingModel narrowModel = RecordingModel.on(narrow);
            final Host sender = narrow.host(0);
            assertTrue(sender.models().tryIssue(marker));
            assertEquals(List.of(0L), passed);
            final Isochron last = sender.isochron();
            for (int i = 0; i < 4; i++)
            {
                narrowModel.issue(last, i, 1);
            }
            assertTrue(sender.models().tryIssue(marker), "behind an isochron that waits for a frame");
            assertEquals(2, passed.size());
            narrowModel.issue(last, 4, 1);
            assertFalse(sender.models().tryIssue(marker), "behind an isochron that waits for a credit");
            assertEquals(2, passed.size());
            LaunchedCluster.pollUntilIdle(narrow);
            final List<Long> timestamps = narrowModel.recorder(1).timestamps();
            assertEquals(5, timestamps.size());
            assertTrue(-passed.get(1) >= timestamps.get(3), () -> passed + " behind " + timestamps);
            narrowModel.issue(last, 5, 1);
            assertTrue(sender.models().tryIssue(marker), "behind an isochron that has come to its link");
            assertEquals(3, passed.size());
            LaunchedCluster.pollUntilIdle(narrow);
            assertEquals(narrowModel.recorder(1).timestamps().get(5), passed.get(2));
        }
    }

    /**
     * The frame to host 2 has room when the first isochron for it joins one for host 1, and has none with those behind.
     */
    @Test
    void shouldNotHoldUpAnIsochronForAHostWhenTheLinkToAnotherOneHasTooFewBytes()
    {
        for (final int[] later : new int[][]{ { 2 }, { 1, 2 } })
        {
            try (Cluster narrow = Cluster.launch(context().hosts(3).linkRingSize(64).linkLength(4096)))
            {
                final RecordingModel narrowModel = RecordingModel.on(narrow);
                final Isochron sender = narrow.host(0).isochron();
                for (int i = 0; i < 61; i++)
                {
                    narrowModel.issue(sender, i, 2);
                    narrow.host(0).poll();
                }
                for (int i = 0; i < 4; i++)
                {
                    narrowModel.issue(sender, i, 1);
                }
                narrowModel.issue(sender, 100, 2);
                for (int i = 1; i < 7; i++)
                {
                    narrowModel.issue(sender, 100 + i, later);
                }
                for (int i = 0; i < 10; i++)
                {
                    narrow.host(0).poll();
                    narrow.host(1).poll();
                }
                assertEquals(List.of(0L, 1L, 2L, 3L), narrowModel.recorder(1).payloads().subList(0, 4));
                LaunchedCluster.pollUntilIdle(narrow);
                assertEquals(68, narrowModel.recorder(2).payloads().size());
            }
        }
    }

    /**
     * Host 2 may wait for what host 1 does when it gets its isochron, and take nothing from its own link until then.
     */
    @Test
    void shouldNotHoldUpAnIsochronForAHostThatOneBehindItHasNoCreditFor()
    {
        try (Cluster narrow = Cluster.launch(context().hosts(3).linkRingSize(4)))
        {
            final RecordingModel narrowModel = RecordingModel.on(narrow);
            final Isochron sender = narrow.host(0).isochron();
            for (int i = 0; i < 4; i++)
            {
                narrowModel.issue(sender, i, 2);
                narrow.host(0).poll();
            }
            for (int i = 0; i < 4; i++)
            {
                narrowModel.issue(sender, i, 1);
            }
            narrowModel.issue(sender, 4, 2);
            for (int i = 0; i < 10; i++)
            {
                narrow.host(0).poll();
                narrow.host(1).poll();
            }
            assertEquals(List.of(0L, 1L, 2L, 3L), narrowModel.recorder(1).payloads());
            assertEquals(List.of(), narrowModel.recorder(2).payloads());
            LaunchedCluster.pollUntilIdle(narrow);
            assertEquals(List.of(0L, 1L, 2L, 3L, 4L), narrowModel.recorder(2).payloads());
        }
    }

    @Test
    void shouldIssueOneIsochronAtATimeIfAsked()
    {
        try (Cluster careful = Cluster.launch(context().oneInFlight(true)))
        {
            final RecordingModel carefulModel = RecordingModel.on(careful);
            final Isochron isochron = careful.host(0).isochron();
            carefulModel.issue(isochron, 1, 0, 1);
            carefulModel.append(isochron.begin(), 2, 0, 1);
            assertFalse(isochron.tryIssue());
            careful.host(0).poll();
            assertFalse(isochron.tryIssue(), "not executed at host 1");
            careful.host(1).poll();
            assertTrue(isochron.tryIssue());
            carefulModel.issue(isochron, 3, 1);
            careful.host(0).poll();
            careful.host(1).poll();
            assertEquals(List.of(1L, 2L, 3L), carefulModel.recorder(1).payloads());
        }
    }

    @Test
    void shouldNameTheSenderThatKeepsTokensStopped()
    {
        try (Cluster narrow = Cluster.launch(context().linkFaults(LinkFaults.parse("drop=0.9,seed=1"))))
        {
            final RecordingModel narrowModel = RecordingModel.on(narrow);
            narrowModel.issue(narrow.host(0).isochron(), 1, 1);
            assertEquals("\n  host-0/sender has not shipped isochron 0: tokens of host 0 have been stopped since" +
                " pulse 0\n  host 0 has isochrons pending up to 0, pulse 0", narrow.parts().stallDetector.report());
            assertEquals("host-0/sender", narrow.stalls().get(0).unit());
        }
    }

    @Test
    void shouldNameNobodyWhoOnlyWaitsForAFrame()
    {
        try (Cluster narrow = Cluster.launch(context().linkRingSize(1)))
        {
            final RecordingModel narrowModel = RecordingModel.on(narrow);
            final Isochron isochronWithoutCredit = narrow.host(0).isochron();
            narrowModel.issue(isochronWithoutCredit, 1, 1);
            narrowModel.issue(isochronWithoutCredit, 2, 1);
            work(narrow, "host-1/executor");
            assertEquals(List.of(), narrow.stalls());
            assertEquals("\n  host 0 has isochrons pending up to 0, and others that wait for a frame, pulse 0",
                narrow.parts().stallDetector.report());
        }
    }

    private static void work(final Cluster cluster, final String unitName)
    {
        cluster.units().stream().filter(unit -> unitName.equals(unit.unitName())).forEach(Unit::doWork);
    }

    @Test
    void shouldRefuseToIssueIntoAFullSlabAfterClose()
    {
        final Cluster narrow = Cluster.launch(context().maxIsochronLength(32).slabLength(96)
            .closeTimeout(Duration.ZERO).errorHandler(error ->
            {
            }));
        final RecordingModel narrowModel = RecordingModel.on(narrow);
        final Isochron first = narrow.host(0).isochron();
        do
        {
            first.begin();
            narrowModel.append(first, 1, 1);
        }
        while (first.tryIssue());
        narrow.close();
        assertThrows(ClusterClosedException.class, first::tryIssue);
        assertFalse(first.isOpen());
    }

    @Test
    void shouldWorkForAllHostsWhileItWaits()
    {
        try (Cluster narrow = Cluster.launch(context().sendRingSize(2).linkRingSize(1)))
        {
            final RecordingModel narrowModel = RecordingModel.on(narrow);
            final Isochron first = narrow.host(0).isochron();
            for (long i = 0; i < 100; i++)
            {
                narrowModel.issue(first, i, 1);
            }
            first.awaitExecuted();
            narrow.host(1).poll();
            assertEquals(100, narrowModel.recorder(1).executions.size());
        }
    }

    @Test
    void shouldNameWhoHoldsItUpWhenWaitingTakesTooLong() throws Exception
    {
        final ClusterContext context =
            context().linkRingSize(2).awaitTimeout(Duration.ofMillis(1)).closeTimeout(Duration.ofSeconds(10));
        try (Cluster stalled = Cluster.launch(context))
        {
            final RecordingModel stalledModel = RecordingModel.on(stalled);
            final CountDownLatch isInside = new CountDownLatch(1);
            final CountDownLatch isOver = new CountDownLatch(1);
            stalledModel.recorder(1).onExecution(payload ->
            {
                isInside.countDown();
                awaitUnchecked(isOver);
            });
            final Isochron sender = stalled.host(0).isochron();
            stalledModel.issue(sender, 1, 1);
            stalledModel.issue(sender, 2, 1);
            final TestThreads threads = new TestThreads();
            threads.start("busy", () -> stalled.host(1).poll());
            isInside.await();
            stalledModel.issue(sender, 3, 1);
            final IsotachTimeoutException timeout =
                assertThrows(IsotachTimeoutException.class, sender::awaitExecuted);
            final Stall stall = stalled.stalls().get(0);
            isOver.countDown();
            threads.join();
            assertEquals(1, stall.host());
            assertEquals("host-1/executor", stall.unit());
            assertTrue(stall.duration().toNanos() > 0, stall.toString());
            assertTrue(stall.pulse() <= stalled.host(1).logicalTime(), stall.toString());
            final String message = timeout.getMessage().lines().limit(3).collect(Collectors.joining("\n"));
            assertTrue(message.matches("host 0 has waited \\d+ ms for the execution of its last isochrons" +
                "\n  host-0/sender holds isochron 2 back, because host 1 has not executed, or" +
                " received, the last 2 frames of host 0, pulse \\d+" +
                "\n  host 0 has isochrons pending up to 1, and others that wait for a frame, pulse \\d+"), message);

            sender.awaitExecuted();
        }
    }

    @Test
    void shouldRefuseASecondModelForAFamily()
    {
        final IllegalStateException refusal = assertThrows(IllegalStateException.class,
            () -> RecordingModel.on(cluster));
        assertEquals("operation family 15 is registered already at host 0: one model per family and cluster",
            refusal.getMessage());
    }

    @Test
    void shouldTellItsState()
    {
        model.issue(isochron, 1, 1);
        assertEquals("Host{id=0, name=host-0, pulse=0, issued=1, closed=false}", host.toString());
        assertEquals("host-0", host.name());
        host.tryClose();
        assertTrue(host.toString().endsWith(", closed=true}"), host::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3 })
    void shouldStampWithTheDistanceInTheTopology(final int switches)
    {
        try (Cluster chain = Cluster.launch(context().topology(Topology.chain(switches, 2 * switches))))
        {
            final RecordingModel chainModel = RecordingModel.on(chain);
            final Isochron sender = chain.host(0).isochron();
            for (int receiver = 1; receiver < chain.hostCount(); receiver++)
            {
                final long sent = chain.host(0).logicalTime();
                chainModel.issue(sender, receiver, receiver);
                sender.awaitExecuted();
                chain.host(receiver).poll();
                assertEquals(
                    List.of(sent + chain.topology().distance(0, receiver)),
                    chainModel.recorder(receiver).timestamps(),
                    "host " + receiver);
            }
        }
    }

    private static ClusterContext context()
    {
        return new ClusterContext().threadingMode(ThreadingMode.INVOKER);
    }

    private static void awaitUnchecked(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
