/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The words of a packet that is being written or read, as long as that lasts.
 */
abstract class PacketWords extends Padded
{
    private static final int ENDED = -1;

    private OffHeapBuffer buffer;
    private int offset;
    private int words = ENDED;

    PacketWords()
    {
    }

    final void open(final OffHeapBuffer memory, final int content, final int length)
    {
        if (buffer != memory)
        {
            // Storing a reference takes longer than this question.
            buffer = memory;
        }
        offset = content;
        words = length;
    }

    final void end()
    {
        words = ENDED;
    }

    /**
     * Returns the number of words.
     *
     * @return 0..21.
     * @throws IllegalStateException if the packet has been sent, or the handler has returned.
     */
    public final int words()
    {
        checkOpen();
        return words;
    }

    final OffHeapBuffer buffer()
    {
        return buffer;
    }

    final int offset()
    {
        return offset;
    }

    final void checkOpen()
    {
        if (words < 0)
        {
            throw new IllegalStateException(
                "the packet has ended: it may be used until it is sent, or its handler returns");
        }
    }

    /**
     * Returns where some words are.
     */
    final int index(final int word, final int count)
    {
        if (word < 0 || word > words - count)
        {
            checkOpen();
            throw new IndexOutOfBoundsException(
                "word: " + word + " (expected: 0.." + (words - count) + ", the packet has " + words + " words)");
        }
        return offset + PacketLayout.BODY_OFFSET + word * Integer.BYTES;
    }
}
