/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

@Timeout(60)
final class GangMemoryTest
{
    private static final int LENGTH = 64;

    private final GangMemory memory = new GangMemory(0);

    @Test
    void shouldKeepNoMemoryOfSegmentsThatWereClosed() throws InterruptedException
    {
        final List<WeakReference<OffHeapBuffer>> closed = new ArrayList<>();
        for (int i = 0; i < GangMemory.MAX_SEGMENTS; i++)
        {
            closed.add(memoryOfOneThatWasClosed());
        }
        while (closed.stream().anyMatch(buffer -> null != buffer.get()))
        {
            System.gc();
            Thread.sleep(1);
        }
        memory.closeAll();
    }

    private WeakReference<OffHeapBuffer> memoryOfOneThatWasClosed()
    {
        final OffHeapBuffer buffer = OffHeapBuffer.allocate(LENGTH);
        memory.open(buffer, Rights.PUT).close();
        return new WeakReference<>(buffer);
    }

    @Test
    void shouldGiveNoNumberTwice()
    {
        final OffHeapBuffer source = OffHeapBuffer.allocate(LENGTH);
        final SharedSegment first = memory.open(OffHeapBuffer.allocate(LENGTH), Rights.PUT);
        final long pointer = first.pointer(0);
        first.close();
        final SharedSegment second = memory.open(OffHeapBuffer.allocate(LENGTH), Rights.PUT);
        first.close();
        assertEquals(1, SharedSegment.number(second.pointer(0)));
        assertFalse(memory.tryWrite(SharedSegment.number(pointer), 0, source, 0, LENGTH));
        memory.closeAll();
        assertFalse(memory.tryWrite(1, 0, source, 0, LENGTH));
    }
}
