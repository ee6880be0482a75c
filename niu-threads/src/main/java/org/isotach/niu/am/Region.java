/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.IntConsumer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.Access;
import org.isotach.niu.link.CopyResult;
import org.isotach.niu.link.Segment;
import org.isotach.niu.link.SegmentTable;

/**
 * Memory of one host that transfers may write to. It is registered with {@link AmPort#register}; a transfer to anywhere
 * else is refused where it starts, and once more where it arrives. See {@link AmContext#directTransfers} for when it is
 * written to.
 * <p>
 * Regions that the hosts of a program register in the same order have the same numbers, so a pointer of one host is one
 * of all hosts. A number is never used again: a pointer to a closed region leads nowhere.
 */
public final class Region implements AutoCloseable
{
    private final int host;
    private final int number;
    private final OffHeapBuffer memory;
    private final IntConsumer end;

    // Lets the threads of other hosts copy, and a close wait for them.
    private final SegmentTable copies = new SegmentTable(1);
    private final Segment segment;

    Region(final int host, final int number, final OffHeapBuffer memory, final IntConsumer end)
    {
        this.host = host;
        this.number = number;
        this.memory = memory;
        this.end = end;
        segment = copies.tryOpen(memory, 0, memory.capacity(), Access.WRITE);
    }

    /**
     * A pointer into the region, for other hosts.
     *
     * @param offset index in bytes, 0..length of the memory.
     * @return the pointer; one to the next byte is larger by 1.
     * @throws IndexOutOfBoundsException if the memory has no such index.
     */
    public long pointer(final int offset)
    {
        if (offset < 0 || offset > memory.capacity())
        {
            throw new IndexOutOfBoundsException("offset: " + offset + " (expected: 0.." + memory.capacity() + ')');
        }
        return (long)number << Integer.SIZE | offset;
    }

    /**
     * The index in a region to which a pointer points.
     *
     * @param pointer made by {@link #pointer}.
     * @return the index in bytes.
     */
    public static int offset(final long pointer)
    {
        return (int)pointer;
    }

    int number()
    {
        return number;
    }

    static long number(final long pointer)
    {
        return pointer >>> Integer.SIZE;
    }

    /**
     * The memory.
     *
     * @return what was registered.
     */
    public OffHeapBuffer memory()
    {
        return memory;
    }

    /**
     * Copies bytes of another host, on the thread of that one.
     *
     * @return false if the region is closed.
     */
    boolean tryCopyIn(final int offset, final OffHeapBuffer source, final int from, final int length)
    {
        return CopyResult.DONE == copies.copyIn(segment.key(), offset, source, from, length);
    }

    /**
     * Ends the registration: when the call returns, no transfer writes to the memory any more. For the thread of the
     * port. It waits for the end of a copy that another host is making, and with {@link Progress#CLUSTER} for that of a
     * handler that is running.
     */
    @Override
    public void close()
    {
        end.accept(number);
        // After it has left the list, so that no copy begins which the receiver of the notice would not deny.
        segment.close();
    }

    @Override
    public String toString()
    {
        return "Region{host=" + host + ", number=" + number + ", length=" + memory.capacity() + '}';
    }
}
