/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

/**
 * Non-isotach messages between two hosts: FIFO per pair, no other order. Messages are written and read in place.
 */
final class NonIsotachConnection implements Connection
{
    private final Cluster cluster;
    private final Endpoint[] endpoints = new Endpoint[2];

    NonIsotachConnection(final int payload)
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
        final int ringLength = Integer.highestOneBit(2 * MESSAGES_UNDER_WAY * (payload + Long.BYTES) - 1);
        final Messaging messaging = Messaging.on(
            cluster, new MessagingContext().maxMessageLength(payload).nonIsotachRingLength(ringLength));
        for (int side = 0; side < 2; side++)
        {
            endpoints[side] = new Side(messaging.nonIsotachPort(cluster.host(side)), payload);
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

    private static final class Side extends Padded implements Endpoint
    {
        private final NonIsotachPort port;
        private final int target;
        private final int payload;

        Side(final NonIsotachPort port, final int payload)
        {
            this.port = port;
            this.payload = payload;
            target = 1 - port.host().id();
        }

        @Override
        public boolean trySend(final long word)
        {
            final MessageBuffer message = port.tryClaim(target, payload);
            if (null == message)
            {
                return false;
            }
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                message.putLong(i, word);
            }
            port.commit();
            return true;
        }

        @Override
        public long tryReceive()
        {
            if (!port.receive())
            {
                return NONE;
            }
            final MessageView message = port.message();
            long sum = 0;
            for (int i = 0; i < message.length(); i += Long.BYTES)
            {
                sum += message.getLong(i);
            }
            return sum;
        }
    }
}
