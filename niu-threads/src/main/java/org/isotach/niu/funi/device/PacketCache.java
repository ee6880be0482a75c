/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * The packets that were retrieved and not acknowledged yet: 32 contexts of 8 lines (Hoe, FUNet, section 5.3). The low
 * five bits of the group select the context, so the lines of a gang stay where they are while others have the device.
 */
final class PacketCache
{
    static final int CONTEXTS = 32;
    static final int LINES = 8;
    static final int ALL = (1 << LINES) - 1;

    // The others are for replies.
    private static final int REQUEST_LINES = 6;
    private static final int ALL_REQUESTS = (1 << REQUEST_LINES) - 1;

    private final OffHeapBuffer memory = OffHeapBuffer.allocate(CONTEXTS * LINES * Packet.LENGTH);

    OffHeapBuffer memory()
    {
        return memory;
    }

    static int index(final int group, final int line)
    {
        return ((group & CONTEXTS - 1) * LINES + line) * Packet.LENGTH;
    }

    /**
     * Returns whether no packet of a priority can be retrieved: a line is occupied if its bit is cleared (the paper
     * says the opposite in section 5.2.4), and the last two lines are for replies.
     */
    static boolean isFull(final int ticket, final boolean isReply)
    {
        return 0 == (ticket & (isReply ? ALL : ALL_REQUESTS));
    }

    static int free(final int ticket)
    {
        return Integer.numberOfTrailingZeros(ticket);
    }
}
