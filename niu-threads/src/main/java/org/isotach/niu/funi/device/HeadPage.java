/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * The heads of the receive queues of one process in memory, each on a cache line of its own (Hoe, FUNet, sections 2.7
 * and 5.2.3): the device writes one when it has delivered something, so a process that polls in vain reads its cache,
 * and not the device. Threadsafe, with one writer at a time.
 */
final class HeadPage
{
    private static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;

    private final OffHeapBuffer memory = OffHeapBuffer.allocate(4 * LINE);

    int get(final Queue queue)
    {
        // Acquire: the slots before the head. Partner: set().
        return (int)memory.getLongVolatile(index(queue));
    }

    void set(final Queue queue, final int head)
    {
        // Release: the slots before the head. Partner: get().
        memory.putLongRelease(index(queue), head);
    }

    private static int index(final Queue queue)
    {
        return (1 + queue.ordinal()) * LINE;
    }
}
