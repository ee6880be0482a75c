/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertBelongsToACluster;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

/**
 * Settings, and their limits.
 */
class AmContextTest extends AmTestBase
{
    @ParameterizedTest
    @ValueSource(ints = { -1, 0, 3, 6, 8192 })
    void h12ShouldRefuseADepthThatIsNoPowerOfTwo(final int depth)
    {
        assertRefused("depth: " + depth + " (expected: a power of two in 1..4096)", () -> new AmContext().depth(depth));
    }

    @Test
    void h13ShouldRefuseMorePacketsThanThereIsMemoryFor()
    {
        final Cluster ten = Cluster.launch(new ClusterContext().hosts(10).threadingMode(ThreadingMode.INVOKER));
        cluster = ten;
        final AmContext context = new AmContext().depth(4).blocks(128);
        assertRefused(
            "blocks: 128 (expected: at least 4(P - 1)D = 144 for 10 hosts with depth 4; raise blocks or lower depth)",
            () -> ActiveMessages.on(ten, context));
        assertNotNull(ActiveMessages.on(ten, context.blocks(144)));
        closeCluster();
        cluster = Cluster.launch(new ClusterContext().hosts(9).threadingMode(ThreadingMode.INVOKER));
        assertNotNull(ActiveMessages.on(cluster, new AmContext().depth(4).blocks(128)));
        assertRefused("blocks: 0 (expected: at least 1)", () -> new AmContext().blocks(0));
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 63, 65, 128 * 1024 })
    void shouldRefuseALengthOfPackets(final int length)
    {
        assertRefused("maxPacketLength: " + length + " (expected: a multiple of 64 in 64..65536 bytes)",
            () -> new AmContext().maxPacketLength(length));
    }

    @Test
    void shouldRefuseThreadsOfTheClusterBesideAScheduler()
    {
        assertRefused("progress: CLUSTER (expected: CALLER in a cluster with a Scheduler, which decides when threads" +
            " run)", () -> new AmContext().progress(Progress.CLUSTER).conclude(2, true));
    }

    @Test
    void shouldRefuseTimesThatAreNotPositive()
    {
        assertRefused("giveUp: PT0S (expected: positive)", () -> new AmContext().giveUp(Duration.ZERO));
        assertRefused("firstTimeout: PT-1S (expected: positive)",
            () -> new AmContext().firstTimeout(Duration.ofSeconds(-1)));
    }

    @Test
    void shouldServeOneProgram()
    {
        final AmContext context = new AmContext();
        launch(2, context);
        assertBelongsToACluster(context, () -> context.depth(2));
        assertBelongsToACluster(context, () -> context.key(Key.random()));
        assertBelongsToACluster(context, () -> ActiveMessages.on(cluster, context));
        assertEquals(1992, context.maxTransferLength());
    }

    @Test
    void shouldRefuseSettingsThatContradictEachOther()
    {
        launch(2);
        final AmContext context = new AmContext().inOrder(true).reliable(false);
        assertRefused("inOrder: true (expected: false without windows; see reliable)",
            () -> ActiveMessages.on(cluster, context));
        assertNotNull(ActiveMessages.on(cluster, context.inOrder(false)));
    }

    @Test
    void shouldRefuseProgramsThatCannotShareLinks()
    {
        launch(2);
        assertRefused("maxPacketLength: 4096 (expected: at most 2048, as the program that made the links)",
            () -> am.beside(new AmContext().maxPacketLength(4096)));
        ports[0].request(1, logging(-1), 0, 0, 0, 0);
        assertRefused(IllegalStateException.class,
            "messages have been sent already: add all programs before the first message",
            () -> am.beside(new AmContext()));
    }

    @Test
    void shouldHaveOnePortPerHost()
    {
        launch(2);
        assertSame(ports[1], am.port(cluster.host(1)));
        try (Cluster stranger = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)))
        {
            assertRefused("host: " + stranger.host(1) + " (expected: a host of the cluster of these messages)",
                () -> am.port(stranger.host(1)));
        }
        am.onFailed(failure -> log.add("never"));
        assertRefused(IllegalStateException.class, "there is a handler of failures already: one per program",
            () -> am.onFailed(failure -> log.add("never")));
    }

    @Test
    void shouldSendWithoutWindows()
    {
        launch(2, new AmContext().reliable(false).checkKeys(false));
        final int request = logging(loggingReplies());
        for (int i = 0; i < 20; i++)
        {
            ports[0].request(1, request, i, 0, 0, 0);
        }
        pollAll();
        assertEquals(40, log.size());
        assertEquals(0, ports[1].counters().emptyReplies());
        assertEquals(0, ports[0].outstanding());
        final Region region = ports[1].register(numbered(8));
        assertRefused(IllegalStateException.class, "AmPort.transfer() without windows: see AmContext.reliable",
            () -> ports[0].transfer(1, request, numbered(8), 0, 8, region.pointer(0), 0));
    }
}
