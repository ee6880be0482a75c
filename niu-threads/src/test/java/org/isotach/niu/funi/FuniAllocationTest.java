/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Nothing is allocated for a packet or a transfer.
 */
class FuniAllocationTest
{
    private long sum;

    @Test
    void shouldAllocateNothing()
    {
        // In paranoid mode each packet has a view of its own.
        try (FuniCluster on = new FuniCluster(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).paranoid(false)))
        {
            final Gang gang = on.funi.open(new GangContext().slots(16).pieceLength(256));
            final QueuePair near = gang.queuePair(0);
            final QueuePair far = gang.queuePair(1);
            final SharedSegment segment = far.segment(4096, Rights.PUT_GET);
            final OffHeapBuffer source = OffHeapBuffer.allocate(4096);
            final PacketHandler end = (priority, type, node, view) -> sum += view.words();
            final PacketHandler answer = (priority, type, node, view) ->
            {
                far.claim(Priority.REPLY, node, type, 2, end).putLong(0, 1);
                far.commit();
            };
            new Allocations().assertNone(200, () ->
            {
                near.claim(Priority.REQUEST, 1, 1, 4, end).putInt(3, 1);
                near.commit();
                final long put = near.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 1000, 0, 0);
                near.await(put, end);
                final long get = near.tryGet(Priority.REPLY, segment.pointer(0), source, 0, 1000);
                assertEquals(TransferStatus.DONE, near.await(get, end));
                far.receive(5, answer);
                far.flush();
                near.receive(5, end);
            });
            assertEquals(0, sum % 4);
        }
    }
}
