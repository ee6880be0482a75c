/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

/**
 * Which pointers there are, and refuses all others.
 */
final class Extent
{
    static final int MAX_LENGTH = 1 << 30;

    private final int hosts;
    private final int length;

    Extent(final int hosts, final int length)
    {
        if (length < Long.BYTES || length > MAX_LENGTH || 0 != length % Long.BYTES)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: a multiple of " + Long.BYTES +
                " in " + Long.BYTES + ".." + MAX_LENGTH + " bytes, for each host)");
        }
        this.hosts = hosts;
        this.length = length;
    }

    int length()
    {
        return length;
    }

    long pointer(final int host, final int offset)
    {
        if (host < 0 || host >= hosts)
        {
            throw new IllegalArgumentException("host: " + host + " (expected: 0.." + (hosts - 1) + ')');
        }
        if (offset < 0 || offset > length)
        {
            throw new IndexOutOfBoundsException("offset: " + offset + " (expected: 0.." + length + ')');
        }
        return GlobalPointer.of(host, offset);
    }

    /**
     * Refuses a pointer that does not lead to a word, or words.
     *
     * @param count     of bytes.
     * @param alignment of the first one.
     */
    void checkWord(final long pointer, final int count, final int alignment)
    {
        checkBytes(pointer, count);
        if (0 != (pointer & alignment - 1))
        {
            throw new IllegalArgumentException("pointer: host " + GlobalPointer.host(pointer) + ", offset " +
                GlobalPointer.offset(pointer) + aligned(count, alignment));
        }
    }

    private static String aligned(final int count, final int alignment)
    {
        return " (expected: a multiple of " + alignment + " for " +
            (Long.BYTES == count ? "a word" : count + " bytes") + "; the bulk operations take any offset)";
    }

    /**
     * Refuses a pointer that does not lead to so many bytes.
     */
    void checkBytes(final long pointer, final int count)
    {
        final int host = GlobalPointer.host(pointer);
        if (host < 0 || host >= hosts || !isInside(GlobalPointer.offset(pointer), count))
        {
            throw new IllegalArgumentException("pointer: host " + host + ", offset " + GlobalPointer.offset(pointer) +
                ", length " + count + " (expected: host 0.." + (hosts - 1) + ", and inside the " + length +
                " bytes of each; see GlobalMemory.pointer)");
        }
    }

    /**
     * Refuses a place in the memory of the caller that is not one of a word, or words.
     *
     * @param count     of bytes.
     * @param alignment of the first one.
     */
    void checkOwnWord(final int offset, final int count, final int alignment)
    {
        checkOwnBytes(offset, count);
        if (0 != offset % alignment)
        {
            throw new IllegalArgumentException("offset: " + offset + aligned(count, alignment));
        }
    }

    /**
     * Refuses a place in the memory of the caller that has not so many bytes.
     */
    void checkOwnBytes(final int offset, final int count)
    {
        if (offset < 0 || !isInside(offset, count))
        {
            throw new IndexOutOfBoundsException("offset: " + offset + ", length: " + count +
                " (expected: inside the " + length + " bytes of the caller)");
        }
    }

    private boolean isInside(final long offset, final int count)
    {
        return count >= 0 && offset <= length - count;
    }

    @Override
    public String toString()
    {
        return "Extent{hosts=" + hosts + ", length=" + length + '}';
    }
}
