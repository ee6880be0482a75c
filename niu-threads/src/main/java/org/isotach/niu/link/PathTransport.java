/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * Frames go over paths of messages, everything else over another transport. A host has no path to itself.
 */
public final class PathTransport extends ForwardingTransport
{
    private final MessagePaths paths;

    /**
     * @param links carries everything but frames.
     * @param paths for frames.
     */
    public PathTransport(final Transport links, final MessagePaths paths)
    {
        super(links);
        this.paths = paths;
    }

    @Override
    public FrameCarrier newCarrier(final FrameRing ring, final int receiver)
    {
        final int sender = ring.sender();
        return sender == receiver ? ring :
            new FrameChannel(ring, taker -> paths.newPath(sender, receiver, taker));
    }
}
