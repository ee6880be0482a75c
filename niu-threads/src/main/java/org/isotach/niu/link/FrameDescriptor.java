/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * The layout of a frame in a {@link FrameRing}. A frame begins on a cache line, with a word that says that it is there,
 * so a receiver that finds a frame gets its beginning with the same line.
 * <pre>
 *    0                          8           16      24
 *   +--------------------------+-----------+-------+------------+
 *   | length, for applications | timestamp | issue | operations |
 *   +--------------------------+-----------+-------+------------+
 * </pre>
 * The first word is 0 if there is no frame yet. A negative word leads elsewhere: to the start of the same memory, or to
 * the start of a longer one.
 */
final class FrameDescriptor
{
    /**
     * Bytes before the operations of a frame.
     */
    static final int HEADER_LENGTH = 3 * Long.BYTES;

    /**
     * In place of a frame: none yet.
     */
    static final long ABSENT = 0;

    static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;

    private static final long TO_START = -1;
    private static final int TIMESTAMP_OFFSET = Long.BYTES;
    private static final int ISSUE_OFFSET = 2 * Long.BYTES;
    private static final long FOR_APPLICATIONS = 1L << Integer.SIZE;

    // Up to this length, copying word by word is faster than one bulk copy.
    private static final int MAX_WORDS_LENGTH = 4 * LINE;

    private FrameDescriptor()
    {
    }

    /**
     * Returns the number of bytes that a frame takes in a ring.
     *
     * @param length length of its operations in bytes.
     */
    static int space(final int length)
    {
        return length + HEADER_LENGTH + LINE - 1 & -LINE;
    }

    /**
     * Writes what is in front of the operations of a frame, without the first word.
     *
     * @param offset index in bytes of its start.
     */
    static void write(final OffHeapBuffer buffer, final int offset, final long issue, final FrameEntry entry)
    {
        // The issue is behind the timestamp.
        buffer.putLongs(offset + TIMESTAMP_OFFSET, entry.timestamp, issue);
    }

    /**
     * Copies operations.
     *
     * @param length in bytes, a multiple of 8.
     */
    static void copy(
        final OffHeapBuffer from, final int offset, final OffHeapBuffer buffer, final int to, final int length)
    {
        if (length > MAX_WORDS_LENGTH)
        {
            from.copyTo(offset, buffer, to, length);
        }
        else if (length > 0)
        {
            from.copyWordsTo(offset, buffer, to, length);
        }
    }

    /**
     * Returns the first word of a frame.
     */
    static long word(final FrameEntry entry)
    {
        return entry.length + HEADER_LENGTH | (entry.isForApplications ? FOR_APPLICATIONS : 0);
    }

    /**
     * Returns the length of a frame with its header.
     *
     * @param word first word of the frame.
     */
    static int length(final long word)
    {
        return (int)word;
    }

    /**
     * Returns whether a frame is for applications only, so that nothing of it needs to be executed.
     *
     * @param word first word of the frame.
     */
    static boolean isForApplications(final long word)
    {
        return 0 != (word & FOR_APPLICATIONS);
    }

    static long timestamp(final OffHeapBuffer buffer, final int offset)
    {
        return buffer.getLong(offset + TIMESTAMP_OFFSET);
    }

    static long issue(final OffHeapBuffer buffer, final int offset)
    {
        return buffer.getLong(offset + ISSUE_OFFSET);
    }

    /**
     * Returns the number of bytes from the start of a frame to the next place.
     *
     * @param word first word of the frame.
     */
    static int stride(final long word)
    {
        return (int)word + LINE - 1 & -LINE;
    }

    /**
     * Returns the word that leads from the end of a segment of a ring to the start of one.
     */
    static long leadingTo(final int segment, final int fromSegment)
    {
        return segment == fromSegment ? TO_START : TO_START - segment;
    }

    /**
     * Returns whether a word leads to the start of the same memory.
     */
    static boolean leadsToStart(final long word)
    {
        return TO_START == word;
    }

    /**
     * Returns the segment that a word leads to, if that is not the same memory.
     */
    static int segment(final long word)
    {
        return (int)(TO_START - word);
    }
}
