/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The part of a buffer that holds a message.
 */
abstract class MessageWindow extends Padded
{
    private static final int RELEASED = -1;

    private final String useAfterRelease;
    private OffHeapBuffer buffer;
    private int offset;
    private int length = RELEASED;

    /**
     * @param useAfterRelease message of the exception for a use of the closed window.
     */
    MessageWindow(final String useAfterRelease)
    {
        this.useAfterRelease = useAfterRelease;
    }

    /**
     * Length of the message.
     *
     * @return the length in bytes.
     */
    public final int length()
    {
        if (RELEASED == length)
        {
            throw new IllegalStateException(useAfterRelease);
        }
        return length;
    }

    /**
     * Opens the window, or moves it to another message.
     */
    final void wrap(final OffHeapBuffer messageBuffer, final int messageOffset, final int messageLength)
    {
        // Most messages come from the same buffer as the previous one; a store of a reference costs a barrier.
        if (buffer != messageBuffer)
        {
            buffer = messageBuffer;
        }
        offset = messageOffset;
        length = messageLength;
    }

    /**
     * Closes the window.
     */
    final void release()
    {
        length = RELEASED;
    }

    final OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * Returns the index in the buffer of bytes that must lie inside the message.
     */
    final int at(final int index, final int size)
    {
        if (index < 0 || size < 0 || size > length - index)
        {
            throw failure(index, size);
        }
        return offset + index;
    }

    private RuntimeException failure(final int index, final int size)
    {
        if (RELEASED == length)
        {
            return new IllegalStateException(useAfterRelease);
        }
        return new IndexOutOfBoundsException(
            "index: " + index + ", size: " + size + " (expected: within the " + length + " bytes of the message)");
    }

    @Override
    public String toString()
    {
        return getClass().getSimpleName() + (RELEASED == length ? "{released}" : "{length=" + length + '}');
    }
}
