/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.LongConsumer;

import org.isotach.memory.OffHeapBuffer;

/**
 * Memory that others may reach, in the hands of its owner. Others have its {@link #key()}, with which a {@link
 * SegmentTable} lets them copy as far as its rights go. Threadsafe.
 */
public final class Segment implements AutoCloseable
{
    private final LongConsumer closing;
    private final OffHeapBuffer buffer;
    private final int base;
    private final int length;
    private final Access access;
    private final long key;

    /**
     * @param closing closes the segment with the key.
     */
    Segment(
        final LongConsumer closing,
        final OffHeapBuffer buffer,
        final int base,
        final int length,
        final Access access,
        final long key)
    {
        this.closing = closing;
        this.buffer = buffer;
        this.base = base;
        this.length = length;
        this.access = access;
        this.key = key;
    }

    /**
     * Returns the name of the segment for others. No other segment of the table gets it, even after this one is closed.
     *
     * @return the key.
     */
    public long key()
    {
        return key;
    }

    /**
     * Returns the memory.
     *
     * @return the memory that the segment is a part of.
     */
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * Returns where the segment begins.
     *
     * @return index in bytes in {@link #buffer()}.
     */
    public int base()
    {
        return base;
    }

    /**
     * Returns the length of the segment.
     *
     * @return the length in bytes.
     */
    public int length()
    {
        return length;
    }

    /**
     * Returns what others may do with it.
     *
     * @return the rights.
     */
    public Access access()
    {
        return access;
    }

    /**
     * Lets nobody reach the memory any more, and waits for copies that are under way. Does nothing the second time.
     */
    @Override
    public void close()
    {
        closing.accept(key);
    }

    @Override
    public String toString()
    {
        return "Segment{key=" + Long.toHexString(key) + ", base=" + base + ", length=" + length + ", access=" +
            access + '}';
    }
}
