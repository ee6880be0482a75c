/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.myrinet.Buffer;
import org.isotach.niu.myrinet.Channel;
import org.isotach.niu.myrinet.MyrinetContext;
import org.isotach.niu.myrinet.Network;
import org.isotach.niu.myrinet.Nic;

/**
 * Buffers of Myrinet channels that change their owner.
 */
final class ChannelConnection implements Connection
{
    // As much memory on its way as Aeron has in a term.
    private static final int BUFFERED = 1 << 22;

    private final Cluster cluster;
    private final Network network;
    private final Endpoint[] endpoints = new Endpoint[2];

    ChannelConnection(final int payload)
    {
        final int buffers = Math.min(MESSAGES_UNDER_WAY, BUFFERED / payload);
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
        network = Network.on(
            cluster, new MyrinetContext().bufferLength(payload).buffers(buffers).channelLength(buffers));
        final Channel[] channels = { network.nic(0).open(0), network.nic(1).open(0) };
        for (int side = 0; side < 2; side++)
        {
            endpoints[side] =
                new Side(network.nic(side), channels[side], network.route(side, 1 - side), payload);
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
        network.close();
        cluster.close();
    }

    private static final class Side extends Padded implements Endpoint
    {
        private final Nic nic;
        private final Channel channel;
        private final int route;
        private final int payload;

        Side(final Nic nic, final Channel channel, final int route, final int payload)
        {
            this.nic = nic;
            this.channel = channel;
            this.route = route;
            this.payload = payload;
        }

        @Override
        public boolean trySend(final long word)
        {
            final Buffer buffer = nic.tryBuffer();
            if (null == buffer)
            {
                return false;
            }
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                buffer.putLong(i, word);
            }
            if (nic.trySend(route, 0, buffer.length(payload)))
            {
                return true;
            }
            buffer.free();
            return false;
        }

        @Override
        public long tryReceive()
        {
            final Buffer buffer = channel.tryReceive();
            if (null == buffer)
            {
                return NONE;
            }
            long sum = 0;
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                sum += buffer.getLong(i);
            }
            buffer.free();
            return sum;
        }
    }
}
