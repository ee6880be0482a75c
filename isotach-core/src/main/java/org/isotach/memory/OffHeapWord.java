/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.memory;

import java.lang.ref.Reference;

/**
 * One aligned 64-bit word of an {@link OffHeapBuffer}, for code that uses the same word again and again: its index was
 * checked once. Threadsafe.
 */
public final class OffHeapWord
{
    private final OffHeapBuffer buffer;
    private final int index;

    // 0 if the memory is used without addresses.
    private final long address;

    /**
     * Creates access to a word.
     *
     * @param buffer has the word.
     * @param index  of the word in bytes, a multiple of 8.
     * @throws IndexOutOfBoundsException if it is not inside the buffer.
     * @throws IllegalStateException     if the index is no multiple of 8.
     */
    public OffHeapWord(final OffHeapBuffer buffer, final int index)
    {
        // This checks the index for all kinds of buffers.
        buffer.getLongVolatile(index);
        this.buffer = buffer;
        this.index = index;
        // Valid while the buffer is reachable.
        address = buffer instanceof UnsafeOffHeapBuffer unsafe ? unsafe.checkedWord(index) : 0;
    }

    /**
     * Volatile read.
     *
     * @return the value.
     */
    public long getVolatile()
    {
        if (0 == address)
        {
            return buffer.getLongVolatile(index);
        }
        final long value = UnsafeAccess.GET_LONG_VOLATILE.at(address);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Release write.
     *
     * @param value value to store.
     */
    public void putRelease(final long value)
    {
        if (0 == address)
        {
            buffer.putLongRelease(index, value);
            return;
        }
        UnsafeAccess.PUT_LONG_RELEASE.at(address, value);
        Reference.reachabilityFence(this);
    }

    /**
     * Volatile write.
     *
     * @param value value to store.
     */
    public void putVolatile(final long value)
    {
        if (0 == address)
        {
            buffer.putLongVolatile(index, value);
            return;
        }
        UnsafeAccess.PUT_LONG_VOLATILE.at(address, value);
        Reference.reachabilityFence(this);
    }

    @Override
    public String toString()
    {
        return "OffHeapWord{index=" + index + ", value=" + getVolatile() + '}';
    }
}
