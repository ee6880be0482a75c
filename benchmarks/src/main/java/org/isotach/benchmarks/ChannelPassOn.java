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
final class ChannelPassOn implements PassOn
{
    private static final int BUFFERS = 64;

    private final Cluster cluster;
    private final Network network;
    private final Stage stage;
    private final Ends ends;

    ChannelPassOn(final int payload)
    {
        cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER));
        network = Network.on(
            cluster, new MyrinetContext().bufferLength(payload).buffers(BUFFERS).channelLength(BUFFERS));
        stage = new Stage(network);
        ends = new Ends(network, payload);
    }

    @Override
    public long pass()
    {
        return stage.pass();
    }

    @Override
    public int serve()
    {
        return ends.serve();
    }

    @Override
    public void close()
    {
        network.close();
        cluster.close();
    }

    private static final class Stage extends Padded
    {
        private final Nic nic;
        private final Channel in;
        private final int out;

        Stage(final Network network)
        {
            nic = network.nic(1);
            in = nic.open(0);
            out = network.route(1, 2);
        }

        long pass()
        {
            Buffer buffer = in.tryReceive();
            for (int attempts = 1; null == buffer; attempts++)
            {
                SpinningThread.pause(attempts);
                buffer = in.tryReceive();
            }
            final long word = buffer.getLong(0);
            for (int attempts = 1; !nic.trySend(out, 0, buffer); attempts++)
            {
                SpinningThread.pause(attempts);
            }
            return word;
        }
    }

    /**
     * Source and sink.
     */
    private static final class Ends extends Padded
    {
        private final Nic source;
        private final Channel sink;
        private final int out;
        private final int payload;
        private long sent;
        private long arrived;

        Ends(final Network network, final int payload)
        {
            this.payload = payload;
            source = network.nic(0);
            sink = network.nic(2).open(0);
            out = network.route(0, 1);
        }

        int serve()
        {
            int work = 0;
            final Buffer buffer = source.tryBuffer();
            if (null != buffer)
            {
                buffer.putLong(0, sent);
                if (source.trySend(out, 0, buffer.length(payload)))
                {
                    sent++;
                    work++;
                }
                else
                {
                    buffer.free();
                }
            }
            final Buffer passed = sink.tryReceive();
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
    }
}
