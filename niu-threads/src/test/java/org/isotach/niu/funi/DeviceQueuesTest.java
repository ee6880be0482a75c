/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.List;
import java.util.stream.IntStream;

import org.isotach.niu.ClusterContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.niu.funi.FuniCluster.fill;
import static org.isotach.niu.funi.FuniCluster.send;
import static org.isotach.niu.funi.FuniCluster.trySend;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Queues and packets, through devices: more packets are on their way than the queue of the receiver has slots, in the
 * send queue, the packet cache, and the receive buffer.
 */
class DeviceQueuesTest extends QueuesTest
{
    private static final int ROUNDS = 40;

    @Override
    FuniCluster launch(final ClusterContext context)
    {
        return FuniCluster.withDevices(context);
    }

    @ParameterizedTest
    @ValueSource(ints = { 2, 256 })
    @Override
    void f4ShouldHaveAsManySlotsAsWereAskedFor(final int slots)
    {
        try (FuniCluster on = launch(FuniCluster.context(1)))
        {
            final QueuePair self = on.open(slots).queuePair(0);
            int sent = 0;
            while (trySend(self, Priority.REQUEST, 0, 0, sent))
            {
                sent++;
            }
            // Its own queue, the send queue, six lines, ten in the receive buffer.
            assertEquals(2 * (slots - 1) + 6 + 10, sent);
            final List<Integer> all = new java.util.ArrayList<>();
            for (int i = 0; i < ROUNDS; i++)
            {
                all.addAll(on.takeFirstWords(self));
            }
            assertEquals(IntStream.range(0, sent).boxed().toList(), all.stream().sorted().toList());
        }
    }

    @ParameterizedTest
    @EnumSource(Priority.class)
    @Override
    void f5ShouldLeaveOneSlotEmpty(final Priority priority)
    {
        try (FuniCluster on = launch(FuniCluster.context(2)))
        {
            final Gang gang = on.open(2);
            for (int i = 0; i < 5; i++)
            {
                final int sent = fill(gang.queuePair(0), priority, 1);
                int taken = 0;
                for (int round = 0; round < ROUNDS; round++)
                {
                    final int now = on.take(gang.queuePair(1)).size();
                    assertTrue(now <= sent);
                    taken += now;
                }
                assertEquals(sent, taken);
            }
        }
    }

    @Test
    @Override
    void f6ShouldRefuseWhatAFullQueueCannotTake()
    {
        try (FuniCluster on = launch(FuniCluster.context(2)))
        {
            final Gang gang = on.open(4);
            final QueuePair sender = gang.queuePair(0);
            final int sent = fill(sender, Priority.REQUEST, 1);
            for (int i = 0; i < 20; i++)
            {
                assertNull(sender.tryClaim(Priority.REQUEST, 1, 0, 1));
            }
            send(sender, Priority.REPLY, 1, 0, 7);
            assertEquals(7, on.takeOne(gang.queuePair(1)).first(), "the other queue has room");
            int taken = 0;
            for (int i = 0; i < ROUNDS; i++)
            {
                taken += on.take(gang.queuePair(1)).size();
            }
            assertEquals(sent, taken);
        }
    }

    /**
     * A flush publishes; so does a queue that is full.
     */
    @Test
    @Override
    void f21ShouldPublishABatchAtOnce()
    {
        try (FuniCluster on = launch(FuniCluster.context(2)))
        {
            final Gang gang = on.open(64);
            final QueuePair sender = gang.queuePair(0);
            for (int i = 0; i < 32; i++)
            {
                sender.tryClaim(Priority.REQUEST, 1, 0, 1).putInt(0, i);
                sender.commit();
                assertEquals(List.of(), on.take(gang.queuePair(1)));
            }
            sender.flush();
            assertEquals(32, on.take(gang.queuePair(1)).size());
        }
    }
}
