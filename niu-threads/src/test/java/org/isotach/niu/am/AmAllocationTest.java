/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Nothing is allocated for a message, with faults and without, with all settings that have ways of their own.
 */
class AmAllocationTest
{
    private static final double FAULTS = 0.05;
    private static final int LENGTH = 5000;

    private final long[] nowNs = { 0 };
    private long answers;

    static Stream<Arguments> settings()
    {
        return Stream.of(LinkFaults.NONE, new LinkFaults(FAULTS, FAULTS, FAULTS, FAULTS, FAULTS, 5))
            .flatMap(faults -> Stream.of(
                arguments("as it is", faults, new AmContext()),
                arguments("in order", faults, new AmContext().inOrder(true)),
                arguments("with a wheel of timers", faults, new AmContext().timerWheel(true)),
                arguments("in packets", faults, new AmContext().directTransfers(false))));
    }

    private static Cluster launch(final LinkFaults faults, final ThreadFactory threads)
    {
        return Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .linkFaults(faults).threadFactory(threads));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("settings")
    void shouldAllocateNothing(final String name, final LinkFaults faults, final AmContext context)
    {
        context.variants().clock = () -> nowNs[0];
        final Allocations allocations = new Allocations();
        try (Cluster cluster = launch(faults, allocations::newThread))
        {
            final ActiveMessages am = ActiveMessages.on(cluster, context);
            final AmPort sender = am.port(cluster.host(0));
            final AmPort receiver = am.port(cluster.host(1));
            final int done = am.onReply(reply -> answers += reply.arg(0));
            final int request = am.onRequest(arrived -> arrived.reply(done, arrived.arg(0), 0, 0, 0));
            final int broadcast = am.onReply(reply -> answers += reply.arg(1));
            final OffHeapBuffer source = OffHeapBuffer.allocate(8192);
            final Region region = receiver.register(OffHeapBuffer.allocate(8192));
            final Region back = sender.register(OffHeapBuffer.allocate(8192));
            final int read = am.onRequest(arrived ->
                arrived.replyTransfer(done, source, 0, (int)arrived.arg(1), back.pointer(0), arrived.arg(0)));
            allocations.assertNone(200, () ->
            {
                while (!sender.tryRequest(1, request, 1, 0, 0, 0))
                {
                    serve(receiver);
                }
                while (!sender.tryTransfer(1, request, source, 0, LENGTH, region.pointer(0), 1))
                {
                    serve(receiver);
                }
                while (!sender.tryRequest(1, read, 1, 1000, 0, 0))
                {
                    serve(receiver);
                }
                sender.request(0, request, 1, 0, 0, 0);
                sender.broadcast(broadcast, 0, 0, 0, 0);
            });
            assertTrue(answers > 0);
            assertEquals(0, sender.counters().failures());
        }
    }

    private void serve(final AmPort receiver)
    {
        nowNs[0] += 100_000;
        receiver.poll();
    }

    /**
     * The threads of the cluster count, too: these run the handlers.
     */
    @ParameterizedTest
    @ValueSource(doubles = { 0, FAULTS })
    void shouldAllocateNothingInThreadsOfTheCluster(final double part)
    {
        final LinkFaults faults = 0 == part ? LinkFaults.NONE : new LinkFaults(part, part, part, part, part, 5);
        final Allocations allocations = new Allocations();
        try (Cluster cluster = launch(faults, allocations::newThread))
        {
            final ActiveMessages am = ActiveMessages.on(cluster, new AmContext().progress(Progress.CLUSTER));
            assertTrue(allocations.threadCount() > 2, "the threads that run handlers count");
            final AmPort sender = am.port(cluster.host(0));
            final int done = am.onReply(reply -> answers += reply.arg(0));
            final int request = am.onRequest(arrived -> arrived.reply(done, arrived.arg(0), 0, 0, 0));
            final OffHeapBuffer source = OffHeapBuffer.allocate(8192);
            final Region region = am.port(cluster.host(1)).register(OffHeapBuffer.allocate(8192));
            allocations.assertNone(20, () ->
            {
                sender.request(1, request, 1, 0, 0, 0);
                sender.transfer(1, request, source, 0, LENGTH, region.pointer(0), 1);
                sender.awaitAnswers();
            });
            assertTrue(answers > 0);
            assertEquals(0, sender.counters().failures());
        }
    }
}
