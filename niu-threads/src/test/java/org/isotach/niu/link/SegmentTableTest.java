/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Others reach what the owner lets them reach, as long as it lets them.
 */
@Timeout(60)
final class SegmentTableTest
{
    private static final int BASE = 64;
    private static final int LENGTH = 100;
    private static final long MARK = 0x0102030405060708L;

    private final SegmentTable table = new SegmentTable(2);
    private final OffHeapBuffer memory = OffHeapBuffer.allocate(256);
    private final OffHeapBuffer own = OffHeapBuffer.allocate(256);

    @Test
    void shouldCopyInAndOut()
    {
        final Segment segment = table.tryOpen(memory, BASE, LENGTH, Access.READ_WRITE);
        own.putLong(8, MARK);
        assertEquals(CopyResult.DONE, table.copyIn(segment.key(), 3, own, 8, 8));
        assertEquals(MARK, memory.getLong(BASE + 3));
        assertEquals(CopyResult.DONE, table.copyOut(segment.key(), 3, own, 100, 8));
        assertEquals(MARK, own.getLong(100));
        assertEquals(CopyResult.DONE, table.copyIn(segment.key(), LENGTH, own, 0, 0));
        assertSame(memory, segment.buffer());
        assertEquals(BASE, segment.base());
        assertEquals(LENGTH, segment.length());
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void shouldAllowWhatItsOwnerAllows(final Access access)
    {
        final Segment segment = table.tryOpen(memory, BASE, LENGTH, access);
        own.putLong(0, MARK);
        assertEquals(Access.READ == access ? CopyResult.NOT_ALLOWED : CopyResult.DONE,
            table.copyIn(segment.key(), 0, own, 0, 8));
        assertEquals(Access.READ == access ? 0 : MARK, memory.getLong(BASE));
        memory.putLong(BASE, MARK);
        assertEquals(Access.WRITE == access ? CopyResult.NOT_ALLOWED : CopyResult.DONE,
            table.copyOut(segment.key(), 0, own, 8, 8));
        assertEquals(Access.WRITE == access ? 0 : MARK, own.getLong(8));
        assertEquals(access, segment.access());
    }

    @ParameterizedTest
    @CsvSource({ "-1, 1", "100, 1", "93, 8", "0, 101", "-2147483648, 8", "2147483647, 8", "2147483647, 0" })
    void shouldRefuseWhatGoesOverItsEnds(final int index, final int length)
    {
        final Segment segment = table.tryOpen(memory, BASE, LENGTH, Access.READ_WRITE);
        for (int i = 0; i < 256; i += 8)
        {
            own.putLong(i, MARK);
        }
        assertEquals(CopyResult.OUT_OF_RANGE, table.copyIn(segment.key(), index, own, 0, length));
        assertEquals(CopyResult.OUT_OF_RANGE, table.copyOut(segment.key(), index, own, 0, length));
        for (int i = 0; i < 256; i += 8)
        {
            assertEquals(0, memory.getLong(i));
            assertEquals(MARK, own.getLong(i));
        }
        // It fails alone.
        assertEquals(CopyResult.DONE, table.copyIn(segment.key(), 0, own, 0, 8));
    }

    @Test
    void shouldBeOutOfReachWhenItIsClosed()
    {
        final Segment segment = table.tryOpen(memory, BASE, LENGTH, Access.READ_WRITE);
        segment.close();
        segment.close();
        assertEquals(CopyResult.CLOSED, table.copyIn(segment.key(), 0, own, 0, 8));
        final Segment next = table.tryOpen(memory, 0, LENGTH, Access.READ_WRITE);
        assertNotEquals(segment.key(), next.key());
        assertEquals(CopyResult.CLOSED, table.copyOut(segment.key(), 0, own, 0, 8), "the place is in use again");
        segment.close();
        assertEquals(CopyResult.DONE, table.copyOut(next.key(), 0, own, 0, 8));
    }

    @ParameterizedTest
    @CsvSource({ "0", "-1", "1", "2", "4294967296", "2147483647", "9223372036854775807" })
    void shouldRefuseKeysThatItDidNotGive(final long key)
    {
        assertEquals(CopyResult.CLOSED, table.copyIn(key, 0, own, 0, 8));
        assertEquals(CopyResult.CLOSED, table.copyOut(key, 0, own, 0, 8));
    }

    @Test
    void shouldKeepNoMemoryOfSegmentsThatWereClosed() throws InterruptedException
    {
        final List<WeakReference<OffHeapBuffer>> closed = new ArrayList<>();
        for (int i = 0; i < 4; i++)
        {
            closed.add(memoryOfOneThatWasClosed());
        }
        while (closed.stream().anyMatch(buffer -> null != buffer.get()))
        {
            System.gc();
            Thread.sleep(1);
        }
    }

    private WeakReference<OffHeapBuffer> memoryOfOneThatWasClosed()
    {
        final OffHeapBuffer buffer = OffHeapBuffer.allocate(LENGTH);
        table.tryOpen(buffer, 0, LENGTH, Access.WRITE).close();
        return new WeakReference<>(buffer);
    }

    @Test
    void shouldOpenNoMoreThanItHasPlacesFor()
    {
        final Segment first = table.tryOpen(memory, 0, 8, Access.READ);
        assertNotNull(table.tryOpen(memory, 0, 8, Access.READ));
        assertNull(table.tryOpen(memory, 0, 8, Access.READ));
        first.close();
        assertNotNull(table.tryOpen(memory, 0, 8, Access.READ));
    }

    @Test
    void shouldRefuseWrongArguments()
    {
        assertThrows(IllegalArgumentException.class, () -> new SegmentTable(0));
        assertThrows(IllegalArgumentException.class, () -> new SegmentTable(SegmentTable.MAX_SEGMENTS + 1));
        assertThrows(IndexOutOfBoundsException.class, () -> table.tryOpen(memory, 250, 8, Access.READ));
        assertThrows(IndexOutOfBoundsException.class, () -> table.tryOpen(memory, -1, 8, Access.READ));
        assertThrows(NullPointerException.class, () -> table.tryOpen(memory, 0, 8, null));
        final Segment segment = table.tryOpen(memory, 0, 8, Access.READ_WRITE);
        assertThrows(IndexOutOfBoundsException.class, () -> table.copyIn(segment.key(), 0, own, 250, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> table.copyOut(segment.key(), 0, own, -1, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> table.copyIn(segment.key(), 0, own, 0, -1));
        segment.close();
    }

    /**
     * After {@code close()} has returned, no copy is made any more.
     */
    @Test
    void shouldWaitForCopiesThatAreUnderWay() throws InterruptedException
    {
        final OffHeapBuffer shared = OffHeapBuffer.allocate(4096);
        final AtomicLong key = new AtomicLong();
        final AtomicLongArray done = new AtomicLongArray(2);
        final AtomicBoolean isOver = new AtomicBoolean();
        final TestThreads threads = new TestThreads();
        for (int writer = 0; writer < 2; writer++)
        {
            final int number = writer;
            threads.start("writer " + writer, () ->
            {
                final OffHeapBuffer ones = OffHeapBuffer.allocate(4096);
                for (int i = 0; i < 4096; i += 8)
                {
                    ones.putLong(i, -1);
                }
                while (!isOver.get())
                {
                    if (CopyResult.DONE == table.copyIn(key.get(), 0, ones, 0, 4096))
                    {
                        done.incrementAndGet(number);
                    }
                    TestThreads.checkNotInterrupted();
                }
            });
        }
        threads.start("owner", () ->
        {
            try
            {
                for (int round = 0; round < 2000; round++)
                {
                    final Segment segment = table.tryOpen(shared, 0, 4096, Access.WRITE);
                    final long before = done.get(0) + done.get(1);
                    key.set(segment.key());
                    while (round < 100 && done.get(0) + done.get(1) == before)
                    {
                        TestThreads.checkNotInterrupted();
                        Thread.yield();
                    }
                    segment.close();
                    for (int i = 0; i < 4096; i += 8)
                    {
                        shared.putLong(i, round);
                    }
                    for (int i = 0; i < 4096; i += 8)
                    {
                        assertTrue(round == shared.getLong(i));
                    }
                }
            }
            finally
            {
                isOver.set(true);
            }
        });
        threads.join();
    }

    @Test
    void shouldAllocateNothingForCopies()
    {
        final Segment segment = table.tryOpen(memory, BASE, LENGTH, Access.READ_WRITE);
        new Allocations().assertNone(1000, () ->
        {
            table.copyIn(segment.key(), 0, own, 0, 64);
            table.copyOut(segment.key(), 0, own, 0, 64);
            table.copyOut(segment.key(), 99, own, 0, 64);
        });
    }
}
