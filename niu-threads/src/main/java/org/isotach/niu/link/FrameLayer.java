/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * What the frames of isochrons go over, above the links that a cluster has. It is chosen when the cluster is launched,
 * once: no frame looks for it.
 */
@FunctionalInterface
public interface FrameLayer
{
    /**
     * Frames go over the links themselves.
     */
    FrameLayer NONE = (links, hasFaults, isParanoid) -> links;

    /**
     * Creates the layer for one cluster.
     *
     * @param links      carry everything else, and the packets of the layer.
     * @param hasFaults  true if their packets may be lost.
     * @param isParanoid true to look for mistakes that would otherwise go unnoticed.
     * @return a transport whose frames go over the layer.
     */
    Transport over(Transport links, boolean hasFaults, boolean isParanoid);

    /**
     * Creates a layer of paths whose messages are packets, on links of their own: an isochron is cut into as many as it
     * takes.
     *
     * @param length of the longest message in bytes, a multiple of 8, at least 64.
     * @return the layer.
     */
    static FrameLayer ofPackets(final int length)
    {
        return (links, hasFaults, isParanoid) -> new PathTransport(links, (sender, receiver, taker) ->
            new DrivenWindow(capacity -> links.newPacketLink(sender, receiver, capacity), length, taker));
    }
}
