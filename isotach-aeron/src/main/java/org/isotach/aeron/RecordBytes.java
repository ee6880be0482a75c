/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import org.isotach.memory.OffHeapBuffer;

/**
 * Copies records to and from the memory of Aeron: word by word if there are few, as most records are short.
 */
final class RecordBytes
{
    private static final int MAX_LENGTH_OF_WORDS = 128;

    private RecordBytes()
    {
    }

    static void put(
        final OffHeapBuffer from, final int index, final MutableDirectBuffer to, final int offset, final int length)
    {
        if (length <= MAX_LENGTH_OF_WORDS)
        {
            for (int i = 0; i < length; i += Long.BYTES)
            {
                to.putLong(offset + i, from.getLong(index + i));
            }
        }
        else
        {
            from.getBytes(index, to.byteBuffer(), to.wrapAdjustment() + offset, length);
        }
    }

    static void get(final DirectBuffer from, final int offset, final OffHeapBuffer to, final int length)
    {
        if (length <= MAX_LENGTH_OF_WORDS)
        {
            for (int i = 0; i < length; i += Long.BYTES)
            {
                to.putLong(i, from.getLong(offset + i));
            }
        }
        else
        {
            to.putBytes(0, from.byteBuffer(), from.wrapAdjustment() + offset, length);
        }
    }
}
