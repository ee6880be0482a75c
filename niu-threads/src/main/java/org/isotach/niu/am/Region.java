/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.IntConsumer;

import org.isotach.memory.OffHeapBuffer;

/**
 * Memory of one host that transfers may write to. It is registered with {@link AmPort#register}; a transfer to anywhere
 * else is refused where it starts, and once more where it arrives.
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

    Region(final int host, final int number, final OffHeapBuffer memory, final IntConsumer end)
    {
        this.host = host;
        this.number = number;
        this.memory = memory;
        this.end = end;
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
     * Ends the registration: no transfer writes to the memory any more. For the thread of the port. With {@link
     * Progress#CLUSTER} it waits for the end of a handler that is running.
     */
    @Override
    public void close()
    {
        end.accept(number);
    }

    @Override
    public String toString()
    {
        return "Region{host=" + host + ", number=" + number + ", length=" + memory.capacity() + '}';
    }
}
