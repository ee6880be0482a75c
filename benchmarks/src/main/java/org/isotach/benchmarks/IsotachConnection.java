/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.Isochron;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.FrameTransport;
import org.isotach.niu.ThreadingMode;

/**
 * Isotach messages between two hosts, each message an isochron of its own: totally ordered, in logical time. The
 * cluster has no threads.
 */
final class IsotachConnection implements Connection
{
    private static final int QUIET_ROUNDS = 100;

    private final Cluster cluster;
    private final Endpoint[] endpoints = new Endpoint[2];
    private final IdleEndpoints idle;

    IsotachConnection(final int payload)
    {
        this(payload, FrameTransport.DIRECT);
    }

    /**
     * @param frames carries the messages.
     */
    IsotachConnection(final int payload, final FrameTransport frames)
    {
        this(payload, frames, false);
    }

    private IsotachConnection(final int payload, final FrameTransport frames, final boolean hasIdleEndpoints)
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .linkRingSize(MESSAGES_UNDER_WAY).frames(frames));
        final Messaging messaging = Messaging.on(cluster, new MessagingContext().maxMessageLength(payload));
        for (int side = 0; side < 2; side++)
        {
            endpoints[side] = new Side(
                messaging.port(cluster.host(side).isochron()), messaging.mailbox(cluster.host(side)), payload);
        }
        idle = hasIdleEndpoints ? new IdleEndpoints(cluster) : null;
    }

    /**
     * A connection whose cluster also has endpoints that nobody uses.
     */
    static IsotachConnection withIdleEndpoints(final int payload)
    {
        return new IsotachConnection(payload, FrameTransport.DIRECT, true);
    }

    @Override
    public Endpoint endpoint(final int side)
    {
        return endpoints[side];
    }

    @Override
    public void close()
    {
        receiveAll();
        if (null != idle)
        {
            idle.close();
        }
        cluster.close();
    }

    /**
     * A cluster that is closed waits for messages that were not received. The ends are no longer used.
     */
    private void receiveAll()
    {
        int quietRounds = 0;
        while (quietRounds < QUIET_ROUNDS)
        {
            quietRounds++;
            for (final Endpoint endpoint : endpoints)
            {
                if (Endpoint.NONE != endpoint.tryReceive())
                {
                    quietRounds = 0;
                }
            }
        }
    }

    private static final class Side extends Padded implements Endpoint
    {
        private final MessagePort port;
        private final Isochron isochron;
        private final Mailbox mailbox;
        private final int target;
        private final int payload;

        Side(final MessagePort port, final Mailbox mailbox, final int payload)
        {
            this.port = port;
            this.mailbox = mailbox;
            this.payload = payload;
            isochron = port.isochron();
            target = 1 - port.host().id();
        }

        @Override
        public boolean trySend(final long word)
        {
            if (!isochron.isOpen())
            {
                isochron.begin();
                final MessageBuffer message = port.claim(target, payload);
                for (int i = 0; i < payload; i += Long.BYTES)
                {
                    message.putLong(i, word);
                }
            }
            if (isochron.tryIssue())
            {
                return true;
            }
            port.host().poll();
            return false;
        }

        @Override
        public long tryReceive()
        {
            final Delivery delivery = mailbox.receive();
            if (null == delivery)
            {
                return NONE;
            }
            final MessageView message = delivery.message();
            long sum = 0;
            for (int i = 0; i < message.length(); i += Long.BYTES)
            {
                sum += message.getLong(i);
            }
            return sum;
        }
    }
}
