/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.function.Function;

import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.PacketBuffer;
import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.funi.PacketView;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceNetwork;

/**
 * A gang of two members. Messages of the first one are requests, those of the other one replies.
 * <p>
 * Each message is flushed, so that it is on its way at once, as in all that this is compared to. A stream needs that:
 * its sender does not poll, and without a flush a message would wait until its queue is full. In a round trip the poll
 * behind it would flush, too; there a queue pair pays for a look that a program of a user can leave out.
 */
final class QueuePairConnection implements Connection
{
    private final Cluster cluster;
    private final Endpoint[] endpoints = new Endpoint[2];

    /**
     * Through rings.
     */
    QueuePairConnection(final int payload)
    {
        this(payload, FuniSupervisor::on);
    }

    /**
     * Through FUNi devices, which the caller serves.
     */
    static QueuePairConnection withDevices(final int payload)
    {
        return new QueuePairConnection(
            payload, (cluster) -> FuniSupervisor.on(cluster, DeviceNetwork.on(cluster, new DeviceContext())));
    }

    private QueuePairConnection(final int payload, final Function<Cluster, FuniSupervisor> supervisor)
    {
        if (payload > QueuePair.MAX_WORDS * Integer.BYTES)
        {
            throw new IllegalArgumentException("payload: " + payload + " (expected: at most " +
                QueuePair.MAX_WORDS * Integer.BYTES + " bytes in a packet)");
        }
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
        final Gang gang = supervisor.apply(cluster).open(new GangContext().slots(MESSAGES_UNDER_WAY));
        for (int side = 0; side < 2; side++)
        {
            endpoints[side] = new Side(gang.queuePair(side), payload);
        }
    }

    @Override
    public Endpoint endpoint(final int side)
    {
        return endpoints[side];
    }

    @Override
    public void close()
    {
        cluster.close();
    }

    private static final class Side extends Padded implements Endpoint, PacketHandler
    {
        private static final int INTS_PER_LONG = 2;

        private final QueuePair queuePair;
        private final Priority priority;
        private final int words;
        private final PolledSums sums = new PolledSums();

        Side(final QueuePair queuePair, final int payload)
        {
            this.queuePair = queuePair;
            priority = 0 == queuePair.node() ? Priority.REQUEST : Priority.REPLY;
            words = payload / Integer.BYTES;
        }

        @Override
        public boolean trySend(final long word)
        {
            final PacketBuffer packet = queuePair.tryClaim(priority, 1 - queuePair.node(), 0, words);
            if (null == packet)
            {
                return false;
            }
            for (int i = 0; i < words; i += INTS_PER_LONG)
            {
                packet.putLong(i, word);
            }
            queuePair.commit();
            queuePair.flush();
            return true;
        }

        @Override
        public long tryReceive()
        {
            return sums.isEmpty() && 0 == queuePair.poll(PolledSums.LIMIT, this) ? NONE : sums.take();
        }

        @Override
        public void onPacket(final Priority priority, final int type, final int node, final PacketView view)
        {
            long sum = 0;
            for (int i = 0; i < words; i += INTS_PER_LONG)
            {
                sum += view.getLong(i);
            }
            sums.add(sum);
        }
    }
}
