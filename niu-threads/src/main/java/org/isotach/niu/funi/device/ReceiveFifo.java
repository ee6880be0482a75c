/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Packets of one priority that were accepted and not delivered yet (Hoe, FUNet, section 5.5). It never overflows: what
 * it has no room for is rejected.
 */
final class ReceiveFifo
{
    private final OffHeapBuffer memory;
    private final int capacity;
    private long added;
    private long removed;

    ReceiveFifo(final int capacity)
    {
        this.capacity = capacity;
        memory = OffHeapBuffer.allocate((long)capacity * Packet.LENGTH);
    }

    boolean isFull()
    {
        return added - removed == capacity;
    }

    boolean isEmpty()
    {
        return added == removed;
    }

    void add(final OffHeapBuffer source, final int from)
    {
        Packet.copy(source, from, memory, (int)(added % capacity) * Packet.LENGTH);
        added++;
    }

    OffHeapBuffer memory()
    {
        return memory;
    }

    int first()
    {
        return (int)(removed % capacity) * Packet.LENGTH;
    }

    void remove()
    {
        removed++;
    }

    void clear()
    {
        removed = added;
    }

    @Override
    public String toString()
    {
        return "ReceiveFifo{size=" + (added - removed) + ", capacity=" + capacity + '}';
    }
}
