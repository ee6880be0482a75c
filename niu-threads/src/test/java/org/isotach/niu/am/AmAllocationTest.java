/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Random;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Nothing is allocated for a message, with faults and without.
 */
class AmAllocationTest
{
    private long answers;

    @ParameterizedTest
    @ValueSource(doubles = { 0, 0.05 })
    void shouldAllocateNothing(final double part)
    {
        final LinkFaults faults = 0 == part ? LinkFaults.NONE : new LinkFaults(part, part, part, part, part, 5);
        final Random random = new Random(1);
        final long[] nowNs = { 0 };
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .linkFaults(faults)))
        {
            final AmContext context = new AmContext().inOrder(random.nextBoolean());
            context.variants().clock = () -> nowNs[0];
            final ActiveMessages am = ActiveMessages.on(cluster, context);
            final AmPort sender = am.port(cluster.host(0));
            final AmPort receiver = am.port(cluster.host(1));
            final int done = am.onReply(reply -> answers += reply.arg(0));
            final int request = am.onRequest(arrived -> arrived.reply(done, arrived.arg(0), 0, 0, 0));
            final int broadcast = am.onReply(reply -> answers += reply.arg(1));
            final OffHeapBuffer source = OffHeapBuffer.allocate(8192);
            final Region region = receiver.register(OffHeapBuffer.allocate(8192));
            new Allocations().assertNone(200, () ->
            {
                while (!sender.tryRequest(1, request, 1, 0, 0, 0))
                {
                    nowNs[0] += 100_000;
                    receiver.poll();
                }
                while (!sender.tryTransfer(1, request, source, 0, 5000, region.pointer(0), 1))
                {
                    nowNs[0] += 100_000;
                    receiver.poll();
                }
                sender.request(0, request, 1, 0, 0, 0);
                sender.broadcast(broadcast, 0, 0, 0, 0);
            });
            assertTrue(answers > 0);
            assertEquals(0, sender.counters().failures());
        }
    }
}
