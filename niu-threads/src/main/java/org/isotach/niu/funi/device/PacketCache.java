/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * The packets that were retrieved and not acknowledged yet: 32 contexts of 8 lines (Hoe, FUNet, section 5.3). The low
 * five bits of the group select the context, so the lines of a gang stay where they are while others have the device.
 * The system has a context besides these, for what it restores in a switch, so each of the 32 may belong to a gang.
 * <p>
 * Each context has eight more lines, which processes do not see: four for accesses to segments, and four for answers.
 * No process has to take what is in them: whoever gets an answer has a place for it, and an access needs only a line
 * for its answer. So they are always free again after a while, whatever is stuck in the others.
 */
final class PacketCache
{
    static final int CONTEXTS = 32;
    static final int LINES = 8;
    static final int ALL = (1 << LINES) - 1;

    /**
     * Lines of a context with those that processes do not see.
     */
    static final int ALL_LINES = 16;
    static final int ANSWERS = 0xf00;
    static final int ACCESSES = 0xf000;
    static final int HIDDEN = ANSWERS | ACCESSES;

    // The others are for replies.
    private static final int REQUEST_LINES = 6;
    private static final int ALL_REQUESTS = (1 << REQUEST_LINES) - 1;

    private final OffHeapBuffer memory = OffHeapBuffer.allocate((CONTEXTS + 1) * ALL_LINES * Packet.LENGTH);

    OffHeapBuffer memory()
    {
        return memory;
    }

    static int index(final int group, final int line)
    {
        final int context = Groups.RESTORE == group ? CONTEXTS : group & CONTEXTS - 1;
        return (context * ALL_LINES + line) * Packet.LENGTH;
    }

    /**
     * Returns whether no packet of a priority can be retrieved: a line is occupied if its bit is cleared (the paper
     * says the opposite in section 5.2.4), and the last two lines are for replies.
     */
    static boolean isFull(final int ticket, final boolean isReply)
    {
        return 0 == (ticket & (isReply ? ALL : ALL_REQUESTS));
    }

    /**
     * Returns the first free line.
     */
    static int free(final int lines)
    {
        return Integer.numberOfTrailingZeros(lines);
    }
}
