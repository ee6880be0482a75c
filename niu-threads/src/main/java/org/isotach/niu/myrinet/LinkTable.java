/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * All links of a network, by the numbers that {@link DmaRegion} notes. Threadsafe.
 */
final class LinkTable
{
    // Replaced as a whole.
    private volatile ChannelLink[] links = {};
    private final AtomicInteger closed = new AtomicInteger();

    synchronized ChannelLink add(final IntFunction<ChannelLink> newLink)
    {
        final ChannelLink link = newLink.apply(links.length);
        final ChannelLink[] more = Arrays.copyOf(links, links.length + 1);
        more[links.length] = link;
        links = more;
        return link;
    }

    /**
     * Returns the number of links that were closed, for them to count.
     */
    AtomicInteger closed()
    {
        return closed;
    }

    /**
     * Keeps of a link that was closed only who was at its ends, so that its memory is freed.
     */
    synchronized void close(final ChannelLink link)
    {
        final ChannelLink[] rest = links.clone();
        rest[link.index()] = link.closedTwin();
        links = rest;
    }

    ChannelLink get(final int index)
    {
        return links[index];
    }
}
