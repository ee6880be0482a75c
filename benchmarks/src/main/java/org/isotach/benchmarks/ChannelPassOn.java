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
 * The stage sends the buffer on that it has received.
 */
final class ChannelPassOn extends Padded implements PassOn
{
    private static final int BUFFERS = 64;

    private final Cluster cluster;
    private final Network network;
    private final Nic source;
    private final Nic stage;
    private final Channel toStage;
    private final Channel toSink;
    private final int in;
    private final int out;
    private final int payload;
    private long sent;
    private long arrived;

    ChannelPassOn(final int payload)
    {
        this.payload = payload;
        cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER));
        network = Network.on(
            cluster, new MyrinetContext().bufferLength(payload).buffers(BUFFERS).channelLength(BUFFERS));
        source = network.nic(0);
        stage = network.nic(1);
        toStage = stage.open(0);
        toSink = network.nic(2).open(0);
        in = network.route(0, 1);
        out = network.route(1, 2);
    }

    @Override
    public long pass()
    {
        Buffer buffer = toStage.tryReceive();
        for (int attempts = 1; null == buffer; attempts++)
        {
            SpinningThread.pause(attempts);
            buffer = toStage.tryReceive();
        }
        final long word = buffer.getLong(0);
        for (int attempts = 1; !stage.trySend(out, 0, buffer); attempts++)
        {
            SpinningThread.pause(attempts);
        }
        return word;
    }

    @Override
    public int serve()
    {
        int work = 0;
        final Buffer buffer = source.tryBuffer();
        if (null != buffer)
        {
            buffer.putLong(0, sent);
            if (source.trySend(in, 0, buffer.length(payload)))
            {
                sent++;
                work++;
            }
            else
            {
                buffer.free();
            }
        }
        final Buffer passed = toSink.tryReceive();
        if (null != passed)
        {
            if (arrived != passed.getLong(0))
            {
                throw new IllegalStateException("message " + passed.getLong(0) + " instead of " + arrived);
            }
            arrived++;
            work++;
            passed.free();
        }
        return work;
    }

    @Override
    public void close()
    {
        network.close();
        cluster.close();
    }
}
