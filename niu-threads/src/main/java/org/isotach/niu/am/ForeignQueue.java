/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;

/**
 * Packets of a program that was not switched in when they arrived (Martin, HPAM, section 5.3).
 * <p>
 * <b>Note:</b> belongs to the program that is switched in.
 */
final class ForeignQueue
{
    private static final int SIZE = 64;

    private final int stride;

    // Made when the first packet is kept.
    private OffHeapBuffer packets;
    private final int[] sources = new int[SIZE];
    private final int[] lengths = new int[SIZE];
    private int first;
    private int count;

    ForeignQueue(final int stride)
    {
        this.stride = stride;
    }

    boolean tryAdd(final int source, final OffHeapBuffer buffer, final int offset, final int length)
    {
        if (SIZE == count || length > stride)
        {
            return false;
        }
        if (null == packets)
        {
            packets = OffHeapBuffer.allocate((long)SIZE * stride);
        }
        final int place = first + count & SIZE - 1;
        buffer.copyTo(offset, packets, place * stride, length);
        sources[place] = source;
        lengths[place] = length;
        count++;
        return true;
    }

    boolean isEmpty()
    {
        return 0 == count;
    }

    int source()
    {
        return sources[first];
    }

    OffHeapBuffer packets()
    {
        return packets;
    }

    int offset()
    {
        return first * stride;
    }

    int length()
    {
        return lengths[first];
    }

    void remove()
    {
        first = first + 1 & SIZE - 1;
        count--;
    }
}
