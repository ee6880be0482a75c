/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * All links of a network, by the numbers that {@link DmaRegion} notes. A number is never used again, as a block may
 * still have it; so each link that ever was keeps one word. Threadsafe.
 */
final class LinkTable
{
    private static final int FIRST_LENGTH = 16;
    private static final VarHandle LINK = MethodHandles.arrayElementVarHandle(ChannelLink[].class);

    // Replaced by one twice as long when it is full. Who still reads the shorter one finds links that say the same.
    private volatile ChannelLink[] links = new ChannelLink[FIRST_LENGTH];
    private final AtomicInteger closed = new AtomicInteger();
    private int count;

    synchronized ChannelLink add(final IntFunction<ChannelLink> newLink)
    {
        if (count == links.length)
        {
            links = Arrays.copyOf(links, 2 * count);
        }
        final ChannelLink link = newLink.apply(count);
        // Release: the link. Partner: get().
        LINK.setRelease(links, count, link);
        count++;
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
     *
     * @param twin says that, for all closed links with the same ends.
     */
    synchronized void close(final ChannelLink link, final ChannelLink twin)
    {
        // Release: as in add().
        LINK.setRelease(links, link.index(), twin);
    }

    ChannelLink get(final int index)
    {
        // Acquire: the link. Partner: add().
        return (ChannelLink)LINK.getAcquire(links, index);
    }
}
