/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.function.IntFunction;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.OperationListener;
import org.isotach.niu.spi.OperationReader;

/**
 * Walks over the operations of recorded frames.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class OperationWalk
{
    private final IntFunction<OperationReader> readers;
    private OffHeapBuffer buffer = OffHeapBuffer.allocate(OffHeapBuffer.CACHE_LINE_LENGTH);

    /**
     * @param readers by family; null for a family without a reader.
     */
    OperationWalk(final IntFunction<OperationReader> readers)
    {
        this.readers = readers;
    }

    /**
     * Reads the operations as a host executes them.
     *
     * @param words    recorded words.
     * @param host     number of the host.
     * @param listener takes the operations.
     * @return length in bytes of the complete operations.
     */
    int read(final long[] words, final int host, final OperationListener listener)
    {
        final int limit = words.length * Long.BYTES;
        copy(words, limit);
        int next = 0;
        while (next < limit)
        {
            final long header = buffer.getLong(next);
            final boolean isLong = OperationHeader.isLong(header);
            if (isLong && limit - next < 2 * Long.BYTES)
            {
                return next;
            }
            final int length = OperationHeader.length(buffer, next);
            if (length <= 0 || 0 != length % Long.BYTES)
            {
                return next;
            }
            final OperationReader reader = readers.apply(OperationHeader.family(header));
            if (null == reader)
            {
                listener.operation("operation 0x" + Integer.toHexString(OperationHeader.opcode(header)), "", "");
            }
            else
            {
                reader.read(buffer, next, Math.min(length, limit - next), host, listener);
            }
            next += length;
        }
        return next;
    }

    private void copy(final long[] words, final int limit)
    {
        if (buffer.capacity() < limit)
        {
            buffer = OffHeapBuffer.allocate(limit);
        }
        for (int i = 0; i < words.length; i++)
        {
            buffer.putLong(i * Long.BYTES, words[i]);
        }
    }

    @Override
    public String toString()
    {
        return "OperationWalk{capacity=" + buffer.capacity() + '}';
    }
}
