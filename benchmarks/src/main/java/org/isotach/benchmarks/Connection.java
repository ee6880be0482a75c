/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.niu.FrameTransport;
import org.isotach.niu.myrinet.MyrinetFrames;

/**
 * Two endpoints that are connected by one protocol.
 */
interface Connection extends AutoCloseable
{
    /**
     * Credits, slots and the like per direction, where a protocol counts them.
     */
    int MESSAGES_UNDER_WAY = 256;

    /**
     * Connects two threads.
     *
     * @param protocol name of the protocol.
     * @param payload  length of the messages in bytes, a multiple of 8.
     * @return the connection.
     */
    static Connection open(final String protocol, final int payload)
    {
        switch (protocol)
        {
            case "isotach":
                return new IsotachConnection(payload);
            case "isotach-idle-endpoints":
                return IsotachConnection.withIdleEndpoints(payload);
            case "isotach-packets":
                return new IsotachConnection(payload, FrameTransport.PACKETS);
            case "isotach-myrinet":
                return new IsotachConnection(payload, new MyrinetFrames());
            case "nonisotach":
                return new NonIsotachConnection(payload);
            case "pinned":
                return new PinnedConnection(payload);
            case "disruptor":
                return new DisruptorConnection(payload);
            case "jctools":
                return new JcToolsConnection(payload);
            case "agrona":
                return new AgronaConnection(payload);
            case "aeron":
                return new AeronConnection(payload);
            case "ring":
                return new RingConnection(payload);
            case "channel":
                return new ChannelConnection(payload);
            case "queue-pair":
                return new QueuePairConnection(payload);
            case "queue-pair-devices":
                return QueuePairConnection.withDevices(payload);
            case "pipe":
            case "tcp":
                return ByteStreamConnection.open(protocol, payload);
            default:
                throw new IllegalArgumentException("protocol: " + protocol +
                    " (expected: isotach, isotach-idle-endpoints, isotach-packets, isotach-myrinet, " +
                    "nonisotach, pinned, disruptor, jctools, agrona, aeron, ring, channel, queue-pair, " +
                    "queue-pair-devices, pipe or tcp)");
        }
    }

    /**
     * One end.
     *
     * @param side 0 or 1.
     * @return the end, for one thread.
     */
    Endpoint endpoint(int side);

    @Override
    void close();
}
