/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.niu.link.FrameLayer;

/**
 * What carries the frames of isochrons from host to host, for {@link ClusterContext#frames}: {@link #DIRECT}, {@link
 * #PACKETS}, or {@link org.isotach.niu.myrinet.MyrinetFrames}. Isochrons are executed the same, whatever it is; only
 * the way there takes longer. One object may serve several clusters. Immutable.
 */
public class FrameTransport
{
    /**
     * A sender writes a frame where its receiver reads it. Nothing is faster.
     */
    public static final FrameTransport DIRECT = new FrameTransport("DIRECT", FrameLayer.NONE);

    /**
     * Default of the length of a packet in bytes.
     */
    public static final int PACKET_LENGTH_DEFAULT = 1024;

    /**
     * Frames are cut into packets of at most {@value #PACKET_LENGTH_DEFAULT} bytes. A window numbers them, sends them
     * again if they are lost, and has them acknowledged.
     */
    public static final FrameTransport PACKETS = packets(PACKET_LENGTH_DEFAULT);

    private static final int MIN_PACKET_LENGTH = 64;
    private static final int MAX_PACKET_LENGTH = 1 << 16;

    private final String name;
    private final FrameLayer layer;

    /**
     * For the transports of this library.
     *
     * @param name  for messages.
     * @param layer what frames go over.
     */
    // The type is in a package that is not exported.
    @SuppressWarnings("exports")
    protected FrameTransport(final String name, final FrameLayer layer)
    {
        this.name = name;
        this.layer = layer;
    }

    /**
     * Does the same as {@link #PACKETS} with packets of another length.
     *
     * @param length of the longest packet in bytes: a multiple of 8, 64..2^16. The first packet of a frame has a
     *               header of 40 bytes.
     * @return the transport.
     * @throws IllegalArgumentException when the length is something else.
     */
    public static FrameTransport packets(final int length)
    {
        if (length < MIN_PACKET_LENGTH || length > MAX_PACKET_LENGTH || 0 != length % Long.BYTES)
        {
            throw new IllegalArgumentException(
                "length: " + length + " (expected: a multiple of 8 in 64..2^16 bytes)");
        }
        return new FrameTransport("PACKETS of " + length + " bytes", FrameLayer.ofPackets(length));
    }

    /**
     * Returns what frames go over.
     */
    final FrameLayer layer()
    {
        return layer;
    }

    @Override
    public final String toString()
    {
        return name;
    }
}
