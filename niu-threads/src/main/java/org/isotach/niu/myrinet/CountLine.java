/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.OffHeapBuffer;

/**
 * The number of packets that were sent to a channel so far, on a cache line of its own: one look tells a receiver of
 * all that have come, from whatever senders, and nothing else moves while nothing comes (Panariti, "Receiving"). With
 * one sender the link itself tells as much, so its receiver does not read the count.
 */
final class CountLine
{
    private final OffHeapBuffer line = OffHeapBuffer.allocate(2 * OffHeapBuffer.CACHE_LINE_LENGTH);

    /**
     * Counts a packet that is on its link. Any sender may call it.
     */
    void add()
    {
        // Release, and more: the packet. Partner: get().
        long count = line.getLongVolatile(0);
        while (!line.compareAndSetLong(0, count, count + 1))
        {
            count = line.getLongVolatile(0);
        }
    }

    long get()
    {
        // Acquire: the packets that are counted. Partner: add().
        return line.getLongVolatile(0);
    }
}
